(* Proofs of who wins a lane of Phutball, as `allsmall phutball --certificate`
   writes them: a line says that Left wins a lane, moving first or second, and
   rests on earlier lines, which are found by the lane.  So the number of a line
   is a rank that falls with every turn of the winner. *)
From Coq Require Import List Arith Bool ZArith Lia Uint63 String Ascii.
Import ListNotations.
From Formal Require Import Statement Trie Phutball Read.

(* ---------- Right wins what Left wins in the mirror ---------- *)
Definition turned_next (t : next) : next := match t with Goes b => Goes (mirror b) | Won w => Won (other w) end.
Lemma mirror_mirror b : mirror (mirror b) = b.  Proof. now destruct b. Qed.
Lemma turns_mirror b t : In t (turns b) -> In (turned_next t) (turns (mirror b)).
Proof.
  destruct b as [l r]. unfold turns, mirror. simpl. rewrite !in_app_iff.
  intros [H|[H|[H|H]]]; apply in_map_iff in H; destruct H as (x & <- & H).
  - right. left. apply in_map_iff. exists x. split; auto. now apply in_rev.
  - left. apply in_map_iff. exists x. split; auto. now apply in_rev in H.
  - right. right. right. apply in_map_iff. exists x. split; auto. destruct x as [[a c]|]; reflexivity.
  - right. right. left. apply in_map_iff. exists x. split; auto. destruct x as [[a c]|]; reflexivity.
Qed.
Lemma other_twice p : other (other p) = p.  Proof. now destruct p. Qed.
Lemma turned_twice t : turned_next (turned_next t) = t.
Proof. destruct t as [b|w]; simpl; [now rewrite mirror_mirror|now rewrite other_twice]. Qed.
Lemma turns_mirror_back b t : In t (turns (mirror b)) -> In (turned_next t) (turns b).
Proof. intros H. apply turns_mirror in H. now rewrite mirror_mirror in H. Qed.
Lemma won_mirror w p b : Lane_won w p b -> Lane_won (other w) (other p) (mirror b).
Proof.
  induction 1 as [b H|b m H _ IH|b H1 H2 IH].
  - apply scores. now apply turns_mirror in H.
  - apply own_turn with (mirror m); auto. now apply turns_mirror in H.
  - apply others_turns.
    + intros v Hv. apply turns_mirror_back in Hv. simpl in Hv. apply H1 in Hv. subst w. now rewrite other_twice.
    + intros m Hm. apply turns_mirror_back in Hm. simpl in Hm. specialize (IH _ Hm).
      now rewrite mirror_mirror in IH.
Qed.

(* The definition says what it is meant to say: nobody wins and loses, and there
   is always a turn. *)
Theorem one_winner_of_a_lane p b : Lane_won Left p b -> Lane_won Right p b -> False.
Proof.
  remember Left as w eqn:E. intros H. revert E.
  induction H as [b H|b m H _ IH|b H1 H2 IH]; intros -> K.
  - inversion K as [| |c K1 K2 E1 E2]; subst. now apply K1 in H.
  - inversion K as [| |c K1 K2 E1 E2]; subst. apply IH; auto.
  - inversion K as [c K1|c m K1 K2|]; subst; [now apply H1 in K1|]. now apply (IH m).
Qed.
Theorem some_turn b : fst b <> [] -> turns b <> [].
Proof.
  destruct b as [[|[] l] r]; intros H; [easy| |].
  - unfold turns. intros E. assert (K : jumps false r (true :: l) = []).
    { apply app_eq_nil in E. destruct E as [_ E]. apply app_eq_nil in E. destruct E as [_ E].
      apply app_eq_nil in E. destruct E as [E _]. now apply map_eq_nil in E. }
    simpl in K. generalize (false :: false :: r) K. clear. induction l as [|[] l IH]; simpl; intros k K; try easy.
    + now apply (IH (false :: k)).
    + now destruct l.
  - unfold turns. simpl. rewrite map_app. simpl. intros E. apply app_eq_nil in E. destruct E as [E _].
    now apply app_eq_nil in E.
