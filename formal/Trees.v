(* The least number of stones that a forest of arrows leaves on a board whose
   graph has no cycles: vertices are cut off from the leaves on. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation Uint63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Solitaire Forest.

(* ---------- costs, of which some are infinite ---------- *)
Definition cost := option nat.
Definition least (a b : cost) : cost :=
  match a, b with
  | Some n, Some m => if n <=? m then a else b
  | None, _ => b
  | _, None => a
  end.
Definition at_most (a : cost) (n : nat) : Prop := exists k, a = Some k /\ k <= n.
Lemma least_left a b n : at_most a n -> at_most (least a b) n.
Proof.
  intros (k & -> & H). destruct b as [m|]; simpl; [|now exists k].
  destruct (k <=? m) eqn:E; [now exists k|]. apply Nat.leb_gt in E. exists m. split; auto. lia.
Qed.
Lemma least_right a b n : at_most b n -> at_most (least a b) n.
Proof.
  intros (k & -> & H). destruct a as [m|]; simpl; [|now exists k].
  destruct (m <=? k) eqn:E; [|now exists k]. apply Nat.leb_le in E. exists m. split; auto. lia.
Qed.
Lemma at_most_le a n m : at_most a n -> n <= m -> at_most a m.
Proof. intros (k & -> & H) L. exists k. split; auto. lia. Qed.
Definition plus (a b : cost) : cost :=
  match a, b with Some n, Some m => Some (n + m) | _, _ => None end.
Lemma plus_at_most a b n m : at_most a n -> at_most b m -> at_most (plus a b) (n + m).
Proof. intros (k & -> & H) (j & -> & K). exists (k + j). split; auto. lia. Qed.

(* Rows of costs by position; what is beyond the end is infinite. *)
Definition row := list cost.
Definition shifted_by (c : cost) (l : row) : row := match c with None => [] | _ => map (plus c) l end.
Fixpoint least_row (k l : row) : row :=
  match k, l with
  | [], _ => l
  | _, [] => k
  | a :: k, b :: l => least a b :: least_row k l
  end.
Definition entry_at_most (i : nat) (l : row) (n : nat) : Prop := at_most (nth i l None) n.
Lemma least_row_left i : forall k l n, entry_at_most i k n -> entry_at_most i (least_row k l) n.
Proof.
  unfold entry_at_most. induction i as [|i IH]; intros [|a k] [|b l] n H; simpl in *; auto;
    try (now destruct H as (j & H & _)); auto using least_left.
Qed.
Lemma least_row_right i : forall k l n, entry_at_most i l n -> entry_at_most i (least_row k l) n.
Proof.
  unfold entry_at_most. induction i as [|i IH]; intros [|a k] [|b l] n H; simpl in *; auto;
    try (now destruct H as (j & H & _)); auto using least_right.
Qed.
Lemma shifted_by_entry i c l n m : at_most c n -> entry_at_most i l m -> entry_at_most i (shifted_by c l) (n + m).
Proof.
  unfold entry_at_most. intros (k & -> & H) (j & K & L). unfold shifted_by.
  change None with (plus (Some k) None). rewrite map_nth. rewrite K. exists (k + j). split; auto. lia.
Qed.
Lemma next_entry i l n : entry_at_most i l n -> entry_at_most (S i) (None :: l) n.
Proof. easy. Qed.

Section Trees.
  Variable adj : cell -> cell -> bool.
  Definition joint (u v : cell) : bool := adj u v || adj v u.

  (* ---------- trees, from the leaves on ---------- *)
  (* A vertex that is left, and the least number of roots among what was cut off
     below it, by the stones that went in to it and where it went: nowhere below,
     or below as an x or an o.  The position in a row is the number of x less the
     number of o that went in, plus the number of vertices cut off, plus 2. *)
  Record vertex := Vertex_of { place : cell; stone : player; below : nat; still : row; sent_x : row; sent_o : row }.
  Definition table (e : vertex) (out : option player) : row :=
    match out with None => still e | Some Left => sent_x e | Some Right => sent_o e end.
  Definition lone (s : cell * player) : vertex := Vertex_of (fst s) (snd s) 0 [None; None; Some 0] [] [].

  (* The difference plus 2 that makes the stone s one of colour q. *)
  Definition slot (s q : player) : nat :=
    match s, q with Left, Left | Right, Right => 2 | Left, Right => 1 | Right, Left => 3 end.
  (* The same if r comes from elsewhere. *)
  Definition slot_with (r s q : player) : nat :=
    match r with Left => Nat.pred (slot s q) | Right => S (slot s q) end.
  Definition here (e : vertex) (out : option player) (j : nat) : cost := nth (j + below e) (table e out) None.
  (* It stays, or went below. *)
  Definition ends (e : vertex) (j : player -> nat) : cost :=
    let of_colour q := least (plus (Some 1) (here e None (j q))) (here e (Some q) (j q)) in
    least (of_colour Left) (of_colour Right).
  Definition free (e : vertex) : cost := ends e (slot (stone e)).
  Definition up (e : vertex) (q : player) : cost := here e None (slot (stone e) q).
  Definition down (e : vertex) (r : player) : cost := ends e (slot_with r (stone e)).

  (* The vertex p when e, its neighbour, is cut off. *)
  Definition joined (p e : vertex) : vertex :=
    let f := free e in let x := up e Left in let o := up e Right in
    let carried l := least_row (shifted_by o l) (None :: least_row (shifted_by f l) (None :: shifted_by x l)) in
    let s := still p in
    Vertex_of (place p) (stone p) (S (below p)) (carried s)
      (least_row (carried (sent_x p)) (None :: shifted_by (down e Left) s))
      (least_row (carried (sent_o p)) (None :: shifted_by (down e Right) s)).

  Inductive cut_off := Alone | One (l : list vertex) | Many.
  Definition meets (e p : vertex) : bool := joint (place e) (place p).
  Fixpoint absorb (e : vertex) (l : list vertex) : cut_off :=
    match l with
    | [] => Alone
    | p :: l =>
        if meets e p then if existsb (meets e) l then Many else One (joined p e :: l)
        else match absorb e l with One l => One (p :: l) | c => c end
    end.
  Fixpoint fewest (n : nat) (l : list vertex) : cost :=
    match l, n with
    | [], _ => Some 0
    | e :: l, S n =>
        match absorb e l with
        | Alone => plus (free e) (fewest n l)
        | One l => fewest n l
        | Many => None
        end
    | _, O => None
    end.

  Lemma absorb_alone e l : absorb e l = Alone -> Forall (fun p => meets e p = false) l.
  Proof.
    induction l as [|p l IH]; simpl; intros H; constructor.
    - destruct (meets e p) eqn:E; auto. destruct (existsb _ l); discriminate.
    - apply IH. destruct (meets e p); [destruct (existsb _ l); discriminate|].
      destruct (absorb e l); easy.
  Qed.
  Lemma absorb_one e l : forall l', absorb e l = One l' -> exists A p B, l = A ++ p :: B /\ l' = A ++ joined p e :: B /\
    Forall (fun p => meets e p = false) A /\ Forall (fun p => meets e p = false) B.
  Proof.
    induction l as [|p l IH]; simpl; intros l' H; [easy|]. destruct (meets e p) eqn:E.
    - destruct (existsb _ l) eqn:K; [easy|]. injection H as <-. exists [], p, l. repeat split; auto.
      apply Forall_forall. intros q Hq. apply not_true_is_false. intros M. apply not_true_iff_false in K.
      apply K. apply existsb_exists. eauto.
    - destruct (absorb e l) as [|l1|]; try easy. injection H as <-.
      destruct (IH l1 eq_refl) as (A & q & B & -> & -> & HA & HB). exists (p :: A), q, B. simpl. auto.
  Qed.

  Section OfForest.
    Variable b : board.
    Variable to : cell -> option cell.
    Variable o : cell -> player.
    Hypothesis F : Forest to o adj b.
    Notation arriving := (arriving to o).

    Lemma arriving_app v A B : arriving v (A ++ B) = (arriving v A + arriving v B)%Z.
    Proof. induction A as [|u A IH]; simpl; lia. Qed.
    Lemma arriving_perm v A B : Permutation A B -> arriving v A = arriving v B.
    Proof. induction 1; simpl; lia. Qed.
    Definition stays_in (A : list cell) : nat := length (filter (stays to) A).
    Lemma stays_in_app A B : stays_in (A ++ B) = stays_in A + stays_in B.
    Proof. unfold stays_in. now rewrite filter_app, app_length. Qed.
    Lemma stays_in_perm A B : Permutation A B -> stays_in A = stays_in B.
    Proof.
      unfold stays_in. induction 1; simpl; auto; try congruence.
      - destruct (stays to x); simpl; auto.
      - destruct (stays to x), (stays to y); auto.
    Qed.
    Definition one (v : cell) : nat := if stays to v then 1 else 0.

    (* Where v went, if it is one of these. *)
    Definition out_in (E : list cell) (v : cell) : option player :=
      match to v with Some w => if existsb (same_cell w) E then Some (o v) else None | None => None end.
    Definition right (E : list cell) (e : vertex) (c : nat) : Prop :=
      exists i, Z.of_nat i = (arriving (place e) E + 2 + Z.of_nat (below e))%Z /\
        entry_at_most i (table e (out_in E (place e))) c.

    Lemma not_joint u v : In u (cells b) -> joint u v = false -> to u <> Some v.
    Proof.
      intros Hu H E. destruct F as [F1 _ _]. destruct (F1 u v Hu E) as [_ K].
      unfold joint in H. now rewrite K in H.
    Qed.
    Lemma not_joint' u v : In u (cells b) -> joint v u = false -> to u <> Some v.
    Proof. intros Hu H. apply not_joint; auto. unfold joint in *. now rewrite orb_comm. Qed.
    Lemma not_itself v : In v (cells b) -> to v <> Some v.
    Proof. intros Hv E. destruct F as [_ [h F2] _]. specialize (F2 v v Hv E). lia. Qed.
    Lemma not_back u v : In u (cells b) -> In v (cells b) -> to u = Some v -> to v <> Some u.
    Proof.
      intros Hu Hv E E'. destruct F as [_ [h F2] _].
      pose proof (F2 u v Hu E). pose proof (F2 v u Hv E'). lia.
    Qed.

    Lemma out_in_cons v E w : out_in (v :: E) w =
      match to w with Some x => if same_cell x v then Some (o w) else out_in E w | None => None end.
    Proof. unfold out_in. destruct (to w) as [x|]; auto. simpl. now destruct (same_cell x v). Qed.
    Lemma right_far E v p c : In v (cells b) -> In (place p) (cells b) -> joint v (place p) = false ->
      right E p c -> right (v :: E) p c.
    Proof.
      intros Hv Hp J (i & H1 & H2). exists i. simpl Forest.arriving.
      destruct (comes to (place p) v) eqn:C.
      { apply comes_iff in C. now apply not_joint in C. }
      split; [lia|]. rewrite out_in_cons. destruct (to (place p)) as [x|] eqn:T.
      - destruct (same_cell x v) eqn:D; auto. apply same_cell_eq in D. subst x. now apply not_joint' in T.
      - unfold out_in in H2. now rewrite T in H2.
    Qed.

    (* What the vertex that is cut off costs. *)
    Lemma ends_still e j q n : at_most (here e None (j q)) n -> at_most (ends e j) (S n).
    Proof.
      intros H. assert (K : at_most (plus (Some 1) (here e None (j q))) (S n)).
      { apply (plus_at_most (Some 1) _ 1 n); auto. now exists 1. }
      unfold ends. destruct q; [apply least_left|apply least_right]; now apply least_left.
    Qed.
    Lemma ends_sent e j q n : at_most (here e (Some q) (j q)) n -> at_most (ends e j) n.
    Proof.
      intros H. unfold ends. destruct q; [apply least_left|apply least_right]; now apply least_right.
    Qed.
    Lemma ends_right E e c j z : right E e c -> In (place e) (cells b) ->
      (match to (place e) with Some w => existsb (same_cell w) E = true | None => True end) ->
      Z.of_nat (j (o (place e))) = (z + 2)%Z -> arriving (place e) E = z ->
      at_most (ends e j) (c + one (place e)).
    Proof.
      intros (i & H1 & H2) Hv T Hj Hz.
      assert (Ei : i = j (o (place e)) + below e) by lia. subst i. unfold one, stays.
      unfold out_in in H2. destruct (to (place e)) as [w|].
      - rewrite T in H2. rewrite Nat.add_0_r. now apply ends_sent in H2.
      - rewrite Nat.add_1_r. now apply ends_still in H2.
    Qed.
    Lemma slot_spec s q : sign q = (sign s + 2 * (Z.of_nat (slot s q) - 2))%Z.
    Proof. now destruct s, q. Qed.
    Lemma slot_with_spec r s q : sign q = (sign s + 2 * (Z.of_nat (slot_with r s q) - 2 + sign r))%Z.
    Proof. now destruct r, s, q. Qed.

    (* The vertex e is cut off: what is left is p, and others that do not meet it. *)
    Section Cut.
      Variables (E : list cell) (e p : vertex) (ce cp : nat).
      Notation v := (place e).
      Notation w := (place p).
      Hypothesis Hv : In (v, stone e) b.
      Hypothesis Hw : In (w, stone p) b.
      Hypothesis Nv : ~ In v E.
      Hypothesis Nw : ~ In w E.
      Hypothesis Re : right E e ce.
      Hypothesis Rp : right E p cp.
      (* All that goes in to v comes from E or from w, and it goes to E or w. *)
      Hypothesis In_v : arriving v (cells b) = (arriving v E + (if comes to v w then sign (o w) else 0))%Z.
      Hypothesis Out_v : forall x, to v = Some x -> In x E \/ x = w.
      Lemma in_E x : In x E <-> existsb (same_cell x) E = true.
      Proof.
        rewrite existsb_exists. split.
        - intros H. exists x. split; auto. now apply same_cell_eq.
        - intros (y & H & K). apply same_cell_eq in K. now subst.
      Qed.
      Lemma in_E_false x : ~ In x E -> existsb (same_cell x) E = false.
      Proof. intros H. apply not_true_is_false. intros K. now apply in_E in K. Qed.
      Let Cv : In v (cells b). Proof. exact (In_cells _ _ _ Hv). Qed.
      Let Cw : In w (cells b). Proof. exact (In_cells _ _ _ Hw). Qed.
      Let colour_v : sign (o v) = (sign (stone e) + 2 * arriving v (cells b))%Z.
      Proof. destruct F as [_ _ F3]. now apply F3. Qed.

      Let carried := fun l => least_row (shifted_by (up e Right) l)
        (None :: least_row (shifted_by (free e) l) (None :: shifted_by (up e Left) l)).
      Lemma table_joined out : forall i n, entry_at_most i (carried (table p out)) n ->
        entry_at_most i (table (joined p e) out) n.
      Proof. intros i n H. destruct out as [[|]|]; simpl; auto; now apply least_row_left. Qed.

      Lemma joined_right : right (v :: E) (joined p e) (cp + (ce + one v)).
      Proof.
        destruct Rp as (i & P1 & P2). unfold right.
        change (place (joined p e)) with w. change (below (joined p e)) with (S (below p)).
        destruct (comes to w v) eqn:C1.
        - (* from v to w *)
          pose proof C1 as T. apply comes_iff in T.
          assert (Tw : to w <> Some v) by now apply not_back.
          destruct (comes to v w) eqn:C2; [apply comes_iff in C2; congruence|].
          assert (O : out_in (v :: E) w = out_in E w).
          { rewrite out_in_cons. destruct (to w) as [x|] eqn:X; [|unfold out_in; now rewrite X].
            destruct (same_cell x v) eqn:D; auto. apply same_cell_eq in D. congruence. }
          destruct Re as (k & E1 & E2).
          assert (U : at_most (up e (o v)) ce).
          { unfold up, here. assert (k = slot (stone e) (o v) + below e) as <-.
            { pose proof (slot_spec (stone e) (o v)). lia. }
            unfold out_in in E2. rewrite T, in_E_false in E2 by auto. exact E2. }
          rewrite O. unfold one, stays. rewrite T, Nat.add_0_r.
          simpl Forest.arriving. rewrite C1.
          destruct (o v) eqn:Ov; simpl sign in *.
          + exists (S (S i)). split; [lia|]. apply table_joined. unfold carried.
            apply least_row_right, next_entry, least_row_right, next_entry.
            rewrite Nat.add_comm. now apply shifted_by_entry.
          + exists i. split; [lia|]. apply table_joined. unfold carried.
            apply least_row_left. rewrite Nat.add_comm. now apply shifted_by_entry.
        - assert (Tv : match to v with Some x => existsb (same_cell x) E = true | None => True end).
          { destruct (to v) as [x|] eqn:X; auto. apply in_E. destruct (Out_v x eq_refl) as [|K]; auto.
            subst x. apply comes_iff in X. congruence. }
          destruct (comes to v w) eqn:C2.
          + (* from w to v *)
            pose proof C2 as T. apply comes_iff in T.
            assert (D : at_most (down e (o w)) (ce + one v)).
            { apply (ends_right E e ce _ (arriving v E)); auto.
              pose proof (slot_with_spec (o w) (stone e) (o v)). lia. }
            assert (O : out_in E w = None) by (unfold out_in; now rewrite T, in_E_false).
            assert (O' : out_in (v :: E) w = Some (o w)).
            { rewrite out_in_cons, T. now rewrite (proj2 (same_cell_eq v v) eq_refl). }
            rewrite O in P2. rewrite O'. exists (S i). simpl Forest.arriving. rewrite C1. split; [lia|].
            rewrite Nat.add_comm.
            destruct (o w); simpl table in *; apply least_row_right, next_entry; now apply shifted_by_entry.
          + (* nothing passes *)
            assert (D : at_most (free e) (ce + one v)).
            { apply (ends_right E e ce _ (arriving v E)); auto.
              pose proof (slot_spec (stone e) (o v)). lia. }
            assert (O : out_in (v :: E) w = out_in E w).
            { rewrite out_in_cons. destruct (to w) as [x|] eqn:X; [|unfold out_in; now rewrite X].
              destruct (same_cell x v) eqn:K; auto. apply same_cell_eq in K. subst x.
              apply not_true_iff_false in C2. destruct C2. now apply comes_iff. }
            rewrite O. exists (S i). simpl Forest.arriving. rewrite C1. split; [lia|].
            apply table_joined. unfold carried. apply least_row_right, next_entry, least_row_left.
            rewrite Nat.add_comm. now apply shifted_by_entry.
      Qed.
    End Cut.

    (* The same where nothing is left that it meets. *)
    Lemma alone_right E e c : In (place e, stone e) b -> right E e c ->
      arriving (place e) (cells b) = arriving (place e) E ->
      (forall x, to (place e) = Some x -> In x E) -> at_most (free e) (c + one (place e)).
    Proof.
      intros Hv R In_v Out_v. apply (ends_right E e c _ (arriving (place e) E)); auto.
      - now apply In_cells in Hv.
      - destruct (to (place e)) as [x|]; auto. apply in_E. auto.
      - destruct F as [_ _ F3]. specialize (F3 _ _ Hv). pose proof (slot_spec (stone e) (o (place e))). lia.
    Qed.

    Definition sum_of (cs : list nat) : nat := fold_right Nat.add 0 cs.
    Lemma sum_of_app A B : sum_of (A ++ B) = sum_of A + sum_of B.
    Proof. induction A; simpl; lia. Qed.
    Definition stones_of (l : list vertex) : board := map (fun e => (place e, stone e)) l.

    Lemma fewest_right n : forall l E cs done k, NoDup (cells b) ->
      Permutation (cells b) (E ++ cells (stones_of l)) -> incl (stones_of l) b ->
      Forall2 (right E) l cs -> done + sum_of cs <= stays_in E ->
      fewest n l = Some k -> done + k <= stays_in (cells b).
    Proof.
      induction n as [|n IH]; intros l E cs done k N P I R L H.
      - destruct l as [|e l]; [|easy]. injection H as <-. rewrite (stays_in_perm _ _ P). simpl.
        rewrite app_nil_r. lia.
      - destruct l as [|e l].
        { injection H as <-. rewrite (stays_in_perm _ _ P). simpl. rewrite app_nil_r. lia. }
        inversion R as [|x ce y cs' Re Rl]; subst. cbn [fewest] in H. simpl sum_of in L.
        assert (Hv : In (place e, stone e) b) by (apply I; now left).
        assert (I' : incl (stones_of l) b) by (intros s Hs; apply I; now right).
        assert (Cv : In (place e) (cells b)) by exact (In_cells _ _ _ Hv).
        assert (Cl : forall q, In q l -> In (place q) (cells b)).
        { intros q Hq. apply (In_cells _ (stone q)), I'. apply in_map_iff. now exists q. }
        change (cells (stones_of (e :: l))) with (place e :: cells (stones_of l)) in P.
        assert (P' : Permutation (cells b) ((place e :: E) ++ cells (stones_of l))).
        { eapply Permutation_trans; [exact P|]. apply Permutation_sym, Permutation_middle. }
        assert (N' : NoDup (E ++ place e :: cells (stones_of l))) by exact (Permutation_NoDup P N).
        assert (Nv : ~ In (place e) E).
        { intros X. apply NoDup_remove_2 in N'. apply N'. apply in_or_app. now left. }
        assert (S : stays_in (place e :: E) = one (place e) + stays_in E).
        { unfold stays_in, one. simpl. destruct (stays to (place e)); auto. }
        assert (Where : forall x, In x (cells b) -> In x E \/ x = place e \/ exists q, In q l /\ place q = x).
        { intros x Hx. apply (Permutation_in _ P) in Hx. apply in_app_or in Hx. destruct Hx as [|[|Hx]]; auto.
          right. right. apply cells_In in Hx. destruct Hx as (c & Hx). apply in_map_iff in Hx.
          destruct Hx as (q & Eq & Hq). injection Eq as Eq _. now exists q. }
        assert (Zero : forall A, Forall (fun q => meets e q = false) A -> incl A l ->
          arriving (place e) (cells (stones_of A)) = 0%Z).
        { intros A HA HI. apply arriving_none. intros u Hu. apply cells_In in Hu. destruct Hu as (c & Hu).
          apply in_map_iff in Hu. destruct Hu as (q & Eq & Hq). injection Eq as <- _.
          rewrite Forall_forall in HA. apply not_joint'; auto. now apply (HA q). }
        assert (Into : arriving (place e) (cells b) =
          (arriving (place e) E + arriving (place e) (cells (stones_of l)))%Z).
        { rewrite (arriving_perm _ _ _ P), arriving_app. simpl.
          destruct (comes to (place e) (place e)) eqn:C; [|lia]. apply comes_iff in C.
          now apply not_itself in C. }
        assert (Far : forall A ds, Forall (fun q => meets e q = false) A -> incl A l ->
          Forall2 (right E) A ds -> Forall2 (right (place e :: E)) A ds).
        { intros A ds HA HI HR. induction HR as [|q d A ds H1 H2 IH2]; constructor.
          - inversion HA; subst. apply right_far; auto. apply Cl, HI. now left.
          - inversion HA; subst. apply IH2; auto. intros z Hz. apply HI. now right. }
        destruct (absorb e l) as [|l'|] eqn:A; [|clear R|easy].
        + apply absorb_alone in A.
          assert (K : at_most (free e) (ce + one (place e))).
          { apply (alone_right E); auto.
            - rewrite Into, (Zero l A (incl_refl l)). lia.
            - intros x Hx. destruct F as [F1 _ _]. destruct (F1 _ x Cv Hx) as [Hin _].
              destruct (Where x Hin) as [|[->|(q & Hq & <-)]]; auto.
              + now apply not_itself in Hx.
              + rewrite Forall_forall in A. apply not_joint in Hx; auto. easy. now apply A. }
          destruct K as (f & K1 & K2). rewrite K1 in H. destruct (fewest n l) as [k'|] eqn:Fk; [|easy].
          injection H as <-. rewrite Nat.add_assoc.
          apply (IH l (place e :: E) cs' (done + f) k'); auto.
          * now apply Far; auto using incl_refl.
          * lia.
        + apply absorb_one in A. destruct A as (A & p & B & -> & -> & HA & HB).
          apply Forall2_app_inv_l in Rl. destruct Rl as (ca & cb & RA & RB & ->).
          inversion RB as [|x cp y cb' Rp RB']; subst.
          assert (IA : incl A (A ++ p :: B)) by (intros z Hz; apply in_or_app; now left).
          assert (IB : incl B (A ++ p :: B)) by (intros z Hz; apply in_or_app; right; now right).
          assert (Ip : In p (A ++ p :: B)) by (apply in_or_app; right; now left).
          assert (Same : stones_of (A ++ joined p e :: B) = stones_of (A ++ p :: B)).
          { unfold stones_of. rewrite !map_app. reflexivity. }
          assert (Hw : In (place p, stone p) b) by (apply I', in_map_iff; now exists p).
          apply (IH (A ++ joined p e :: B) (place e :: E) (ca ++ (cp + (ce + one (place e))) :: cb') done k); auto.
          * now rewrite Same.
          * now rewrite Same.
          * apply Forall2_app; [now apply Far|]. constructor; [|now apply Far].
            apply joined_right; auto.
            -- intros X. apply NoDup_remove_1 in N'. revert N'. apply in_split in X. destruct X as (E1 & E2 & ->).
               rewrite <- app_assoc. simpl. intros N'. apply NoDup_remove_2 in N'. apply N'.
               apply in_or_app. right. apply in_or_app. right.
               apply (In_cells _ (stone p)), in_map_iff. now exists p.
            -- rewrite Into. unfold stones_of, cells. rewrite !map_app, arriving_app. simpl.
               pose proof (Zero A HA IA) as ZA. pose proof (Zero B HB IB) as ZB.
               unfold cells, stones_of in ZA, ZB. rewrite ZA, ZB. lia.
            -- intros x Hx. destruct F as [F1 _ _]. destruct (F1 _ x Cv Hx) as [Hin _].
               destruct (Where x Hin) as [|[->|(q & Hq & <-)]]; auto.
               ++ now apply not_itself in Hx.
               ++ apply in_app_or in Hq. rewrite Forall_forall in HA, HB.
                  destruct Hq as [Hq|[->|Hq]]; auto.
                  ** apply not_joint in Hx; auto. easy. now apply HA.
                  ** apply not_joint in Hx; auto. easy. now apply HB.
          * rewrite S. rewrite !sum_of_app in *. simpl sum_of in *. lia.
    Qed.

    Lemma fewest_sound k : NoDup (cells b) -> fewest (length b) (map lone b) = Some k -> k <= length (roots to o b).
    Proof.
      intros N H. unfold roots, roots_of. rewrite map_length. fold (stays_in (cells b)).
      assert (Same : stones_of (map lone b) = b).
      { unfold stones_of. rewrite map_map. rewrite <- (map_id b) at 2. apply map_ext. now intros [c p]. }
      apply (fewest_right (length b) (map lone b) [] (map (fun _ => 0) b) 0 k N); auto.
      - simpl. now rewrite Same.
      - rewrite Same. apply incl_refl.
      - clear. induction b as [|s l IH]; constructor; auto. exists 2. split; [reflexivity|].
        unfold out_in. simpl. destruct (to (fst s)); now exists 0.
      - simpl. clear. induction b; simpl; auto.
    Qed.
  End OfForest.
End Trees.
