(* The checker, a function, and its theorem: what it accepts is won.

   A proof is a list of lines, each of which says that Left wins a sum, moving
   second or moving first.  A reply names the line that it rests on by its
   number; nothing is looked up by contents. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool Uint63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Trie Normal.
Local Open Scope uint63_scope.

(* ---------- what a file holds ---------- *)
Inductive reply :=
| Known (k : int)                         (* line k: Left wins this moving first *)
| Stone (i : nat) (u v : cell) (k : int)  (* in term i the stone on u takes v: line k *)
| Option (i : nat) (h : int) (k : int).   (* in term i, a value, to value h: line k *)

Inductive line :=
| Second (X : list term) (rs : list reply)  (* rule 2: a reply to each of Right's moves *)
| First (X : list term) (r : reply)         (* rule 1 *)
| Add (k j : int)                           (* rule 6: line k, and line j (moving second) in a sum with it *)
| Equal (t : term) (V : list term) (k j : int)   (* rules 4 and 5: lines k and j say t - V >= 0 and V - t >= 0 *)
| Forget (ks : list int).

(* What was proved so far: sums in normal form that Left wins, moving second or
   not, by the numbers of lines; and the values of parts. *)
Record state := State { proved : trie (bool * list term); equal : table }.
Definition nothing : state := State Leaf (Table Leaf Leaf).

Section Checker.
  (* Digits of base eight of the numbers of lines, and binary digits. *)
  Variable levels : nat.
  Variable bits : int.
  Notation look := (find levels bits).
  Notation enter := (update levels bits).
  Variable neighbours : int -> int -> list int.
  Variable options : int -> list int * list int.
  Notation adj := (adjacent neighbours).
  Notation moves := (Statement.moves neighbours options).
  Notation sum := (list term).
  Notation GE := (Sums.GE term moves).
  Notation GF := (Sums.GF term moves).
  Notation eqv := (Sums.eqv term moves).
  Notation Win := (Statement.Win neighbours options).
  Notation tagged := Normal.tagged.
  Notation known := (Normal.known neighbours options).
  Notation norm := (Normal.norm neighbours).
  Notation tag := (Normal.tag neighbours).
  Notation fair := (Normal.fair neighbours options).
  Let size_moves := Rules.size_moves neighbours options.
  Let neg_moves := Rules.neg_moves neighbours options.
  Let eqv_sym := Sums.eqv_sym term moves.
  Let eqv_GE := Sums.eqv_GE term moves.
  Let eqv_GF := Sums.eqv_GF term moves.
  Let GE_add := Sums.GE_add term moves size size_moves.
  Let GF_add := Sums.GF_add term moves size size_moves.

  Definition claim (second : bool) (X : sum) : Prop := if second then GE X else GF X.
  Lemma eqv_claim s X Y : eqv X Y -> claim s X -> claim s Y.
  Proof. destruct s; simpl; eauto. Qed.

  Definition good (M : state) : Prop := every (fun e => claim (fst e) (snd e)) (proved M) /\ fair (equal M).
  Lemma good_find M k s X : good M -> look k (proved M) = Some (s, X) -> claim s X.
  Proof. intros [H _] E. pose proof (find_every _ _ levels bits k _ H) as K. now rewrite E in K. Qed.

  (* Line k says so, after X has been brought into normal form. *)
  Definition holds (M : state) (second : bool) (X : list tagged) (k : int) : bool :=
    match norm (equal M) X with
    | [] => second
    | V => match look k (proved M) with
           | Some (s, Y) => Bool.eqb s second && sum_eqb V Y
           | None => false
           end
    end.
  Lemma holds_claim M s X k : good M -> Forall known X -> holds M s X k = true -> claim s (plain X).
  Proof.
    intros HM HX. unfold holds. intros H. apply eqv_claim with (norm (equal M) X).
    { apply eqv_sym, norm_eqv; [apply HM|assumption]. }
    destruct (norm (equal M) X) as [|t V].
    - subst s. apply Sums.GE_nil.
    - destruct (look k (proved M)) as [[r Y]|] eqn:E; [|easy]. apply andb_prop in H.
      destruct H as [H1 H2]. apply eqb_prop in H1. apply sum_eqb_eq in H2. subst. eauto using good_find.
  Qed.

  (* ---------- Left's replies ---------- *)
  (* What [after] and [moves] of Statement.v give, in one pass each. *)
  Fixpoint taken (u v : cell) (b : board) : board :=
    match b with
    | [] => []
    | s :: b => if same_cell (fst s) u then taken u v b
                else if same_cell (fst s) v then (fst s, other (snd s)) :: taken u v b
                else s :: taken u v b
    end.
  Lemma taken_after u v b : taken u v b = after u v b.
  Proof.
    unfold after. induction b as [|s b IH]; auto. simpl. rewrite IH.
    destruct (same_cell (fst s) u); auto. simpl. now destruct (same_cell (fst s) v).
  Qed.
  Fixpoint moves_from (p : player) (u : cell) (whole b : board) (tail : list term) : list term :=
    match b with
    | [] => tail
    | (c, q) :: b =>
        if same_player p q then moves_from p u whole b tail
        else if adj u c then Board (taken u c whole) :: moves_from p u whole b tail
        else moves_from p u whole b tail
    end.
  Fixpoint moves_of (p : player) (whole b : board) : list term :=
    match b with
    | [] => []
    | (u, q) :: b => if same_player p q then moves_from p u whole whole (moves_of p whole b) else moves_of p whole b
    end.
  Definition quick_moves (p : player) (t : term) : list term :=
    match t with Board b => moves_of p b b | Value s g => moves p t end.
  Lemma moves_from_spec p u whole b tail : moves_from p u whole b tail =
    map Board (map (fun t => after u (fst t) whole)
      (filter (fun t => same_player (other p) (snd t) && adj u (fst t)) b)) ++ tail.
  Proof.
    induction b as [|[c q] b IH]; auto. cbn [moves_from filter fst snd]. rewrite IH, taken_after.
    replace (same_player (other p) q) with (negb (same_player p q)) by now destruct p, q.
    destruct (same_player p q); simpl; auto. now destruct (adj u c).
  Qed.
  Lemma moves_of_spec p whole b : moves_of p whole b =
    map Board (flat_map (fun s => if same_player p (snd s) then
       map (fun t => after (fst s) (fst t) whole)
           (filter (fun t => same_player (other p) (snd t) && adj (fst s) (fst t)) whole)
       else []) b).
  Proof.
    induction b as [|[u q] b IH]; auto. cbn [moves_of flat_map fst snd]. rewrite map_app, <- IH.
    destruct (same_player p q); auto. apply moves_from_spec.
  Qed.
  Lemma quick_moves_spec p t : quick_moves p t = moves p t.
  Proof. destruct t as [b|s g]; auto. apply moves_of_spec. Qed.
  Fixpoint has (b : board) (p : player) (c : cell) : bool :=
    match b with
    | [] => false
    | (d, q) :: b => if same_cell d c then same_player p q else has b p c
    end.
  Lemma has_In b p c : has b p c = true -> In (c, p) b.
  Proof.
    induction b as [|[d q] b IH]; simpl; [easy|]. destruct (same_cell d c) eqn:E; auto.
    intros H. apply same_cell_eq in E. apply same_player_eq in H. subst. now left.
  Qed.
  Definition left_option (t : term) (r : reply) : option (term * int) :=
    match t, r with
    | Board b, Stone _ u v k =>
        if adj u v && has b Left u && has b Right v then Some (Board (taken u v b), k) else None
    | Value s g, Option _ h k =>
        if existsb (Uint63.eqb h) (value_moves options Left s g) then Some (Value s h, k) else None
    | _, _ => None
    end.
  Lemma left_option_move t r m k : left_option t r = Some (m, k) -> In m (moves Left t).
  Proof.
    destruct t as [b|s g], r as [k0|i u v k0|i h k0]; simpl; try easy.
    - destruct (_ && _) eqn:E; [|easy]. intros H. injection H as <- _. rewrite taken_after.
      apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2].
      apply has_In in E2. apply has_In in E3.
      apply (board_move neighbours options Left); auto.
    - destruct (existsb _ _) eqn:E; [|easy]. intros H. injection H as <- _.
      apply existsb_exists in E. destruct E as (h' & H1 & H2). apply eqb_spec in H2. subst h'.
      now apply in_map.
  Qed.

  Fixpoint answer_at (M : state) (A X : list tagged) (i : nat) (r : reply) : bool :=
    match X, i with
    | [], _ => false
    | t :: X, O => match left_option (fst t) r with
                   | Some (m, k) => holds M true (rev_append A ((m, None) :: X)) k
                   | None => false
                   end
    | t :: X, S i => answer_at M (t :: A) X i r
    end.
  Definition answer (M : state) (X : list tagged) (r : reply) : bool :=
    match r with
    | Known k => holds M false X k
    | Stone i _ _ _ | Option i _ _ => answer_at M [] X i r
    end.

  Lemma Forall_rev_append (Q : tagged -> Prop) A B : Forall Q A -> Forall Q B -> Forall Q (rev_append A B).
  Proof. revert B. induction A as [|a A IH]; simpl; intros B HA HB; auto. inversion HA; auto. Qed.
  Lemma plain_rev_append A B : plain (rev_append A B) = rev_append (plain A) (plain B).
  Proof. revert B. induction A as [|a A IH]; simpl; intros B; auto. now rewrite IH. Qed.

  Lemma answer_at_claim M r : good M -> forall X A i, Forall known A -> Forall known X ->
    answer_at M A X i r = true -> GF (plain (rev_append A X)).
  Proof.
    intros HM. induction X as [|t X IH]; intros A i HA HX; simpl; [easy|]. inversion HX; subst.
    destruct i as [|i]; [|apply (IH (t :: A)); auto].
    destruct (left_option (fst t) r) as [[m k]|] eqn:E; [|easy]. intros H.
    apply (holds_claim M true) in H; auto.
    - rewrite plain_rev_append, rev_append_rev in *. simpl in *.
      eapply GF_intro; [|exact H]. constructor. eapply left_option_move; eauto.
    - apply Forall_rev_append; auto. constructor; auto. exact I.
  Qed.
  Lemma answer_claim M X r : good M -> Forall known X -> answer M X r = true -> GF (plain X).
  Proof.
    destruct r; simpl; intros HM HX H.
    - now apply (holds_claim M false) in H.
    - now apply (answer_at_claim M _ HM X []) in H.
    - now apply (answer_at_claim M _ HM X []) in H.
  Qed.

  (* ---------- all of Right's moves ---------- *)
  Fixpoint right_options (A X : list tagged) : list (list tagged) :=
    match X with
    | [] => []
    | t :: X => map (fun m => rev_append A ((m, None) :: X)) (quick_moves Right (fst t)) ++ right_options (t :: A) X
    end.
  Lemma right_options_known X : forall A, Forall known A -> Forall known X ->
    forall Y, In Y (right_options A X) -> Forall known Y.
  Proof.
    induction X as [|t X IH]; intros A HA HX Y; simpl; [easy|]. inversion HX; subst.
    intros H. apply in_app_or in H. destruct H as [H|H].
    - apply in_map_iff in H. destruct H as (m & <- & _). apply Forall_rev_append; auto.
      constructor; auto. exact I.
    - apply (IH (t :: A)); auto.
  Qed.
  Lemma right_options_all X : forall A B t D m, plain X = B ++ t :: D -> In m (moves Right t) ->
    exists Y, In Y (right_options A X) /\ plain Y = rev_append (plain A) (B ++ m :: D).
  Proof.
    induction X as [|u X IH]; intros A B t D m E Hm; [destruct B; discriminate|].
    destruct B as [|c B]; simpl in *; injection E as E1 E2.
    - exists (rev_append A ((m, None) :: X)). split.
      + apply in_or_app. left. rewrite quick_moves_spec, E1.
        apply (in_map (fun m => rev_append A ((m, None) :: X)) _ _ Hm).
      + rewrite plain_rev_append. simpl. now rewrite E2.
    - destruct (IH (u :: A) B t D m E2 Hm) as (Y & H1 & H2). exists Y. split.
      + apply in_or_app. now right.
      + rewrite H2. simpl. now rewrite E1.
  Qed.

  Fixpoint all_answered (M : state) (l : list (list tagged)) (rs : list reply) : bool :=
    match l, rs with
    | [], [] => true
    | X :: l, r :: rs => if answer M X r then all_answered M l rs else false
    | _, _ => false
    end.
  Lemma all_answered_claim M l : good M -> (forall X, In X l -> Forall known X) ->
    forall rs, all_answered M l rs = true -> forall X, In X l -> GF (plain X).
  Proof.
    intros HM. induction l as [|Y l IH]; intros HK [|r rs]; simpl; try easy.
    destruct (answer M Y r) eqn:E; [|easy].
    intros H X [<-|HX]; [apply answer_claim with M r; auto; apply HK; now left|].
    apply (IH (fun X HX => HK X (or_intror HX)) rs H X HX).
  Qed.

  (* ---------- lines ---------- *)
  (* Whether a sum has at most n terms and stones.  That keeps hostile files
     small; nothing rests on it. *)
  Fixpoint weight (n : int) (X : sum) : int :=
    match X with
    | [] => n
    | Board b :: X => weight (fold_left (fun n _ => n + 1) b (n + 1)) X
    | Value _ _ :: X => weight (n + 1) X
    end.
  Definition at_most (n : int) (X : sum) : bool := weight 0 X <=? n.
  Definition keep (M : state) (n : int) (second : bool) (X : sum) : state :=
    State (enter n (Some (second, X)) (proved M)) (equal M).
  (* One part or one value, and what it and its negative are equal to. *)
  Definition equation (E : table) (t : term) (V W : sum) : option table :=
    match t with
    | Board b =>
        match parts neighbours b with
        | [p] => Some (equate_part (equate_part E (normal neighbours (bneg p)) W) (normal neighbours p) V)
        | _ => None
        end
    | Value false g => Some (equate_value E g V W)
    | Value true _ => None
    end.
  Definition check_line (M : state) (n : int) (l : line) : option state :=
    match l with
    | Second X rs =>
        let T := map (tag (equal M)) X in
        if all_answered M (right_options [] T) rs then Some (keep M n true (norm (equal M) T)) else None
    | First X r =>
        let T := map (tag (equal M)) X in
        if answer M T r then Some (keep M n false (norm (equal M) T)) else None
    | Add k j =>
        match look k (proved M), look j (proved M) with
        | Some (s, Y), Some (true, Z) =>
            if at_most 2048 (Y ++ Z) then Some (keep M n s (norm (equal M) (map (fun t => (t, Some [t])) (Y ++ Z))))
            else None
        | _, _ => None
        end
    | Equal t V k j =>
        let T := map (tag (equal M)) in
        if holds M true (T (t :: map neg V)) k then
          if holds M true (T (V ++ [neg t])) j then
            let U := norm (equal M) (T V) in
            if at_most 16 U then
              option_map (State (proved M)) (equation (equal M) t U (norm (equal M) (T (map neg V))))
            else None
          else None
        else None
    | Forget ks => Some (State (fold_left (fun M k => enter k None M) ks (proved M)) (equal M))
    end.

  Lemma good_keep M n s X : good M -> claim s X -> good (keep M n s X).
  Proof. intros [HM HE] HX. split; [now apply update_every|exact HE]. Qed.
  Lemma norm_tag_eqv E X : fair E -> eqv X (norm E (map (tag E) X)).
  Proof.
    intros F. rewrite <- (plain_tag neighbours E X) at 1.
    apply norm_eqv; [exact F|now apply tags_known].
  Qed.
  Lemma holds_tags M s X k : good M -> holds M s (map (tag (equal M)) X) k = true -> claim s X.
  Proof.
    intros HM H. apply holds_claim in H; auto; [|apply tags_known, HM]. now rewrite plain_tag in H.
  Qed.

  Lemma equation_fair E t V W E' : fair E -> eqv [t] V -> eqv [neg t] W -> equation E t V W = Some E' -> fair E'.
  Proof.
    intros F HV HW. destruct t as [b|[] g]; cbn [equation]; [|easy|].
    - destruct (parts neighbours b) as [|p [|q l]] eqn:E1; try easy. intros H. injection H as <-.
      assert (K : eqv [Board b] [Board p]).
      { pose proof (parts_eqv neighbours options b) as K. now rewrite E1 in K. }
      apply equate_part_fair; [apply equate_part_fair; [exact F|]|].
      + eapply Sums.eqv_trans; [apply eqv_sym, normal_eqv|].
        apply Sums.eqv_trans with [neg (Board b)]; [|exact HW]. apply eqv_sym.
        exact (eqv_negs term moves size neg size_moves neg_moves neg_neg [Board b] [Board p] K).
      + eapply Sums.eqv_trans; [apply eqv_sym, normal_eqv|].
        apply Sums.eqv_trans with [Board b]; [now apply eqv_sym|exact HV].
    - intros H. injection H as <-. now apply equate_value_fair.
  Qed.

  Lemma check_line_good M n l M' : good M -> check_line M n l = Some M' -> good M'.
  Proof.
    intros HM. pose proof (proj2 HM) as HE. destruct l as [X rs|X r|k j|t V k j|ks]; cbn [check_line].
    - cbv zeta. destruct (all_answered _ _ _) eqn:E; [|easy]. intros H. injection H as <-.
      apply good_keep; auto. apply (eqv_claim true X); [now apply norm_tag_eqv|]. constructor.
      intros X' S. inversion S as [A t B m Hm EX EX']. subst X X'.
      destruct (right_options_all (map (tag (equal M)) (A ++ t :: B)) [] A t B m) as (Y & H1 & H2); auto.
      { apply plain_tag. }
      simpl in H2. rewrite <- H2. refine (all_answered_claim M _ HM _ rs E Y H1).
      apply right_options_known; [constructor|now apply tags_known].
    - cbv zeta. destruct (answer M _ r) eqn:E; [|easy]. intros H. injection H as <-.
      apply good_keep; auto. apply (eqv_claim false X); [now apply norm_tag_eqv|].
      apply answer_claim in E; auto; [|now apply tags_known]. now rewrite plain_tag in E.
    - destruct (look k (proved M)) as [[s Y]|] eqn:E1; [|easy].
      destruct (look j (proved M)) as [[r Z]|] eqn:E2; [destruct r; [|easy]|easy].
      destruct (at_most _ _); [|easy]. intros H. injection H as <-. apply good_keep; auto.
      apply good_find in E1; auto. apply good_find in E2; auto.
      set (T := map _ (Y ++ Z)). assert (ET : plain T = Y ++ Z).
      { unfold T, plain. rewrite map_map. apply map_id. }
      apply eqv_claim with (plain T).
      + apply norm_eqv; [exact HE|]. apply Forall_forall. intros x Hx. unfold T in Hx. apply in_map_iff in Hx.
        destruct Hx as (t & <- & _). apply Sums.eqv_refl.
      + rewrite ET. destruct s; simpl in *; auto.
    - cbv zeta. destruct (holds M true _ k) eqn:E1; [|easy]. destruct (holds M true _ j) eqn:E2; [|easy].
      apply holds_tags in E1; auto. apply holds_tags in E2; auto.
      assert (K : eqv [t] V)
        by exact (order_eqv term moves size neg size_moves neg_moves neg_neg [t] V E1 E2).
      destruct (at_most _ _); [|easy]. destruct (equation _ _ _ _) as [E'|] eqn:E3; [|easy]. intros H. injection H as <-.
      split; [apply HM|]. refine (equation_fair _ _ _ _ _ HE _ _ E3).
      + eapply Sums.eqv_trans; [exact K|now apply norm_tag_eqv].
      + apply Sums.eqv_trans with (map neg V); [|now apply norm_tag_eqv].
        exact (eqv_negs term moves size neg size_moves neg_moves neg_neg [t] V K).
    - intros H. injection H as <-. split; [|exact HE]. simpl. destruct HM as [HM _].
      revert HM. generalize (proved M). induction ks as [|k ks IH]; intros N HN; simpl; auto.
      apply IH. now apply update_every.
  Qed.

  (* ---------- down to the rules ---------- *)
  Lemma claim_Win n : forall X, sz term size X <= n ->
    (GE X -> Win Left Right X) /\ (GF X -> Win Left Left X).
  Proof.
    induction n as [n IH] using lt_wf_ind. intros X Hn. split; intros H.
    - apply (others_moves neighbours options Left). intros A t B m -> Hm.
      pose proof (smove_intro term moves Right A t B m Hm) as S.
      pose proof (smove_sz term moves size size_moves _ _ _ S).
      apply (IH (sz term size (A ++ m :: B))); try lia. eapply GE_inv; eauto.
    - apply GF_inv in H. destruct H as (Y & H1 & H2).
      pose proof (smove_sz term moves size size_moves _ _ _ H1).
      revert H2 H. destruct H1 as [A t B m Hm]. intros H2 H.
      apply own_move with m; auto. apply (IH (sz term size (A ++ m :: B))); auto; lia.
  Qed.

  Lemma Win_neg w p X : Win w p X -> Win (other w) (other p) (map neg X).
  Proof.
    induction 1 as [A t B m Hm H IH|X H IH].
    - rewrite map_app in *. simpl in *. apply own_move with (neg m); [now apply neg_moves|assumption].
    - apply (others_moves neighbours options (other w)). intros A t B m E Hm.
      specialize (IH (map neg A) (neg t) (map neg B) (neg m)).
      rewrite map_app in IH. simpl in IH.
      assert (I : forall Y, map neg (map neg Y) = Y).
      { intros Y. rewrite map_map. rewrite <- (map_id Y) at 2. apply map_ext, neg_neg. }
      rewrite !I, neg_neg in IH. apply IH.
      + rewrite <- (I X), E, map_app. reflexivity.
      + apply neg_moves in Hm. now rewrite other_other in Hm.
  Qed.

  (* Player w wins X when p is to move, by line k. *)
  Definition concludes (M : state) (X : sum) (w p : player) (k : int) : bool :=
    holds M (same_player (other w) p) (map (tag (equal M)) (match w with Left => X | Right => map neg X end)) k.

  Theorem concludes_Win M X w p k : good M -> concludes M X w p k = true -> Win w p X.
  Proof.
    intros HM H. apply holds_tags in H; auto.
    set (Y := match w with Left => X | Right => _ end) in *.
    destruct (claim_Win _ Y (le_n _)) as [H1 H2].
    assert (K : Win Left (if same_player (other w) p then Right else Left) Y)
      by (destruct (same_player _ _); simpl in *; auto).
    destruct w; [now destruct p|].
    apply Win_neg in K. unfold Y in K. rewrite map_map in K.
    assert (I : map (fun t => neg (neg t)) X = X) by (rewrite <- (map_id X) at 2; apply map_ext, neg_neg).
    rewrite I in K. now destruct p.
  Qed.

  (* ---------- all lines at once ---------- *)
  Fixpoint run (M : state) (ls : list (int * line)) : option state :=
    match ls with
    | [] => Some M
    | (n, l) :: ls => match check_line M n l with Some M => run M ls | None => None end
    end.
  Lemma run_good ls : forall M M', good M -> run M ls = Some M' -> good M'.
  Proof.
    induction ls as [|[n l] ls IH]; simpl; intros M M' HM H; [now injection H as <-|].
    destruct (check_line M n l) as [M1|] eqn:E; [|easy]. eauto using check_line_good.
  Qed.

  Definition check (ls : list (int * line)) (X : sum) (cs : list (player * player * int)) : bool :=
    match run nothing ls with
    | Some M => forallb (fun c => concludes M X (fst (fst c)) (snd (fst c)) (snd c)) cs
    | None => false
    end.

  Theorem check_sound ls X cs : check ls X cs = true ->
    forall w p k, In (w, p, k) cs -> Win w p X.
  Proof.
    unfold check. intros H w p k Hc.
    destruct (run nothing ls) as [M|] eqn:E; [|easy].
    rewrite forallb_forall in H. apply H in Hc.
    eapply concludes_Win; [|exact Hc]. eapply run_good; [|exact E]. split; [exact I|split; exact I].
  Qed.
End Checker.