Qed.
Example a_jump : turns ([true; false; false], [false; true]) =
  [Goes ([true; false; true], [false; true]); Goes ([true; true; false], [false; true]);
   Goes ([true; false; false], [true; true]); Goes ([false], [false; false; false; true])].
Proof. reflexivity. Qed.

(* ---------- turns by their names ---------- *)
(* p5 places a stone on square 5, j5 jumps there. *)
Inductive turn := Place (square : nat) | Jump (square : nat).
Fixpoint put (i : nat) (l : list bool) : option (list bool) :=
  match l, i with
  | false :: l, O => Some (true :: l)
  | s :: l, S i => option_map (cons s) (put i l)
  | _, _ => None
  end.
Lemma put_In : forall l i m, put i l = Some m -> In m (placed l).
Proof.
  induction l as [|s l IH]; intros i m; [now destruct i|].
  destruct s, i as [|i]; cbn [put placed]; try discriminate.
  - destruct (put i l) as [k|] eqn:E; [|discriminate]. intros [= <-]. apply in_or_app. right. apply in_map, (IH i), E.
  - intros [= <-]. simpl. now left.
  - destruct (put i l) as [k|] eqn:E; [|discriminate]. intros [= <-]. apply in_or_app. right. apply in_map, (IH i), E.
Qed.
(* Where a jump over r ends, counted from the end of l: the last square of r, or
   the one beyond it, if it ends play. *)
Definition lands (l r : list bool) (square : nat) (j : option lane) : bool :=
  match j with
  | Some (l, _) => Nat.eqb (S (List.length l)) square
  | None => Nat.eqb ((if last r false then 2 else 1) + List.length l + List.length r) square
  end.
Definition jumped (l r : list bool) (square : nat) : option (option lane) := List.find (lands l r square) (jumps false l r).
Definition taken (b : lane) (t : turn) : option next :=
  let (l, r) := b in
  let n := List.length l in
  let all := S (S (n + List.length r)) in
  match t with
  | Place i =>
      if i <=? n then option_map (fun l => Goes (l, r)) (match i with O => None | _ => put (n - i) l end)
      else option_map (fun r => Goes (l, r)) (match i - n with S (S i) => put i r | _ => None end)
  | Jump i =>
      if i <=? n then
        option_map (fun j => match j with Some m => Goes (mirror m) | None => Won Right end) (jumped r l (all - i))
      else option_map (fun j => match j with Some m => Goes m | None => Won Left end) (jumped l r i)
  end.
Lemma jumped_In l r i j : jumped l r i = Some j -> In j (jumps false l r).
Proof. intros H. now apply find_some in H. Qed.
Lemma taken_In b t m : taken b t = Some m -> In m (turns b).
Proof.
  destruct b as [l r]. unfold taken, turns. rewrite !in_app_iff. destruct t as [i|i]; destruct (i <=? _) eqn:E.
  - destruct i as [|i]; [discriminate|]. destruct (put _ l) as [k|] eqn:K; [|discriminate]. intros [= <-]. left.
    apply (in_map (fun l => Goes (l, r))). apply in_rev. rewrite rev_involutive. now apply put_In in K.
  - destruct (i - List.length l) as [|[|k]]; try discriminate. destruct (put k r) as [x|] eqn:K; [|easy].
    intros [= <-]. right. left. apply (in_map (fun r => Goes (l, r))). now apply put_In in K.
  - destruct (jumped r l _) as [j|] eqn:K; [|discriminate]. intros [= <-]. right. right. left.
    apply (in_map (fun j => match j with Some m => Goes (mirror m) | None => Won Right end)). now apply jumped_In in K.
  - destruct (jumped l r i) as [j|] eqn:K; [|discriminate]. intros [= <-]. right. right. right.
    apply (in_map (fun j => match j with Some m => Goes m | None => Won Left end)). now apply jumped_In in K.
Qed.

