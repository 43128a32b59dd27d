(* Lower bounds of how few stones a play of solitaire leaves.  Groups never meet,
   so their bounds add up.  A group of one colour keeps its stones; on a tree the
   forest theorem counts them, on a cycle too, as a forest leaves an edge out; any
   other group keeps one, or two if an invariant says so. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation Uint63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Normal Solitaire Forest Trees.

(* ---------- as many edges as vertices ---------- *)
Fixpoint distinct (cs : list cell) : bool :=
  match cs with [] => true | c :: cs => if existsb (same_cell c) cs then false else distinct cs end.
Lemma distinct_NoDup cs : distinct cs = true -> NoDup cs.
Proof.
  induction cs as [|c cs IH]; simpl; intros H; constructor; destruct (existsb _ cs) eqn:E; try easy; auto.
  intros I. apply not_true_iff_false in E. apply E. apply existsb_exists. exists c. split; auto. now apply same_cell_eq.
Qed.
Lemma nodup_app (A : Type) (k l : list A) : NoDup k -> NoDup l -> (forall a, In a k -> ~ In a l) -> NoDup (k ++ l).
Proof.
  induction k as [|a k IH]; simpl; intros K L H; auto. inversion K; subst. constructor.
  - intros I. apply in_app_or in I. destruct I as [I|I]; auto. apply (H a); auto.
  - apply IH; auto.
Qed.
Lemma NoDup_app_l (A : Type) (k l : list A) : NoDup (k ++ l) -> NoDup k.
Proof.
  induction k as [|a k IH]; simpl; intros H; constructor; inversion H; subst; auto.
  intros I. now apply H2, in_or_app; left.
Qed.
Lemma nodup_map (A B : Type) (f : A -> B) l : NoDup l ->
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction l as [|a l IH]; simpl; intros N H; constructor; inversion N; subst.
  - intros I. apply in_map_iff in I. destruct I as (x & E & I). apply H in E; auto. now subst.
  - apply IH; auto.
Qed.
Lemma highest (A : Type) (h : A -> nat) l : l <> [] -> exists m, In m l /\ forall a, In a l -> h a <= h m.
Proof.
  induction l as [|a l IH]; [easy|]. intros _. destruct l as [|a' l].
  - exists a. split; [now left|]. intros x [->|[]]. lia.
  - destruct IH as (m & M1 & M2); [easy|]. destruct (le_lt_dec (h a) (h m)) as [L|L].
    + exists m. split; [now right|]. intros x [->|Hx]; auto.
    + exists a. split; [now left|]. intros x [->|Hx]; [lia|]. specialize (M2 x Hx). lia.
Qed.

Section Edges.
  Variable adj : cell -> cell -> bool.
  (* The stones that are connected with some, latest first, with their sides, and the
     others. *)
  Definition nearby (front : board) (s : cell * player) : bool := existsb (fun g => joint adj (fst g) (fst s)) front.
  Fixpoint flood (n : nat) (side : bool) (front out : board) (acc : list ((cell * player) * bool)) :
      list ((cell * player) * bool) * board :=
    match n with
    | O => (acc, out)
    | S n =>
        let (new, out) := partition (nearby front) out in
        match new with
        | [] => (acc, out)
        | _ => flood n (negb side) new out (map (fun s => (s, side)) new ++ acc)
        end
    end.
  Lemma flood_perm n : forall side front out acc,
    Permutation (map fst acc ++ out) (map fst (fst (flood n side front out acc)) ++ snd (flood n side front out acc)).
  Proof.
    induction n as [|n IH]; intros side front out acc; cbn [flood]; [apply Permutation_refl|].
    pose proof (partition_perm _ (nearby front) out) as P.
    destruct (partition _ out) as [new rest] eqn:E. simpl in P.
    destruct new as [|s new]; [simpl in *; now apply Permutation_app_head|].
    eapply Permutation_trans; [|apply IH]. rewrite map_app, map_map. simpl map. rewrite map_id.
    eapply Permutation_trans; [apply Permutation_app_head; exact P|].
    rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
  Qed.

  (* The board in that order, those that are far first. *)
  Definition ordered (b : board) : board :=
    match b with
    | [] => []
    | s :: rest => let (l, out) := flood (length rest) true [s] rest [(s, false)] in map fst l ++ out
    end.
  Lemma ordered_perm b : Permutation b (ordered b).
  Proof.
    destruct b as [|s rest]; [constructor|]. simpl.
    pose proof (flood_perm (length rest) true [s] rest [(s, false)]) as P.
    now destruct (flood _ _ _ _ _) as [l out].
  Qed.

  Fixpoint edges (cs : list cell) : list (cell * cell) :=
    match cs with [] => [] | u :: cs => map (pair u) (filter (joint adj u) cs) ++ edges cs end.
  Lemma edges_In cs : forall u v, In (u, v) (edges cs) -> In u cs /\ In v cs.
  Proof.
    induction cs as [|w cs IH]; simpl; intros u v H; [easy|]. apply in_app_or in H. destruct H as [H|H].
    - apply in_map_iff in H. destruct H as (x & E & H). injection E as <- <-. apply filter_In in H. tauto.
    - apply IH in H. tauto.
  Qed.
  Lemma edges_NoDup cs : NoDup cs -> NoDup (edges cs) /\ forall u v, In (u, v) (edges cs) -> ~ In (v, u) (edges cs).
  Proof.
    induction cs as [|w cs IH]; simpl; intros N; [split; [constructor|easy]|].
    inversion N as [|x l N1 N2]; subst. destruct (IH N2) as [I1 I2].
    assert (W : forall v, ~ In (w, v) (edges cs) /\ ~ In (v, w) (edges cs)).
    { intros v. split; intros H; apply edges_In in H; tauto. }
    assert (M : forall u v, In (u, v) (map (pair w) (filter (joint adj w) cs)) -> u = w /\ In v cs).
    { intros u v H. apply in_map_iff in H. destruct H as (x & E & H). injection E as <- <-.
      apply filter_In in H. tauto. }
    split.
    - apply nodup_app; auto.
      + apply nodup_map; [now apply NoDup_filter|]. intros x y _ _ E. now injection E.
      + intros [u v] H K. apply M in H. destruct H as [-> _]. now destruct (W v).
    - intros u v H K. apply in_app_or in H. apply in_app_or in K.
      destruct H as [H|H], K as [K|K]; try (now apply (I2 u v)).
      + apply M in H. apply M in K. destruct H as [_ H], K as [E _]. now subst v.
      + apply M in H. destruct H as [-> _]. now destruct (W v).
      + apply M in K. destruct K as [-> _]. now destruct (W u).
  Qed.

  Lemma cells_app A B : cells (A ++ B) = cells A ++ cells B.  Proof. apply map_app. Qed.
  Lemma cells_perm A B : Permutation A B -> Permutation (cells A) (cells B).  Proof. apply Permutation_map. Qed.

  (* A forest on two parts that do not meet is a forest on each. *)
  Definition far (A B : board) : Prop :=
    forall u v, In u (cells A) -> In v (cells B) -> joint adj u v = false.
  Lemma forest_part to o b A B : Permutation b (A ++ B) -> far A B -> Forest to o adj b -> Forest to o adj A.
  Proof.
    intros P D [F1 [h F2] F3]. pose proof (cells_perm _ _ P) as Q. rewrite cells_app in Q.
    assert (I : forall u, In u (cells A) -> In u (cells b)).
    { intros u Hu. apply (Permutation_in _ (Permutation_sym Q)), in_or_app. now left. }
    split.
    - intros u v Hu E. destruct (F1 u v (I u Hu) E) as [K1 K2]. split; auto.
      apply (Permutation_in _ Q) in K1. apply in_app_or in K1. destruct K1 as [|K1]; auto.
      specialize (D u v Hu K1). unfold joint in D. now rewrite K2 in D.
    - exists h. auto.
    - intros v p Hv. rewrite (F3 v p), (arriving_perm to o v _ _ Q), arriving_app.
      2: { apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left. }
      rewrite (arriving_none to o v (cells B)); [lia|]. intros u Hu E.
      assert (K : In u (cells b)) by (apply (Permutation_in _ (Permutation_sym Q)), in_or_app; now right).
      destruct (F1 u v K E) as [_ K2]. specialize (D v u (In_cells _ _ _ Hv) Hu). unfold joint in D.
      rewrite K2, orb_true_r in D. discriminate.
  Qed.
  Lemma roots_parts to o b A B : Permutation b (A ++ B) ->
    length (roots to o b) = length (roots to o A) + length (roots to o B).
  Proof.
    intros P. unfold roots, roots_of. rewrite !map_length. apply cells_perm in P. rewrite cells_app in P.
    fold (stays_in to (cells b)) (stays_in to (cells A)) (stays_in to (cells B)).
    now rewrite (stays_in_perm to _ _ P), stays_in_app.
  Qed.

  (* A forest leaves one of them out. *)
  Lemma left_out b to o : Forest to o adj b -> NoDup (cells b) -> b <> [] -> length b <= length (edges (cells b)) ->
    exists u v, In (u, v) (edges (cells b)) /\ to u <> Some v /\ to v <> Some u.
  Proof.
    intros [F1 [h F2] _] N B L. set (cs := cells b) in *. set (es := edges cs) in *.
    destruct (forallb (fun e => comes to (snd e) (fst e) || comes to (fst e) (snd e)) es) eqn:A.
    2: { assert (X : exists e, In e es /\ comes to (snd e) (fst e) || comes to (fst e) (snd e) = false).
      { clear - A. induction es as [|e l IH]; simpl in A; [easy|].
        destruct (comes to (snd e) (fst e) || comes to (fst e) (snd e)) eqn:E.
        - destruct (IH A) as (x & X1 & X2). exists x. split; auto. now right.
        - exists e. split; auto. now left. }
      destruct X as ([u v] & X1 & X2). simpl in X2. apply orb_false_iff in X2. destruct X2 as [X2 X3].
      exists u, v. repeat split; auto; intros E; apply comes_iff in E; congruence. }
    exfalso. rewrite forallb_forall in A.
    destruct (edges_NoDup cs N) as [E1 E2]. fold es in E1, E2.
    set (from := fun e : cell * cell => if comes to (snd e) (fst e) then fst e else snd e).
    assert (S : forall u v, In (u, v) es -> exists t, to (from (u, v)) = Some t /\
      ((from (u, v) = u /\ t = v) \/ (from (u, v) = v /\ t = u))).
    { intros u v H. apply A in H. unfold from. simpl in *. destruct (comes to v u) eqn:E.
      - apply comes_iff in E. exists v. auto.
      - simpl in H. apply comes_iff in H. exists u. auto. }
    assert (I : forall u v, In (u, v) es -> In u cs /\ In v cs) by (intros u v; apply edges_In).
    assert (D : NoDup (map from es)).
    { apply nodup_map; auto. intros [u v] [u' v'] H H' E.
      destruct (S u v H) as (t & T & Q). destruct (S u' v' H') as (t' & T' & Q'). rewrite E in *.
      assert (t' = t) by congruence. subst t'.
      destruct Q as [[Q1 Q2]|[Q1 Q2]], Q' as [[R1 R2]|[R1 R2]]; try congruence; exfalso.
      - apply (E2 u v H). now replace u with v' by congruence; replace v with u' by congruence.
      - apply (E2 u v H). now replace u with v' by congruence; replace v with u' by congruence. }
    destruct (highest cell h cs) as (m & M1 & M2); [now destruct b|].
    assert (C : incl (m :: map from es) cs).
    { intros x [->|Hx]; auto. apply in_map_iff in Hx. destruct Hx as ([u v] & <- & H).
      destruct (S u v H) as (t & _ & [[-> _]|[-> _]]); now apply (I u v). }
    assert (Dm : NoDup (m :: map from es)).
    { constructor; auto. intros Hm. apply in_map_iff in Hm. destruct Hm as ([u v] & E & H).
      destruct (S u v H) as (t & T & Q). rewrite E in T.
      specialize (F2 m t M1 T). destruct (F1 m t M1 T) as [Ht _]. specialize (M2 t Ht). lia. }
    pose proof (NoDup_incl_length Dm C) as K. simpl in K. rewrite map_length in K.
    assert (Lc : length cs = length b) by apply map_length. lia.
  Qed.

  (* The graph without an edge. *)
  Definition without (e : cell * cell) (u v : cell) : bool :=
    adj u v && negb (same_cell u (fst e) && same_cell v (snd e) || same_cell u (snd e) && same_cell v (fst e)).
  Lemma forest_without b to o u v : Forest to o adj b -> to u <> Some v -> to v <> Some u ->
    Forest to o (without (u, v)) b.
  Proof.
    intros [F1 F2 F3] Nu Nv. split; auto. intros x y Hx E. destruct (F1 x y Hx E) as [K1 K2]. split; auto.
    unfold without. rewrite K2. simpl. apply negb_true_iff, orb_false_iff.
    split; apply not_true_is_false; intros H; apply andb_prop in H; destruct H as [H1 H2];
      apply same_cell_eq in H1, H2; congruence.
  Qed.

  (* The least of some numbers, if all are known. *)
  Fixpoint least_of (A : Type) (f : A -> cost) (l : list A) : cost :=
    match l with
    | [] => None
    | [a] => f a
    | a :: l =>
        match f a with
        | Some n => match least_of A f l with Some m => Some (if n <=? m then n else m) | None => None end
        | None => None
        end
    end.
  Lemma least_of_le A f l : forall k, least_of A f l = Some k -> forall a, In a l -> exists n, f a = Some n /\ k <= n.
  Proof.
    induction l as [|a l IH]; [easy|]. intros k. destruct l as [|a' l].
    - simpl. intros H x [->|[]]. now exists k.
    - intros H. change (match f a with
        | Some n => match least_of A f (a' :: l) with Some m => Some (if n <=? m then n else m) | None => None end
        | None => None end = Some k) in H.
      destruct (f a) as [n|] eqn:E; [|discriminate]. destruct (least_of A f (a' :: l)) as [m|] eqn:E2; [|discriminate].
      injection H as <-. intros x [<-|Hx].
      + exists n. split; auto. destruct (n <=? m) eqn:C; [lia|]. apply Nat.leb_gt in C. lia.
      + destruct (IH m eq_refl x Hx) as (j & J1 & J2). exists j. split; auto.
        destruct (n <=? m) eqn:C; [apply Nat.leb_le in C; lia|lia].
  Qed.
  Lemma forest_ordered b b' to o : Permutation b b' -> Forest to o adj b -> Forest to o adj b'.
  Proof.
    intros P. apply (forest_part to o b b' []); [now rewrite app_nil_r|]. intros u v _ [].
  Qed.
End Edges.

Section Cycles.
  Variable adj : cell -> cell -> bool.
  Definition without_edge (b : board) (e : cell * cell) : cost :=
    fewest (without adj e) (length b) (map lone (ordered (without adj e) b)).
  Definition on_cycle (b : board) : cost :=
    let es := edges adj (cells b) in
    if Nat.eqb (length es) (length b) then least_of _ (without_edge b) es else None.
  Lemma on_cycle_sound b to o k : Forest to o adj b -> NoDup (cells b) -> on_cycle b = Some k -> k <= length (roots to o b).
  Proof.
    unfold on_cycle. intros F N H. cbv zeta in H. destruct (Nat.eqb _ _) eqn:E; [|easy]. apply Nat.eqb_eq in E.
    destruct b as [|s b]; [easy|].
    destruct (left_out adj _ to o F N) as (u & v & I & Nu & Nv); [easy|lia|].
    destruct (least_of_le _ _ _ _ H _ I) as (n & K1 & K2). unfold without_edge in K1.
    set (c := without adj (u, v)) in *. pose proof (ordered_perm c (s :: b)) as P.
    pose proof (forest_ordered c _ _ to o P (forest_without adj _ to o u v F Nu Nv)) as G.
    pose proof (Permutation_NoDup (cells_perm _ _ P) N) as N'.
    rewrite (Permutation_length P) in K1. pose proof (fewest_sound c _ to o G n N' K1) as L.
    assert (R : Permutation (s :: b) (ordered c (s :: b) ++ [])) by now rewrite app_nil_r.
    rewrite (roots_parts to o _ _ _ R). lia.
  Qed.
End Cycles.

Section Groups.
  Variable neighbours : int -> int -> list int.
  Notation adj := (adjacent neighbours).
  Notation Play := (Play neighbours).

  (* ---------- plays of one group ---------- *)
  Lemma apart_cells b u v p : NoDup (cells b) -> In (u, p) b -> In (v, other p) b -> u <> v.
  Proof. intros N H1 H2 <-. pose proof (one_colour b u _ _ N H1 H2) as E. now destruct p. Qed.
  Lemma play_keeps b e : Play b e -> NoDup (cells b) -> b <> [] -> e <> [].
  Proof.
    induction 1 as [|p b m e Hm H IH]; auto. intros N _. apply In_bmoves in Hm.
    destruct Hm as (u & v & H1 & H2 & _ & ->). apply IH; [now apply nodup_after|].
    pose proof (apart_cells b u v p N H1 H2) as D. intros E.
    assert (K : In v (cells (after u v b))).
    { rewrite cells_after. apply filter_In. split; [now apply In_cells in H2|]. apply other_than_ne. congruence. }
    now rewrite E in K.
  Qed.
  Lemma play_mono b e : mono b = true -> Play b e -> e = b.
  Proof.
    intros M H. inversion H as [|p x m y Hm _]; subst; auto. exfalso. apply In_bmoves in Hm.
    destruct Hm as (u & v & H1 & H2 & _ & _). unfold mono in M. apply orb_prop in M.
    rewrite !forallb_forall in M. destruct M as [M|M]; apply M in H1 as K1; apply M in H2 as K2; now destruct p.
  Qed.

  (* A count that no move changes modulo 3: 1 for a stone on the side of its
     colour, 2 for one that is not. *)
  Section Sides.
    Variable side : cell -> bool.
    Definition count (s : cell * player) : nat := if Bool.eqb (side (fst s)) (same_player (snd s) Left) then 1 else 2.
    Definition counts (b : board) : nat := fold_right (fun s n => count s + n) 0 b.
    Lemma counts_perm A B : Permutation A B -> counts A = counts B.
    Proof. induction 1; simpl; lia. Qed.
    Lemma counts_move p b m : NoDup (cells b) ->
      (forall u v, In u (cells b) -> In v (cells b) -> adj u v = true -> side u <> side v) ->
      In m (board_moves neighbours p b) -> exists k, counts b = counts m + 3 * k.
    Proof.
      intros N S Hm. apply In_bmoves in Hm. destruct Hm as (u & v & H1 & H2 & H3 & ->).
      pose proof (apart_cells b u v p N H1 H2) as D.
      apply in_split in H1. destruct H1 as (A & B & ->).
      assert (P1 : Permutation (A ++ (u, p) :: B) ((u, p) :: (A ++ B))) by (apply Permutation_sym, Permutation_middle).
      pose proof (Permutation_in _ P1 H2) as H4. destruct H4 as [E|H4]; [injection E; congruence|].
      apply in_split in H4. destruct H4 as (A' & B' & E).
      assert (P : Permutation (A ++ (u, p) :: B) ((u, p) :: (v, other p) :: (A' ++ B'))).
      { eapply Permutation_trans; [exact P1|]. rewrite E. constructor. apply Permutation_sym, Permutation_middle. }
      clear P1 E. set (b := A ++ (u, p) :: B) in *.
      pose proof (Permutation_NoDup (cells_perm _ _ P) N) as N'. simpl in N'.
      inversion N' as [|x l N1 N2]; subst. inversion N2 as [|x l N3 N4]; subst.
      pose proof (after_perm u v _ _ P) as Q.
      assert (R : after u v ((u, p) :: (v, other p) :: A' ++ B') = (v, p) :: A' ++ B').
      { unfold after. simpl. rewrite (proj2 (same_cell_eq u u) eq_refl). simpl.
        assert (K : same_cell v u = false) by (apply not_true_is_false; rewrite same_cell_eq; congruence).
        rewrite K. simpl. rewrite (proj2 (same_cell_eq v v) eq_refl), other_other. f_equal.
        apply (after_none u v (A' ++ B')). intros [w q] Hw. apply In_cells in Hw. simpl.
        split; apply not_true_is_false; rewrite same_cell_eq; intros ->; [apply N1; now right|easy]. }
      rewrite R in Q. rewrite (counts_perm _ _ P), (counts_perm _ _ Q). simpl.
      assert (X : side u <> side v).
      { apply S; auto; [|now apply In_cells in H2].
        apply (Permutation_in _ (Permutation_sym (cells_perm _ _ P))). now left. }
      unfold count. simpl. destruct (side u), (side v), p; simpl; try congruence; (now exists 0 + now exists 1) || (exists 0; lia) || (exists 1; lia).
    Qed.
    Lemma counts_play b e : Play b e -> NoDup (cells b) ->
      (forall u v, In u (cells b) -> In v (cells b) -> adj u v = true -> side u <> side v) ->
      exists k, counts b = counts e + 3 * k.
    Proof.
      induction 1 as [|p b m e Hm H IH]; intros N S; [exists 0; lia|].
      destruct (counts_move p b m N S Hm) as (k & K). apply In_bmoves in Hm.
      destruct Hm as (u & v & _ & _ & _ & ->). destruct IH as (j & J); [now apply nodup_after| |exists (k + j); lia].
      intros x y Hx Hy. rewrite cells_after in Hx, Hy. apply filter_In in Hx, Hy. now apply S.
    Qed.
    Lemma counts_two b e k : Play b e -> NoDup (cells b) -> b <> [] ->
      (forall u v, In u (cells b) -> In v (cells b) -> adj u v = true -> side u <> side v) ->
      counts b = 3 * k -> 2 <= length e.
    Proof.
      intros H N B S C. destruct (counts_play b e H N S) as (j & J). pose proof (play_keeps b e H N B) as K.
      destruct e as [|s [|t e]]; [easy| |simpl; lia]. simpl in J. unfold count in J.
      destruct (Bool.eqb _ _); lia.
    Qed.
  End Sides.

  (* ---------- the bound ---------- *)
  (* Neighbours are on different sides. *)
  Fixpoint two_sides (l : list ((cell * player) * bool)) : bool :=
    match l with
    | [] => true
    | (s, i) :: rest =>
        forallb (fun t => if joint adj (fst s) (fst (fst t)) then xorb i (snd t) else true) l && two_sides rest
    end.
  Definition side_in (l : list ((cell * player) * bool)) (v : cell) : bool :=
    match find (fun t => same_cell (fst (fst t)) v) l with Some t => snd t | None => false end.
  Definition thirds (l : list ((cell * player) * bool)) : nat :=
    fold_right (fun t n => (if Bool.eqb (snd t) (same_player (snd (fst t)) Left) then 1 else 2) + n) 0 l.
  Lemma side_in_In l : NoDup (cells (map fst l)) -> forall s i, In (s, i) l -> side_in l (fst s) = i.
  Proof.
    unfold side_in. induction l as [|[t j] l IH]; simpl; [easy|]. intros N s i. inversion N as [|x y N1 N2]; subst.
    intros [E|H].
    - injection E as -> ->. now rewrite (proj2 (same_cell_eq _ _) eq_refl).
    - destruct (same_cell (fst t) (fst s)) eqn:E; [|now apply IH]. exfalso. apply same_cell_eq in E. apply N1.
      rewrite E. apply in_map. apply (in_map fst _ _ H).
  Qed.
  Lemma two_sides_spec l : two_sides l = true -> forall s i t j, In (s, i) l -> In (t, j) l ->
    joint adj (fst s) (fst t) = true -> i <> j.
  Proof.
    induction l as [|[r k] l IH]; [easy|]. intros H s i t j. cbn [two_sides] in H. apply andb_prop in H.
    destruct H as [H K]. rewrite forallb_forall in H. intros [E|Hs] Ht J.
    - injection E as <- <-. apply H in Ht. cbn [fst snd] in Ht. rewrite J in Ht. now destruct k, j.
    - destruct Ht as [E|Ht].
      + injection E as <- <-. specialize (H _ (or_intror Hs)). cbn [fst snd] in H. unfold joint in *.
        rewrite orb_comm in J. rewrite J in H. now destruct k, i.
      + exact (IH K s i t j Hs Ht J).
  Qed.
  Lemma thirds_counts l : NoDup (cells (map fst l)) -> thirds l = counts (side_in l) (map fst l).
  Proof.
    intros N. assert (G : forall k, incl k l -> thirds k = counts (side_in l) (map fst k)); [|apply G, incl_refl].
    induction k as [|[s i] k IH]; simpl; intros H; auto. rewrite IH by (intros x Hx; apply H; now right).
    f_equal. unfold count. rewrite (side_in_In l N s i); auto. apply H. now left.
  Qed.

  Definition is_third (n : nat) : bool := Nat.eqb (Nat.modulo n 3) 0.
  Definition group_bound (l : list ((cell * player) * bool)) : nat :=
    let b := map fst l in
    if mono b then length b
    else match fewest adj (length b) (map lone b) with
    | Some k => k
    | None =>
        match on_cycle adj b with
        | Some k => k
        | None => if two_sides l && is_third (thirds l) then 2 else 1
        end
    end.
  Lemma group_bound_sound l to o : NoDup (cells (map fst l)) -> Forest to o adj (map fst l) ->
    group_bound l <= length (roots to o (map fst l)).
  Proof.
    intros N F. unfold group_bound. set (b := map fst l) in *. cbv zeta.
    assert (P : Play b (roots to o b)) by (apply (forests neighbours b); eauto).
    destruct (mono b) eqn:M; [now rewrite (play_mono b _ M P)|].
    assert (B : b <> []) by (intros B; now rewrite B in M).
    destruct (fewest _ _ _) as [k|] eqn:E1; [exact (fewest_sound adj b to o F k N E1)|].
    destruct (on_cycle adj b) as [k|] eqn:E2; [exact (on_cycle_sound adj b to o k F N E2)|].
    destruct (two_sides l && is_third (thirds l)) eqn:T.
    - apply andb_prop in T. destruct T as [T1 T2]. apply Nat.eqb_eq in T2.
      apply Nat.mod_divides in T2; [|easy]. destruct T2 as (k & T2).
      rewrite (thirds_counts l N) in T2.
      apply (counts_two (side_in l) b _ k P N B); auto. intros u v Hu Hv A.
      apply cells_In in Hu, Hv. destruct Hu as (p & Hu), Hv as (q & Hv).
      apply in_map_iff in Hu, Hv. destruct Hu as ([s i] & Eu & Hu), Hv as ([t j] & Ev & Hv). simpl in *. subst s t.
      change u with (fst (u, p)) at 1. change v with (fst (v, q)).
      rewrite (side_in_In l N _ _ Hu), (side_in_In l N _ _ Hv).
      apply (two_sides_spec l T1 (u, p) i (v, q) j); auto. unfold joint. simpl. now rewrite A.
    - pose proof (play_keeps b _ P N B). destruct (roots to o b); [easy|simpl; lia].
  Qed.

  Fixpoint lower (n : nat) (b : board) : nat :=
    match n, b with
    | S n, s :: rest =>
        let (l, out) := flood adj (length rest) true [s] rest [(s, false)] in
        if apartb neighbours (map fst l) out then group_bound l + lower n out else 0
    | _, _ => 0
    end.
  Lemma lower_forest n : forall b to o, NoDup (cells b) -> Forest to o adj b -> lower n b <= length (roots to o b).
  Proof.
    induction n as [|n IH]; intros [|s rest] to o N F; cbn [lower]; try lia.
    pose proof (flood_perm adj (length rest) true [s] rest [(s, false)]) as P.
    destruct (flood _ _ _ _ _ _) as [l out]. cbn [fst snd map app] in P.
    destruct (apartb _ _ _) eqn:A; [|lia].
    assert (D : far adj (map fst l) out).
    { intros u v Hu Hv. unfold apartb in A. rewrite forallb_forall in A.
      apply cells_In in Hu, Hv. destruct Hu as (p & Hu), Hv as (q & Hv). apply A in Hu.
      rewrite forallb_forall in Hu. apply Hu in Hv. simpl in Hv. unfold joint. now apply negb_true_iff. }
    assert (D' : far adj out (map fst l)).
    { intros u v Hu Hv. specialize (D v u Hv Hu). unfold joint in *. now rewrite orb_comm. }
    pose proof (Permutation_trans P (Permutation_app_comm _ _)) as P'.
    pose proof (Permutation_NoDup (cells_perm _ _ P) N) as N1. rewrite cells_app in N1.
    pose proof (Permutation_NoDup (cells_perm _ _ P') N) as N2. rewrite cells_app in N2.
    rewrite (roots_parts to o _ _ _ P). apply Nat.add_le_mono.
    - apply group_bound_sound; [now apply NoDup_app_l in N1|]. now apply (forest_part adj to o _ _ _ P).
    - apply IH; [now apply NoDup_app_l in N2|]. now apply (forest_part adj to o _ _ _ P').
  Qed.

  (* No play leaves fewer stones than this. *)
  Theorem lower_sound b e : NoDup (cells b) -> Play b e -> lower (length b) b <= length e.
  Proof.
    intros N H. destruct (play_forest neighbours b e H N) as (to & o & F & ->). now apply lower_forest.
  Qed.

  (* ---------- a play that is given ---------- *)
  Fixpoint stone_at (c : cell) (b : board) : option player :=
    match b with [] => None | s :: b => if same_cell (fst s) c then Some (snd s) else stone_at c b end.
  Definition moved (u v : cell) (b : board) : option board :=
    match stone_at u b, stone_at v b with
    | Some p, Some q => if same_player (other p) q && adj u v then Some (after u v b) else None
    | _, _ => None
    end.
  Lemma stone_at_In c b p : stone_at c b = Some p -> In (c, p) b.
  Proof.
    induction b as [|[d q] b IH]; simpl; [easy|]. destruct (same_cell d c) eqn:E; [|auto].
    intros [= ->]. apply same_cell_eq in E. subst. now left.
  Qed.
  Lemma moved_play u v b m c : Play b m -> moved u v m = Some c -> Play b c.
  Proof.
    intros H K. assert (S : exists p, In c (board_moves neighbours p m)).
    { unfold moved in K. destruct (stone_at u m) as [p|] eqn:E1; [|easy].
      destruct (stone_at v m) as [q|] eqn:E2; [|easy]. destruct (_ && _) eqn:E3; [|easy]. injection K as <-.
      apply andb_prop in E3. destruct E3 as [E3 E4]. apply same_player_eq in E3. subst q.
      apply stone_at_In in E1, E2. exists p. apply In_bmoves. eauto 8. }
    destruct S as (p & S). induction H as [b|q b d e Hd H IH].
    - apply step with p c; auto. constructor.
    - apply step with q d; auto.
  Qed.
End Groups.
