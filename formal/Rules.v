(* The rules of Clobber as equalities of sums (rule 3 of docs/proofs.md): the
   order of stones does not matter, groups are summands, groups of one colour
   are zero, and only the graph matters that the stones induce. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool Uint63.
Import ListNotations.
From Formal Require Import Statement Sums.

Lemma same_player_eq p q : same_player p q = true <-> p = q.
Proof. destruct p, q; simpl; split; congruence. Qed.
Lemma other_other p : other (other p) = p.  Proof. now destruct p. Qed.
Lemma same_cell_eq a b : same_cell a b = true <-> a = b.
Proof.
  destruct a as [r c|r c], b as [r' c'|r' c']; simpl; split; try easy; intros H.
  - apply andb_prop in H. destruct H as [H1 H2]. apply eqb_spec in H1, H2. congruence.
  - injection H as -> ->. now rewrite !Uint63.eqb_refl.
  - apply andb_prop in H. destruct H as [H1 H2]. apply eqb_spec in H1, H2. congruence.
  - injection H as -> ->. now rewrite !Uint63.eqb_refl.
Qed.

Section Clobber.
  Variable neighbours : int -> int -> list int.
  Variable options : int -> list int * list int.
  Notation C := cell.
  Notation eqb := same_cell.
  Notation eqb_eq := same_cell_eq.
  Notation adj := (adjacent neighbours).
  Notation bmoves := (board_moves neighbours).
  Notation moves := (Statement.moves neighbours options).
  Notation stone := (cell * player)%type.

  Lemma In_bmoves p b m : In m (bmoves p b) <->
    exists u v, In (u, p) b /\ In (v, other p) b /\ adj u v = true /\ m = after u v b.
  Proof.
    unfold bmoves. rewrite in_flat_map. split.
    - intros ([u q] & H1 & H2). simpl in H2. destruct (same_player p q) eqn:E; [|destruct H2].
      apply same_player_eq in E. subst q. apply in_map_iff in H2. destruct H2 as ([v q] & H2 & H3).
      apply filter_In in H3. destruct H3 as [H3 H4]. apply andb_prop in H4. simpl in *.
      destruct H4 as [H4 H5]. apply same_player_eq in H4. subst q. exists u, v. auto.
    - intros (u & v & H1 & H2 & H3 & ->). exists (u, p). split; auto. simpl.
      replace (same_player p p) with true by (now destruct p). apply in_map_iff.
      exists (v, other p). split; auto. apply filter_In. split; auto. simpl. rewrite H3.
      now destruct p.
  Qed.

  Lemma eqb_refl a : eqb a a = true.  Proof. now apply eqb_eq. Qed.

  Lemma after_size u v p b : In (u, p) b -> length (after u v b) < length b.
  Proof.
    unfold after. rewrite map_length. induction b as [|[w q] b IH]; simpl; intros H; [easy|].
    destruct H as [E|H].
    - injection E as -> ->. rewrite eqb_refl. simpl.
      clear IH. assert (length (filter (fun s => negb (eqb (fst s) u)) b) <= length b); [|lia].
      induction b as [|s b IH]; simpl; auto. destruct (negb _); simpl; lia.
    - specialize (IH H). destruct (negb _); simpl; lia.
  Qed.

  Definition flip (s : stone) : stone := (fst s, other (snd s)).
  Definition bneg (b : board) : board := map flip b.

  Lemma bneg_bneg b : bneg (bneg b) = b.
  Proof.
    unfold bneg. rewrite map_map. rewrite <- (map_id b) at 2. apply map_ext.
    intros [c p]. unfold flip. simpl. now rewrite other_other.
  Qed.

  Lemma after_bneg u v b : after u v (bneg b) = bneg (after u v b).
  Proof.
    unfold after, bneg. induction b as [|[w q] b IH]; auto. simpl.
    destruct (eqb w u); simpl; auto. rewrite IH. f_equal.
    destruct (eqb w v); reflexivity.
  Qed.

  Lemma bneg_moves p b m : In m (bmoves p b) -> In (bneg m) (bmoves (other p) (bneg b)).
  Proof.
    intros H. apply In_bmoves in H. destruct H as (u & v & H1 & H2 & H3 & ->).
    apply In_bmoves. exists u, v. rewrite after_bneg. repeat split; auto.
    - apply (in_map flip _ _ H1).
    - apply (in_map flip _ _ H2).
  Qed.

  Definition size (t : term) : nat := match t with Board b => length b | Value _ g => Z.to_nat (to_Z g) end.
  Definition neg (t : term) : term :=
    match t with Board b => Board (bneg b) | Value s g => Value (negb s) g end.

  Lemma size_moves p t m : In m (moves p t) -> size m < size t.
  Proof.
    destruct t as [b|s g]; simpl; intros H; apply in_map_iff in H.
    - destruct H as (b' & <- & H). apply In_bmoves in H.
      destruct H as (u & v & H1 & _ & _ & ->). simpl. now apply after_size with p.
    - destruct H as (h & <- & H). apply filter_In in H. destruct H as [_ H].
      apply ltb_spec in H. simpl. pose proof (to_Z_bounded h). lia.
  Qed.

  Lemma neg_moves p t m : In m (moves p t) -> In (neg m) (moves (other p) (neg t)).
  Proof.
    destruct t as [b|s g]; simpl; intros H; apply in_map_iff in H.
    - destruct H as (b' & <- & H). apply (in_map Board). now apply bneg_moves.
    - destruct H as (h & <- & H). apply (in_map (Value (negb s))).
      unfold value_moves in *. destruct p, s; apply H.
  Qed.

  Lemma neg_neg t : neg (neg t) = t.
  Proof. destruct t; simpl; [now rewrite bneg_bneg|now rewrite negb_involutive]. Qed.

  Notation sum := (list term).
  Notation GE := (GE term moves).
  Notation GF := (GF term moves).
  Notation similar := (similar term moves).
  Notation smove := (smove term moves).
  Let similar_by := similar_by term moves.

  Lemma smove_one p t X : smove p [t] X -> exists m, In m (moves p t) /\ X = [m].
  Proof.
    intros H. inversion H as [A u B m Hm E]. destruct A as [|a A]; [|destruct A; discriminate].
    injection E as -> ->. exists m. auto.
  Qed.
  Lemma one_smove p t m : In m (moves p t) -> smove p [t] [m].
  Proof. apply (smove_intro term moves p [] t [] m). Qed.

  Lemma smove_board p b X : smove p [Board b] X -> exists u v, In (u, p) b /\ In (v, other p) b
    /\ adj u v = true /\ X = [Board (after u v b)].
  Proof.
    intros H. apply smove_one in H. destruct H as (m & H & ->). simpl in H.
    apply in_map_iff in H. destruct H as (b' & <- & H). apply In_bmoves in H.
    destruct H as (u & v & H1 & H2 & H3 & ->). exists u, v. auto.
  Qed.
  Lemma board_move p b u v : In (u, p) b -> In (v, other p) b -> adj u v = true ->
    In (Board (after u v b)) (moves p (Board b)).
  Proof. intros. simpl. apply in_map, In_bmoves. eauto 6. Qed.

  (* The order of stones does not matter. *)
  Lemma after_perm u v b b' : Permutation b b' -> Permutation (after u v b) (after u v b').
  Proof.
    intros H. unfold after. apply Permutation_map.
    induction H; simpl; auto.
    - destruct (negb _); auto.
    - destruct (negb (eqb (fst y) u)), (negb (eqb (fst x) u)); auto. constructor.
    - eapply Permutation_trans; eauto.
  Qed.

  Lemma stones_similar b b' : Permutation b b' -> similar [Board b] [Board b'].
  Proof.
    intros HP. apply (similar_by (fun S X => exists b b', Permutation b b' /\ S = [Board b] /\ X = [Board b']));
      [|eauto 6]. clear.
    assert (K : forall p b b' S', Permutation b b' -> smove p [Board b] S' ->
       exists u v, smove p [Board b'] [Board (after u v b')] /\ S' = [Board (after u v b)]
         /\ Permutation (after u v b) (after u v b')).
    { intros p b b' S' HP H. apply smove_board in H. destruct H as (u & v & H1 & H2 & H3 & ->).
      exists u, v. repeat split; [|now apply after_perm].
      apply one_smove, board_move; auto; now apply (Permutation_in _ HP). }
    split; intros p S S' X (b & b' & HP & -> & ->) H.
    - destruct (K _ _ _ _ HP H) as (u & v & H1 & -> & H2). eauto 8.
    - apply Permutation_sym in HP. destruct (K _ _ _ _ HP H) as (u & v & H1 & -> & H2).
      apply Permutation_sym in H2. eauto 8.
  Qed.

  (* Rule 3: stones that are not adjacent to the others are a summand. *)
  Definition apart (k : C -> bool) (b : board) : Prop :=
    forall u v p q, In (u, p) b -> In (v, q) b -> adj u v = true -> k u = k v.
  Definition part (k : C -> bool) (b : board) : board := filter (fun s => k (fst s)) b.
  Definition rest (k : C -> bool) (b : board) : board := filter (fun s => negb (k (fst s))) b.

  Lemma In_after u v b w q : In (w, q) (after u v b) -> exists q', In (w, q') b.
  Proof.
    unfold after. intros H. apply in_map_iff in H. destruct H as ([w' q'] & E & H).
    apply filter_In in H. destruct H as [H _]. simpl in E.
    destruct (eqb w' v); injection E as <- _; eauto.
  Qed.

  Lemma after_apart k u v b : apart k b -> apart k (after u v b).
  Proof.
    intros H a c p q H1 H2. apply In_after in H1. apply In_after in H2.
    destruct H1 as (p' & H1), H2 as (q' & H2). eauto.
  Qed.

  Lemma after_filter (f : C -> bool) u v b :
    filter (fun s => f (fst s)) (after u v b) = after u v (filter (fun s => f (fst s)) b).
  Proof.
    unfold after. induction b as [|[w q] b IH]; auto. simpl.
    destruct (eqb w u) eqn:E1; simpl; destruct (f w) eqn:E2; simpl; rewrite ?E1; simpl; auto.
    - rewrite <- IH. destruct (eqb w v); simpl; rewrite E2; reflexivity.
    - rewrite <- IH. destruct (eqb w v); simpl; rewrite E2; reflexivity.
  Qed.

  Lemma after_none u v b : (forall s, In s b -> eqb (fst s) u = false /\ eqb (fst s) v = false) -> after u v b = b.
  Proof.
    unfold after. induction b as [|[w q] b IH]; auto. intros H. simpl.
    destruct (H (w, q)) as [H1 H2]; [now left|]. simpl in *. rewrite H1. simpl. rewrite H2.
    f_equal. apply IH. intros s Hs. apply H. now right.
  Qed.

  Lemma filter_far (f : C -> bool) u v b : f u = false -> f v = false ->
    filter (fun s => f (fst s)) (after u v b) = filter (fun s => f (fst s)) b.
  Proof.
    intros Hu Hv. rewrite after_filter. apply after_none. intros [w q] H.
    apply filter_In in H. destruct H as [_ H]. simpl in *.
    split; apply not_true_is_false; intros E; apply eqb_eq in E; congruence.
  Qed.

  Definition split_rel (k : C -> bool) (S X : sum) := exists b, apart k b /\
    S = [Board b] /\ X = [Board (part k b); Board (rest k b)].

  Theorem split_similar k b : apart k b -> similar [Board b] [Board (part k b); Board (rest k b)].
  Proof.
    intros HA. apply (similar_by (split_rel k)); [|exists b; auto]. clear b HA. split.
    - intros p S S' X (b & HA & -> & ->) H. apply smove_board in H.
      destruct H as (u & v & H1 & H2 & H3 & ->).
      pose proof (HA u v _ _ H1 H2 H3) as HK.
      exists [Board (part k (after u v b)); Board (rest k (after u v b))].
      split; [|exists (after u v b); split; auto; now apply after_apart].
      destruct (k u) eqn:Eu.
      + replace (rest k (after u v b)) with (rest k b).
        2: { symmetry. apply (filter_far (fun c => negb (k c))); now rewrite <- ?HK, ?Eu. }
        replace (part k (after u v b)) with (after u v (part k b)) by (symmetry; apply (after_filter k)).
        apply (smove_intro term moves p [] _ [_]). apply board_move; auto; apply filter_In; simpl; auto.
      + replace (part k (after u v b)) with (part k b).
        2: { symmetry. apply (filter_far k); congruence. }
        replace (rest k (after u v b)) with (after u v (rest k b))
          by (symmetry; apply (after_filter (fun c => negb (k c)))).
        apply (smove_intro term moves p [_] _ []).
        apply board_move; auto; apply filter_In; simpl; split; auto; [now rewrite Eu|now rewrite <- HK].
    - intros p X X' S (b & HA & -> & ->) H.
      apply (smove_app term moves p [Board (part k b)] [Board (rest k b)]) in H.
      assert (exists u v, In (u, p) b /\ In (v, other p) b /\ adj u v = true /\
        X' = [Board (part k (after u v b)); Board (rest k (after u v b))]) as (u & v & H1 & H2 & H3 & ->).
      { destruct H as [(Y & H & ->) | (Y & H & ->)]; apply smove_board in H;
          destruct H as (u & v & H1 & H2 & H3 & ->); exists u, v;
          apply filter_In in H1; apply filter_In in H2; simpl in *;
          destruct H1 as [H1 K1], H2 as [H2 K2]; repeat split; auto; simpl.
        - assert (E1 : part k (after u v b) = after u v (part k b)) by apply (after_filter k).
          assert (E2 : rest k (after u v b) = rest k b)
            by (apply (filter_far (fun c => negb (k c))); now rewrite ?K1, ?K2).
          now rewrite E1, E2.
        - assert (E1 : rest k (after u v b) = after u v (rest k b)) by apply (after_filter (fun c => negb (k c))).
          apply negb_true_iff in K1. apply negb_true_iff in K2.
          assert (E2 : part k (after u v b) = part k b) by now apply (filter_far k).
          now rewrite E1, E2. }
      exists [Board (after u v b)]. split; [now apply one_smove, board_move|].
      exists (after u v b). split; auto. now apply after_apart.
  Qed.

  (* Rule 3: a group of one colour is nothing. *)
  Definition mono (b : board) : bool := forallb (fun s => same_player Left (snd s)) b || forallb (fun s => same_player Right (snd s)) b.
  Theorem mono_similar b : mono b = true -> similar [Board b] [].
  Proof.
    intros H. apply (dead_similar term moves). intros p. simpl.
    destruct (bmoves p b) as [|m l] eqn:E; auto. exfalso.
    assert (Hm : In m (bmoves p b)) by (rewrite E; now left).
    apply In_bmoves in Hm. destruct Hm as (u & v & H1 & H2 & _).
    apply orb_prop in H. rewrite !forallb_forall in H.
    destruct H as [H|H]; pose proof (H _ H1) as E1; pose proof (H _ H2) as E2; destruct p; discriminate.
  Qed.

  (* Rule 3: only the graph matters that the stones induce.  Stones with
     their old and their new cells. *)
  Definition link := (C * C * player)%type.
  Definition olds (z : list link) : board := map (fun l => (fst (fst l), snd l)) z.
  Definition news (z : list link) : board := map (fun l => (snd (fst l), snd l)) z.
  Definition same_graph (z : list link) : Prop := forall l m, In l z -> In m z ->
    eqb (fst (fst l)) (fst (fst m)) = eqb (snd (fst l)) (snd (fst m)) /\
    adj (fst (fst l)) (fst (fst m)) = adj (snd (fst l)) (snd (fst m)).
  Definition zafter (u v : C) (z : list link) : list link :=
    map (fun l => if eqb (fst (fst l)) v then (fst l, other (snd l)) else l)
        (filter (fun l => negb (eqb (fst (fst l)) u)) z).

  Lemma olds_after u v z : olds (zafter u v z) = after u v (olds z).
  Proof.
    unfold olds, zafter, after. induction z as [|[[a a'] q] z IH]; auto. simpl.
    destruct (eqb a u); simpl; auto. rewrite IH. f_equal. now destruct (eqb a v).
  Qed.

  Lemma news_after u u' v v' z : (forall l, In l z -> eqb (fst (fst l)) u = eqb (snd (fst l)) u' /\
      eqb (fst (fst l)) v = eqb (snd (fst l)) v') -> news (zafter u v z) = after u' v' (news z).
  Proof.
    unfold news, zafter, after. induction z as [|[[a a'] q] z IH]; auto. simpl. intros H.
    destruct (H (a, a', q)) as [H1 H2]; [now left|]. simpl in *. rewrite <- H1.
    destruct (eqb a u); simpl; rewrite <- IH by (intros l Hl; apply H; now right); auto.
    f_equal. rewrite <- H2. now destruct (eqb a v).
  Qed.

  Lemma In_zafter u v z l : In l (zafter u v z) -> exists q, In (fst l, q) z.
  Proof.
    unfold zafter. intros H. apply in_map_iff in H. destruct H as ([aa q] & E & H).
    apply filter_In in H. destruct H as [H _]. simpl in E.
    destruct (eqb (fst aa) v); subst l; simpl; eauto.
  Qed.

  Lemma same_graph_after u v z : same_graph z -> same_graph (zafter u v z).
  Proof.
    intros H l m H1 H2. apply In_zafter in H1. apply In_zafter in H2.
    destruct H1 as (q1 & H1), H2 as (q2 & H2). apply (H _ _ H1 H2).
  Qed.

  Theorem graph_similar z : same_graph z -> similar [Board (olds z)] [Board (news z)].
  Proof.
    intros HG. apply (similar_by (fun S X => exists z, same_graph z /\ S = [Board (olds z)] /\ X = [Board (news z)]));
      [|eauto]. clear z HG.
    assert (K : forall p z lu lv, same_graph z -> In lu z -> In lv z ->
      snd lu = p -> snd lv = other p -> adj (fst (fst lu)) (fst (fst lv)) = true ->
      smove p [Board (olds z)] [Board (olds (zafter (fst (fst lu)) (fst (fst lv)) z))] /\
      smove p [Board (news z)] [Board (news (zafter (fst (fst lu)) (fst (fst lv)) z))]).
    { intros p z [[u u'] p1] [[v v'] p2] HG H1 H2 E1 E2 H3. simpl in *. subst p1 p2.
      rewrite olds_after. rewrite (news_after u u' v v').
      2: { intros l Hl. split; [apply (HG l _ Hl H1)|apply (HG l _ Hl H2)]. }
      split; apply one_smove, board_move.
      - apply (in_map (fun l : link => (fst (fst l), snd l)) _ _ H1).
      - apply (in_map (fun l : link => (fst (fst l), snd l)) _ _ H2).
      - assumption.
      - apply (in_map (fun l : link => (snd (fst l), snd l)) _ _ H1).
      - apply (in_map (fun l : link => (snd (fst l), snd l)) _ _ H2).
      - destruct (HG _ _ H1 H2) as [_ E]. simpl in E. congruence. }
    split; intros p S S' X (z & HG & -> & ->) H; apply smove_board in H;
      destruct H as (u & v & H1 & H2 & H3 & ->);
      apply in_map_iff in H1; apply in_map_iff in H2;
      destruct H1 as (lu & E1 & H1), H2 as (lv & E2 & H2); injection E1 as <- E1; injection E2 as <- E2.
    - destruct (K p z lu lv) as [_ K2]; auto.
      exists [Board (news (zafter (fst (fst lu)) (fst (fst lv)) z))]. split; auto.
      exists (zafter (fst (fst lu)) (fst (fst lv)) z). rewrite olds_after.
      split; auto. now apply same_graph_after.
    - assert (H3' : adj (fst (fst lu)) (fst (fst lv)) = true).
      { destruct (HG _ _ H1 H2) as [_ E]. congruence. }
      destruct (K p z lu lv) as [K1 _]; auto.
      exists [Board (olds (zafter (fst (fst lu)) (fst (fst lv)) z))]. split; auto.
      exists (zafter (fst (fst lu)) (fst (fst lv)) z). split; [now apply same_graph_after|].
      split; auto. rewrite (news_after _ (snd (fst lu)) _ (snd (fst lv))); auto.
      intros l Hl. split; [apply (HG l _ Hl H1)|apply (HG l _ Hl H2)].
  Qed.
End Clobber.