(* ---------- the checker ---------- *)
Fixpoint bools_eqb (k l : list bool) : bool :=
  match k, l with
  | [], [] => true
  | a :: k, b :: l => if Bool.eqb a b then bools_eqb k l else false
  | _, _ => false
  end.
Lemma bools_eqb_eq k : forall l, bools_eqb k l = true -> k = l.
Proof.
  induction k as [|a k IH]; intros [|b l]; simpl; try easy. destruct (Bool.eqb a b) eqn:E; [|easy].
  intros H. apply eqb_prop in E. now rewrite E, (IH l H).
Qed.
Definition lane_eqb (b c : lane) : bool := bools_eqb (fst b) (fst c) && bools_eqb (snd b) (snd c).
Lemma lane_eqb_eq b c : lane_eqb b c = true -> b = c.
Proof.
  destruct b, c. unfold lane_eqb. simpl. intros H. apply andb_prop in H. destruct H as [H1 H2].
  apply bools_eqb_eq in H1, H2. congruence.
Qed.
(* A number that is computed from a lane; that it tells lanes apart needs no proof. *)
Fixpoint code (n : int) (l : list bool) : int :=
  match l with
  | [] => n
  | s :: l => code (n * 1000003 + (if s then 2 else 1))%uint63 l
  end.
Definition lane_code (b : lane) : int :=
  let n := code (code 0 (fst b) * 1000003)%uint63 (snd b) in (n + (n >> 21) + (n >> 42))%uint63.
Definition lanes := trie (list lane).
Definition lane_levels : nat := 7.
Definition lane_bits : int := 21%uint63.
Definition lane_bucket (E : lanes) (b : lane) : list lane :=
  match find lane_levels lane_bits (lane_code b) E with Some l => l | None => [] end.
Definition is_in (E : lanes) (b : lane) : bool := existsb (lane_eqb b) (lane_bucket E b).
Definition with_bucket (E : lanes) (b : lane) (l : list lane) : lanes :=
  update lane_levels lane_bits (lane_code b) (match l with [] => None | _ => Some l end) E.
Definition enter (E : lanes) (b : lane) : lanes := with_bucket E b (b :: lane_bucket E b).
Definition leave (E : lanes) (b : lane) : lanes :=
  with_bucket E b (filter (fun c => negb (lane_eqb b c)) (lane_bucket E b)).

(* The lanes that Left wins moving first, and moving second. *)
Definition ranks := (lanes * lanes)%type.
Definition is_goal (j : option lane) : bool := match j with None => true | Some _ => false end.
(* Left, to move, wins at once or by an earlier line. *)
Definition settled (M : ranks) (b : lane) : bool :=
  if existsb is_goal (jumps false (fst b) (snd b)) then true else is_in (fst M) b.
Definition replied (M : ranks) (b : lane) (t : turn) : bool :=
  match taken b t with
  | Some (Won Left) => true
  | Some (Goes m) => is_in (snd M) m
  | _ => false
  end.
Fixpoint answered (M : ranks) (ts : list next) (replies : list turn) : bool :=
  match ts with
  | [] => match replies with [] => true | _ => false end
  | Won Left :: ts => answered M ts replies
  | Won Right :: _ => false
  | Goes m :: ts =>
      if settled M m then answered M ts replies
      else match replies with
      | t :: replies => if replied M m t then answered M ts replies else false
      | [] => false
      end
  end.
Inductive lane_line :=
| Wins_first (b : lane) (t : turn)
| Wins_second (b : lane) (replies : list turn)
| Forget_lane (second : bool) (b : lane).
Definition check_lane (M : ranks) (l : lane_line) : option ranks :=
  match l with
  | Wins_first b t => if replied M b t then Some (enter (fst M) b, snd M) else None
  | Wins_second b replies => if answered M (turns b) replies then Some (fst M, enter (snd M) b) else None
  | Forget_lane second b => Some (if second then (fst M, leave (snd M) b) else (leave (fst M) b, snd M))
  end.

