(* Sums of positions of a short partizan game, played by lists.

   The game is given by a type of terms, their options and a size that
   every move makes less.  A sum is a list of terms.  Nothing here knows
   about Clobber. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool.
Import ListNotations.
From Formal Require Import Statement.

Section Sums.
  Variable T : Type.
  Variable moves : player -> T -> list T.
  Variable size : T -> nat.
  Variable neg : T -> T.
  Hypothesis size_moves : forall p t m, In m (moves p t) -> size m < size t.
  Hypothesis neg_moves : forall p t m, In m (moves p t) -> In (neg m) (moves (other p) (neg t)).
  Hypothesis neg_neg : forall t, neg (neg t) = t.

  Definition sum := list T.

  Inductive smove (p : player) : sum -> sum -> Prop :=
  | smove_intro A t B m : In m (moves p t) -> smove p (A ++ t :: B) (A ++ m :: B).

  (* GE S: Left, moving second, wins S.  GF S: she wins it moving first. *)
  Inductive GE : sum -> Prop :=
  | GE_intro S : (forall S', smove Right S S' -> GF S') -> GE S
  with GF : sum -> Prop :=
  | GF_intro S S' : smove Left S S' -> GE S' -> GF S.

  Lemma GE_inv S S' : GE S -> smove Right S S' -> GF S'.
  Proof. intros []; auto. Qed.

  Lemma GF_inv S : GF S -> exists S', smove Left S S' /\ GE S'.
  Proof. intros [A A' H1 H2]. eauto. Qed.

  Fixpoint sz (V : sum) : nat := match V with [] => 0 | t :: V => size t + sz V end.

  Lemma sz_app A B : sz (A ++ B) = sz A + sz B.
  Proof. induction A; simpl; lia. Qed.

  Lemma smove_sz p S S' : smove p S S' -> sz S' < sz S.
  Proof.
    intros [A t B m H]. rewrite !sz_app. simpl.
    apply size_moves in H. lia.
  Qed.

  Lemma smove_appl p S S' U : smove p S S' -> smove p (S ++ U) (S' ++ U).
  Proof.
    intros [A t B m H]. rewrite <- !app_assoc. simpl. now constructor.
  Qed.

  Lemma smove_appr p S U U' : smove p U U' -> smove p (S ++ U) (S ++ U').
  Proof.
    intros [A t B m H]. rewrite !app_assoc. now constructor.
  Qed.

  Lemma smove_app p S U X : smove p (S ++ U) X ->
    (exists S', smove p S S' /\ X = S' ++ U) \/ (exists U', smove p U U' /\ X = S ++ U').
  Proof.
    intros H. remember (S ++ U) as V eqn:E. destruct H as [A t B m H].
    revert S E. induction A as [|a A IH]; intros S E.
    - destruct S as [|s S]; simpl in E.
      + right. exists (m :: B). subst U. split; auto. apply (smove_intro p [] t B m H).
      + left. injection E as -> ->. exists (m :: S). split; auto.
        apply (smove_intro p [] s S m H).
    - destruct S as [|s S]; simpl in E.
      + right. exists ((a :: A) ++ m :: B). subst U. split; auto.
        apply (smove_intro p (a :: A) t B m H).
      + injection E as <- E. destruct (IH _ E) as [(S' & H1 & E1) | (U' & H1 & E1)].
        * left. exists (a :: S'). split; [|simpl; now rewrite E1].
          destruct H1 as [A1 t1 B1 m1 H1]. apply (smove_intro p (a :: A1) t1 B1 m1 H1).
        * right. exists U'. split; auto. simpl. now rewrite E1.
  Qed.

  Lemma smove_nil p S : ~ smove p [] S.
  Proof. intros H. inversion H. destruct A; discriminate. Qed.

  (* A bisimulation: moves of one sum are matched by moves of the other. *)
  Definition step (Q : sum -> sum -> Prop) := forall p S S' X, Q S X -> smove p S S' ->
    exists X', smove p X X' /\ Q S' X'.
  Definition bisim (Q : sum -> sum -> Prop) := step Q /\ step (fun S X => Q X S).

  Definition eqv S X := forall U, (GE (S ++ U) <-> GE (X ++ U)) /\ (GF (S ++ U) <-> GF (X ++ U)).

  Lemma bisim_half Q : bisim Q -> forall n S X U, sz (X ++ U) <= n -> Q S X ->
    (GE (S ++ U) -> GE (X ++ U)) /\ (GF (S ++ U) -> GF (X ++ U)).
  Proof.
    intros [Q1 Q2]. induction n as [n IH] using lt_wf_ind. intros S X U Hn HQ.
    rewrite sz_app in Hn. split.
    - intros HG. constructor. intros Y HY.
      pose proof (smove_sz _ _ _ HY) as Hs. rewrite sz_app in Hs.
      destruct (smove_app _ _ _ _ HY) as [(X' & H1 & ->) | (U' & H1 & ->)].
      + destruct (Q2 _ _ _ _ HQ H1) as (S' & H2 & HQ').
        apply (IH (sz (X' ++ U))) with (S := S'); auto; [lia|].
        apply (GE_inv _ _ HG). now apply smove_appl.
      + apply (IH (sz (X ++ U'))) with (S := S); auto; [lia|].
        apply (GE_inv _ _ HG). now apply smove_appr.
    - intros HG. destruct (GF_inv _ HG) as (Y & HY & HY').
      destruct (smove_app _ _ _ _ HY) as [(S' & H1 & ->) | (U' & H1 & ->)].
      + destruct (Q1 _ _ _ _ HQ H1) as (X' & H2 & HQ').
        apply GF_intro with (X' ++ U); [now apply smove_appl|].
        pose proof (smove_sz _ _ _ H2).
        apply (IH (sz (X' ++ U))) with (S := S'); auto. rewrite sz_app. lia.
      + apply GF_intro with (X ++ U'); [now apply smove_appr|].
        pose proof (smove_sz _ _ _ H1).
        apply (IH (sz (X ++ U'))) with (S := S); auto. rewrite sz_app. lia.
  Qed.

  Theorem bisim_eqv Q S X : bisim Q -> Q S X -> eqv S X.
  Proof.
    intros HB HQ U. assert (HB' : bisim (fun A B => Q B A)) by (destruct HB; split; auto).
    destruct (bisim_half Q HB _ S X U (le_n _) HQ).
    destruct (bisim_half _ HB' _ X S U (le_n _) HQ).
    split; split; auto.
  Qed.

  Lemma perm_step : step (@Permutation T).
  Proof.
    intros p S S' X HP Hm. revert HP. destruct Hm as [A t B m H]. intros HP.
    assert (HX : In t X) by (apply (Permutation_in _ HP), in_elt).
    apply in_split in HX. destruct HX as (A1 & B1 & ->).
    exists (A1 ++ m :: B1). split; [now constructor|].
    apply Permutation_app_inv in HP.
    eapply Permutation_trans; [apply Permutation_sym, Permutation_middle|].
    eapply Permutation_trans; [|apply Permutation_middle]. now constructor.
  Qed.

  Lemma perm_eqv S X : Permutation S X -> eqv S X.
  Proof.
    apply bisim_eqv. split; [apply perm_step|].
    intros p A A' B HP HA. apply Permutation_sym in HP.
    destruct (perm_step _ _ _ _ HP HA) as (B' & H1 & H2).
    exists B'. split; auto. now apply Permutation_sym.
  Qed.

  Lemma eqv_refl S : eqv S S.  Proof. split; split; auto. Qed.
  Lemma eqv_sym S X : eqv S X -> eqv X S.
  Proof. intros H U. destruct (H U) as [[] []]. split; split; auto. Qed.
  Lemma eqv_trans S X Y : eqv S X -> eqv X Y -> eqv S Y.
  Proof. intros H1 H2 U. destruct (H1 U) as [[] []], (H2 U) as [[] []]. split; split; auto. Qed.
  Lemma eqv_appl S X V : eqv S X -> eqv (S ++ V) (X ++ V).
  Proof. intros H U. rewrite <- !app_assoc. apply H. Qed.
  Lemma eqv_appr S X V : eqv S X -> eqv (V ++ S) (V ++ X).
  Proof.
    intros H. eapply eqv_trans; [apply perm_eqv, Permutation_app_comm|].
    eapply eqv_trans; [apply eqv_appl, H|]. apply perm_eqv, Permutation_app_comm.
  Qed.
  Lemma eqv_app S S' X X' : eqv S S' -> eqv X X' -> eqv (S ++ X) (S' ++ X').
  Proof. intros. eapply eqv_trans; [apply eqv_appl|apply eqv_appr]; eauto. Qed.
  Lemma eqv_GE S X : eqv S X -> GE S -> GE X.
  Proof. intros H. specialize (H []). rewrite !app_nil_r in H. apply H. Qed.
  Lemma eqv_GF S X : eqv S X -> GF S -> GF X.
  Proof. intros H. specialize (H []). rewrite !app_nil_r in H. apply H. Qed.

  (* Similar sums: there is a bisimulation.  They are equal, also for players who
     move otherwise, as in impartial games. *)
  Definition similar S X := exists Q, bisim Q /\ Q S X.
  Lemma similar_by Q S X : bisim Q -> Q S X -> similar S X.
  Proof. intros. now exists Q. Qed.
  Lemma similar_eqv S X : similar S X -> eqv S X.
  Proof. intros (Q & HB & HQ). now apply (bisim_eqv Q). Qed.
  Lemma similar_sym S X : similar S X -> similar X S.
  Proof. intros (Q & [H1 H2] & HQ). exists (fun S X => Q X S). repeat split; auto. Qed.
  Lemma similar_perm S X : Permutation S X -> similar S X.
  Proof.
    apply similar_by. split; [apply perm_step|].
    intros p A A' B HP HA. apply Permutation_sym in HP.
    destruct (perm_step _ _ _ _ HP HA) as (B' & H1 & H2).
    exists B'. split; auto. now apply Permutation_sym.
  Qed.
  Lemma similar_refl S : similar S S.  Proof. now apply similar_perm. Qed.
  Lemma step_trans Q R : step Q -> step R -> step (fun S Y => exists X, Q S X /\ R X Y).
  Proof.
    intros H1 H2 p S S' Y (X & HQ & HR) Hm.
    destruct (H1 _ _ _ _ HQ Hm) as (X' & Hm' & HQ'). destruct (H2 _ _ _ _ HR Hm') as (Y' & Hm'' & HR').
    eauto.
  Qed.
  Lemma similar_trans S X Y : similar S X -> similar X Y -> similar S Y.
  Proof.
    intros (Q & [H1 H2] & HQ) (R & [K1 K2] & HR). exists (fun S Y => exists X, Q S X /\ R X Y).
    split; [split|eauto].
    - now apply step_trans.
    - intros p B B' A (C & HA & HC) Hm.
      destruct (step_trans _ _ K2 H2 p B B' A) as (A' & Hm' & C' & G1 & G2); eauto.
  Qed.
  Lemma step_app Q R : step Q -> step R ->
    step (fun S X => exists A A' B B', Q A A' /\ R B B' /\ S = A ++ B /\ X = A' ++ B').
  Proof.
    intros H1 H2 p S S' X (A & A' & B & B' & HQ & HR & -> & ->) Hm.
    destruct (smove_app _ _ _ _ Hm) as [(C & Hc & ->) | (C & Hc & ->)].
    - destruct (H1 _ _ _ _ HQ Hc) as (C' & G1 & G2). exists (C' ++ B').
      split; [now apply smove_appl|]. now exists C, C', B, B'.
    - destruct (H2 _ _ _ _ HR Hc) as (C' & G1 & G2). exists (A' ++ C').
      split; [now apply smove_appr|]. now exists A, A', C, C'.
  Qed.
  Lemma similar_app S S' X X' : similar S S' -> similar X X' -> similar (S ++ X) (S' ++ X').
  Proof.
    intros (Q & [H1 H2] & HQ) (R & [K1 K2] & HR).
    exists (fun S X => exists A A' B B', Q A A' /\ R B B' /\ S = A ++ B /\ X = A' ++ B').
    split; [split|exists S, S', X, X'; auto].
    - now apply step_app.
    - intros p Y Y' Z (A & A' & B & B' & G1 & G2 & -> & ->) Hm.
      destruct (step_app _ _ H2 K2 p (A' ++ B') Y' (A ++ B)) as (Z' & Hm' & C & C' & D & D' & G3 & G4 & -> & ->); eauto 8.
      exists (C' ++ D'). split; auto. now exists C', C, D', D.
  Qed.

  (* A term without moves is nothing. *)
  Lemma dead_similar t : (forall p, moves p t = []) -> similar [t] [].
  Proof.
    intros Hd. apply (similar_by (fun S X => S = [t] /\ X = [])); auto. split.
    - intros p S S' X [-> ->] H. exfalso. inversion H as [A u B m Hm E].
      destruct A as [|a A]; [|destruct A; discriminate].
      injection E as -> ->. rewrite Hd in Hm. destruct Hm.
    - intros p S S' X [-> ->] H. now apply smove_nil in H.
  Qed.
  Lemma dead_eqv t : (forall p, moves p t = []) -> eqv [t] [].
  Proof. intros H. now apply similar_eqv, dead_similar. Qed.

  (* The sum of two that are >= 0 is >= 0. *)
  Lemma add_both n : forall S X, sz (S ++ X) <= n -> GE X ->
    (GE S -> GE (S ++ X)) /\ (GF S -> GF (S ++ X)).
  Proof.
    induction n as [n IH] using lt_wf_ind. intros S X Hn HX. rewrite sz_app in Hn. split.
    - intros HS. constructor. intros Y HY.
      destruct (smove_app _ _ _ _ HY) as [(S' & H1 & ->) | (X' & H1 & ->)].
      + pose proof (smove_sz _ _ _ H1).
        apply (IH (sz (S' ++ X))); auto; [rewrite sz_app; lia|]. eapply GE_inv; eauto.
      + pose proof (smove_sz _ _ _ H1) as Hs.
        destruct (GF_inv _ (GE_inv _ _ HX H1)) as (X'' & H2 & H3).
        apply GF_intro with (S ++ X''); [now apply smove_appr|].
        pose proof (smove_sz _ _ _ H2).
        apply (IH (sz (S ++ X''))); auto. rewrite sz_app; lia.
    - intros HS. destruct (GF_inv _ HS) as (S' & H1 & H2).
      apply GF_intro with (S' ++ X); [now apply smove_appl|].
      pose proof (smove_sz _ _ _ H1).
      apply (IH (sz (S' ++ X))); auto. rewrite sz_app; lia.
  Qed.

  Theorem GE_add S X : GE S -> GE X -> GE (S ++ X).
  Proof. intros. now apply (add_both _ S X (le_n _)). Qed.
  Theorem GF_add S X : GF S -> GE X -> GF (S ++ X).
  Proof. intros. now apply (add_both _ S X (le_n _)). Qed.

  Definition negs (S : sum) := map neg S.

  Lemma negs_negs S : negs (negs S) = S.
  Proof. unfold negs. rewrite map_map. rewrite <- (map_id S) at 2. apply map_ext, neg_neg. Qed.

  Lemma smove_negs p S S' : smove p S S' -> smove (other p) (negs S) (negs S').
  Proof.
    intros [A t B m H]. unfold negs. rewrite !map_app. simpl. constructor.
    now apply neg_moves.
  Qed.

  Lemma smove_negs_inv p S X : smove p (negs S) X -> exists S', X = negs S' /\ smove (other p) S S'.
  Proof.
    intros H. exists (negs X). rewrite negs_negs. split; auto.
    apply smove_negs in H. now rewrite negs_negs in H.
  Qed.

  (* Tweedledum and Tweedledee. *)
  Lemma mirror n : forall S, sz S <= n -> GE (S ++ negs S).
  Proof.
    induction n as [n IH] using lt_wf_ind. intros S Hn. constructor. intros Y HY.
    destruct (smove_app _ _ _ _ HY) as [(S' & H1 & ->) | (X & H1 & ->)].
    - apply GF_intro with (S' ++ negs S').
      + apply smove_appr. apply (smove_negs Right _ _ H1).
      + pose proof (smove_sz _ _ _ H1). apply (IH (sz S')); lia.
    - destruct (smove_negs_inv _ _ _ H1) as (S' & -> & H2). simpl in H2.
      apply GF_intro with (S' ++ negs S'); [now apply smove_appl|].
      pose proof (smove_sz _ _ _ H2). apply (IH (sz S')); lia.
  Qed.

  (* What is <= 0 may be taken away. *)
  Lemma cancel n : forall S U, sz (S ++ U) <= n -> GE (negs U) ->
    (GE (S ++ U) -> GE S) /\ (GF (S ++ U) -> GF S).
  Proof.
    induction n as [n IH] using lt_wf_ind. intros S U Hn HU. rewrite sz_app in Hn. split.
    - intros HG. constructor. intros S' H1. pose proof (smove_sz _ _ _ H1).
      apply (IH (sz (S' ++ U))) with U; auto; [rewrite sz_app; lia|].
      apply (GE_inv _ _ HG). now apply smove_appl.
    - intros HG. destruct (GF_inv _ HG) as (Y & HY & HY').
      destruct (smove_app _ _ _ _ HY) as [(S' & H1 & ->) | (U' & H1 & ->)].
      + pose proof (smove_sz _ _ _ H1). apply GF_intro with S'; auto.
        apply (IH (sz (S' ++ U))) with U; auto. rewrite sz_app; lia.
      + pose proof (smove_sz _ _ _ H1).
        destruct (GF_inv _ (GE_inv _ _ HU (smove_negs _ _ _ H1))) as (X & H2 & H3).
        destruct (smove_negs_inv _ _ _ H2) as (U'' & -> & H4). simpl in H4.
        pose proof (smove_sz _ _ _ H4).
        apply (IH (sz (S ++ U''))) with U''; auto; [rewrite sz_app; lia|].
        apply (GE_inv _ _ HY'). now apply smove_appr.
  Qed.

  Theorem GE_drop S U : GE (S ++ U) -> GE (negs U) -> GE S.
  Proof. intros H1 H2. now apply (cancel _ S U (le_n _) H2). Qed.
  Theorem GF_drop S U : GF (S ++ U) -> GE (negs U) -> GF S.
  Proof. intros H1 H2. now apply (cancel _ S U (le_n _) H2). Qed.

  (* G - G = 0, inside every sum. *)
  Theorem pair_eqv S : eqv (S ++ negs S) [].
  Proof.
    assert (H1 : GE (S ++ negs S)) by now apply (mirror _ S (le_n _)).
    assert (H2 : GE (negs (S ++ negs S))).
    { unfold negs. rewrite map_app. fold (negs S). fold (negs (negs S)).
      apply (mirror _ (negs S) (le_n _)). }
    intros U. simpl. split; split; intros H.
    - apply GE_drop with (S ++ negs S); auto.
      eapply eqv_GE; [apply perm_eqv, Permutation_app_comm|]; auto.
    - eapply eqv_GE; [apply perm_eqv, Permutation_app_comm|]. now apply GE_add.
    - apply GF_drop with (S ++ negs S); auto.
      eapply eqv_GF; [apply perm_eqv, Permutation_app_comm|]; auto.
    - eapply eqv_GF; [apply perm_eqv, Permutation_app_comm|]. now apply GF_add.
  Qed.

  (* Rule 6: S + A >= 0 and B - A >= 0 give S + B >= 0. *)
  Lemma greater_perm S A B : Permutation ((S ++ A) ++ (B ++ negs A)) ((S ++ B) ++ (A ++ negs A)).
  Proof.
    rewrite <- !app_assoc. apply Permutation_app_head.
    rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
  Qed.
  Lemma greater_eqv S A B : eqv ((S ++ A) ++ (B ++ negs A)) (S ++ B).
  Proof.
    eapply eqv_trans; [apply perm_eqv, greater_perm|].
    rewrite <- (app_nil_r (S ++ B)) at 2. apply eqv_appr, pair_eqv.
  Qed.
  Theorem GE_greater S A B : GE (S ++ A) -> GE (B ++ negs A) -> GE (S ++ B).
  Proof. intros H1 H2. apply (eqv_GE _ _ (greater_eqv S A B)). now apply GE_add. Qed.
  Theorem GF_greater S A B : GF (S ++ A) -> GE (B ++ negs A) -> GF (S ++ B).
  Proof. intros H1 H2. apply (eqv_GF _ _ (greater_eqv S A B)). now apply GF_add. Qed.

  (* Rules 4 and 5: what is <= and >= may be put in its place everywhere. *)
  Theorem order_eqv A B : GE (A ++ negs B) -> GE (B ++ negs A) -> eqv A B.
  Proof.
    intros H1 H2 U.
    assert (K : forall X, eqv (X ++ U) (U ++ X)) by (intros; apply perm_eqv, Permutation_app_comm).
    split; split; intros H.
    - apply (eqv_GE _ _ (eqv_sym _ _ (K B))). apply GE_greater with A; auto. now apply (eqv_GE _ _ (K A)).
    - apply (eqv_GE _ _ (eqv_sym _ _ (K A))). apply GE_greater with B; auto. now apply (eqv_GE _ _ (K B)).
    - apply (eqv_GF _ _ (eqv_sym _ _ (K B))). apply GF_greater with A; auto. now apply (eqv_GF _ _ (K A)).
    - apply (eqv_GF _ _ (eqv_sym _ _ (K A))). apply GF_greater with B; auto. now apply (eqv_GF _ _ (K B)).
  Qed.

  Lemma GE_nil : GE [].
  Proof. constructor. intros X H. now apply smove_nil in H. Qed.
  Lemma eqv_negs A B : eqv A B -> eqv (negs A) (negs B).
  Proof.
    intros H.
    assert (K : GE (B ++ negs A)).
    { apply (eqv_GE (A ++ negs A)); [now apply eqv_appl|].
      apply (eqv_GE [] _ (eqv_sym _ _ (pair_eqv A))), GE_nil. }
    assert (L : GE (A ++ negs B)).
    { apply (eqv_GE (B ++ negs B)); [now apply eqv_appl, eqv_sym|].
      apply (eqv_GE [] _ (eqv_sym _ _ (pair_eqv B))), GE_nil. }
    apply order_eqv; rewrite negs_negs.
    - apply (eqv_GE _ _ (perm_eqv _ _ (Permutation_app_comm B (negs A))) K).
    - apply (eqv_GE _ _ (perm_eqv _ _ (Permutation_app_comm A (negs B))) L).
  Qed.

  (* Rule 7, the half with bounds: a number for every term such that Left can
     add one to it wherever somebody can move, and Right takes away at most
     one.  Two ahead wins moving second, one ahead moving first. *)
  Section Ahead.

    Variable low : T -> Z.
    Hypothesis low_dead : forall t, moves Left t = [] -> (low t <= 0)%Z.
    Hypothesis low_left : forall t, moves Left t <> [] -> exists m, In m (moves Left t) /\ (low t + 1 <= low m)%Z.
    Hypothesis low_right : forall t m, In m (moves Right t) -> (low t - 1 <= low m)%Z.

    Fixpoint total (V : sum) : Z := match V with [] => 0%Z | t :: V => (low t + total V)%Z end.
    Lemma total_app A B : (total (A ++ B) = total A + total B)%Z.
    Proof. induction A; simpl; lia. Qed.

    Lemma can_gain S : (1 <= total S)%Z -> exists S', smove Left S S' /\ (total S + 1 <= total S')%Z.
    Proof.
      induction S as [|t S IH]; simpl; intros H; [lia|].
      destruct (moves Left t) as [|m0 ms] eqn:E.
      - apply low_dead in E. destruct IH as (S' & H1 & H2); [lia|].
        exists (t :: S'). split; [apply (smove_appr Left [t] _ _ H1)|]. simpl. lia.
      - destruct (low_left t) as (m & H1 & H2); [now rewrite E|].
        exists (m :: S). split; [apply (smove_intro Left [] t S m H1)|]. simpl. lia.
    Qed.

    Lemma ahead n : forall S, sz S <= n ->
      ((2 <= total S)%Z -> GE S) /\ ((1 <= total S)%Z -> GF S).
    Proof.
      induction n as [n IH] using lt_wf_ind. intros S Hn. split; intros H.
      - constructor. intros S' H1. pose proof (smove_sz _ _ _ H1).
        apply (IH (sz S')); [lia|auto|].
        destruct H1 as [A t B m Hm]. apply low_right in Hm.
        rewrite total_app in *. simpl in *. lia.
      - destruct (can_gain S H) as (S' & H1 & H2). apply GF_intro with S'; auto.
        pose proof (smove_sz _ _ _ H1). apply (IH (sz S')); lia.
    Qed.

    Theorem two_ahead S : (2 <= total S)%Z -> GE S.
    Proof. now apply (ahead _ S (le_n _)). Qed.
    Theorem one_ahead S : (1 <= total S)%Z -> GF S.
    Proof. now apply (ahead _ S (le_n _)). Qed.
  End Ahead.
End Sums.