Definition all_won (p : player) (E : lanes) : Prop := every (Forall (Lane_won Left p)) E.
Definition ranked (M : ranks) : Prop := all_won Left (fst M) /\ all_won Right (snd M).
Lemma bucket_won p E b : all_won p E -> Forall (Lane_won Left p) (lane_bucket E b).
Proof.
  intros H. apply (find_every _ _ lane_levels lane_bits (lane_code b)) in H. unfold lane_bucket.
  destruct (find _ _ _ _); [exact H|constructor].
Qed.
Lemma is_in_won p E b : all_won p E -> is_in E b = true -> Lane_won Left p b.
Proof.
  intros H K. apply existsb_exists in K. destruct K as (c & K1 & K2). apply lane_eqb_eq in K2. subst c.
  pose proof (bucket_won p E b H) as B. rewrite Forall_forall in B. now apply B.
Qed.
Lemma with_bucket_won p E b l : all_won p E -> Forall (Lane_won Left p) l -> all_won p (with_bucket E b l).
Proof. intros H K. apply update_every; auto. now destruct l. Qed.
Lemma enter_won p E b : all_won p E -> Lane_won Left p b -> all_won p (enter E b).
Proof. intros H K. apply with_bucket_won; auto. constructor; auto. now apply bucket_won. Qed.
Lemma leave_won p E b : all_won p E -> all_won p (leave E b).
Proof.
  intros H. apply with_bucket_won; auto. apply Forall_forall. intros c Hc. apply filter_In in Hc.
  pose proof (bucket_won p E b H) as B. rewrite Forall_forall in B. now apply B.
Qed.
Lemma replied_won M b t : ranked M -> replied M b t = true -> Lane_won Left Left b.
Proof.
  intros [_ H] K. unfold replied in K. destruct (taken b t) as [[m|[|]]|] eqn:E; try easy; apply taken_In in E.
  - apply own_turn with m; auto. now apply (is_in_won Right (snd M)).
  - now apply scores.
Qed.
Lemma settled_won M b : ranked M -> settled M b = true -> Lane_won Left Left b.
Proof.
  intros [H _] K. unfold settled in K. destruct (existsb _ _) eqn:E; [|now apply (is_in_won Left (fst M))].
  apply existsb_exists in E. destruct E as ([j|] & E & G); [discriminate|]. apply scores.
  destruct b as [l r]. unfold turns. rewrite !in_app_iff. right. right. right. apply in_map_iff. now exists None.
Qed.
Lemma answered_won M ts : ranked M -> forall replies, answered M ts replies = true ->
  (forall v, In (Won v) ts -> v = Left) /\ (forall m, In (Goes m) ts -> Lane_won Left Left m).
Proof.
  intros H. induction ts as [|[m|[|]] ts IH]; intros replies K; [easy| | |easy]; cbn [answered] in K.
  - assert (X : Lane_won Left Left m /\ exists rs, answered M ts rs = true).
    { destruct (settled M m) eqn:E; [split; [now apply settled_won in E|now exists replies]|].
      destruct replies as [|t rs]; [easy|]. destruct (replied M m t) eqn:E2; [|easy].
      split; [now apply replied_won in E2|now exists rs]. }
    destruct X as (X & rs & Y). destruct (IH rs Y) as [I1 I2]. split.
    + intros v [E|Hv]; [easy|auto].
    + intros k [[= <-]|Hk]; auto.
  - destruct (IH replies K) as [I1 I2]. split.
    + intros v [[= <-]|Hv]; auto.
    + intros k [E|Hk]; [easy|auto].
Qed.
Lemma check_lane_ranked M l M' : ranked M -> check_lane M l = Some M' -> ranked M'.
Proof.
  intros H. pose proof H as [H1 H2]. destruct l as [b t|b replies|second b]; cbn [check_lane].
  - destruct (replied M b t) eqn:E; [|easy]. intros [= <-]. split; auto.
    apply enter_won; auto. now apply replied_won in E.
  - destruct (answered M (turns b) replies) eqn:E; [|easy]. intros [= <-]. split; auto.
    apply enter_won; auto. destruct (answered_won M (turns b) H replies E) as [K1 K2].
    now apply (others_turns Left).
  - intros [= <-]. destruct second; split; auto; now apply leave_won.
Qed.

(* ---------- the file ---------- *)
Fixpoint read_squares (t : string) : option (list bool) :=
  match t with
  | EmptyString => Some []
  | String a t =>
      if Ascii.eqb a "o" then option_map (cons true) (read_squares t)
      else if Ascii.eqb a "." then option_map (cons false) (read_squares t)
      else None
  end.
(* One ball @ that is neither on the first square nor on the last one. *)
Definition read_lane (t : string) : option lane :=
  match split "@" t with
  | [l; r] => bind (read_squares l) (fun l => bind (read_squares r) (fun r =>
      match l, r with [], _ | _, [] => None | _, _ => Some (rev l, r) end))
  | _ => None
  end.
(* phutball P ..@o *)
Definition read_phutball (t : string) : option (lane * list (player * player)) :=
  match split " " t with
  | [word; who; b] =>
      if String.eqb word "phutball" then
        bind (read_lane b) (fun b => option_map (fun cs => (b, cs)) (read_outcome who))
      else None
  | _ => None
  end.
Definition Phutball_holds (text : string) : Prop :=
  exists b cs, read_phutball text = Some (b, cs) /\ forall w p, In (w, p) cs -> Lane_won w p b.

Record ranking := Ranking {
  p_stated : string;
  p_lane : lane;
  p_claims : list (player * player);
  p_ranks : ranks }.
Definition start_phutball (text : string) : option ranking :=
  option_map (fun '(b, cs) => Ranking text b cs (Leaf, Leaf)) (read_phutball text).
Definition step_phutball (C : ranking) (l : lane_line) : option ranking :=
  option_map (Ranking (p_stated C) (p_lane C) (p_claims C)) (check_lane (p_ranks C) l).
(* Right wins as Left does in the mirror. *)
Definition claimed (C : ranking) (c : player * player) : bool :=
  let (w, p) := c in
  let b := match w with Left => p_lane C | Right => mirror (p_lane C) end in
  is_in (if same_player w p then fst (p_ranks C) else snd (p_ranks C)) b.
Definition finish_phutball (C : ranking) : bool := forallb (claimed C) (p_claims C).

Inductive ranking_reached : ranking -> Prop :=
| phutball_start text C : start_phutball text = Some C -> ranking_reached C
| phutball_step C l C' : ranking_reached C -> step_phutball C l = Some C' -> ranking_reached C'.

(* Whatever lines were given: what is finished holds. *)
Theorem finish_phutball_sound C : ranking_reached C -> finish_phutball C = true -> Phutball_holds (p_stated C).
Proof.
  intros H F.
  assert (W : read_phutball (p_stated C) = Some (p_lane C, p_claims C) /\ ranked (p_ranks C)).
  { clear F. induction H as [t C H|C l C' _ (H1 & H2) H].
    - unfold start_phutball in H. destruct (read_phutball t) as [[b cs]|] eqn:E; [|easy].
      injection H as <-. repeat split; auto; exact I.
    - unfold step_phutball in H. destruct (check_lane _ l) as [M|] eqn:E; [|easy]. injection H as <-.
      split; auto. exact (check_lane_ranked _ _ _ H2 E). }
  destruct W as [H1 [H2 H3]]. exists (p_lane C), (p_claims C). split; auto. intros w p I.
  unfold finish_phutball in F. rewrite forallb_forall in F. apply F in I. unfold claimed in I.
  destruct w, p; cbn [same_player] in I.
  - now apply (is_in_won Left (fst (p_ranks C))).
  - now apply (is_in_won Right (snd (p_ranks C))).
  - apply (is_in_won Right (snd (p_ranks C))) in I; auto. apply won_mirror in I. now rewrite mirror_mirror in I.
  - apply (is_in_won Left (fst (p_ranks C))) in I; auto. apply won_mirror in I. now rewrite mirror_mirror in I.
Qed.
