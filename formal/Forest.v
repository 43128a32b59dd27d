(* The forest theorem of solitaire.  Every cell is left at most once, and not
   entered again: so a play is a forest of arrows, and the stones that it leaves
   are the roots.  Which forests can be played is said by the colours alone. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation Uint63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Solitaire.
Local Open Scope Z_scope.

Definition sign (p : player) : Z := match p with Left => 1 | Right => -1 end.
Definition cells (b : board) : list cell := map fst b.

Section Forests.
  (* Where the stone goes that leaves a cell; its colour, or that of the one that
     is there at the end. *)
  Variable to : cell -> option cell.
  Variable o : cell -> player.
  Definition comes (v u : cell) : bool := match to u with Some w => same_cell w v | None => false end.
  Definition stays (v : cell) : bool := match to v with Some _ => false | None => true end.
  (* The stones that enter v from these cells: the x less the o. *)
  Fixpoint arriving (v : cell) (cs : list cell) : Z :=
    match cs with
    | [] => 0
    | u :: cs => (if comes v u then sign (o u) else 0) + arriving v cs
    end.
  Definition roots_of (cs : list cell) : board := map (fun c => (c, o c)) (filter stays cs).
  Definition roots (b : board) : board := roots_of (cells b).

  Record Forest (adj : cell -> cell -> bool) (b : board) : Prop := {
    along : forall u v, In u (cells b) -> to u = Some v -> In v (cells b) /\ adj u v = true;
    upwards : exists h : cell -> nat, forall u v, In u (cells b) -> to u = Some v -> (h u < h v)%nat;
    colours : forall v p, In (v, p) b -> sign (o v) = sign p + 2 * arriving v (cells b) }.
End Forests.

Definition other_than (u c : cell) : bool := negb (same_cell c u).
Lemma other_than_ne u c : other_than u c = true <-> c <> u.
Proof.
  unfold other_than. rewrite negb_true_iff. split.
  - intros H E. apply same_cell_eq in E. congruence.
  - intros H. apply not_true_is_false. intros E. now apply same_cell_eq in E.
Qed.
Lemma cells_after u v b : cells (after u v b) = filter (other_than u) (cells b).
Proof.
  unfold after, cells. induction b as [|[w q] b IH]; auto. simpl. fold (other_than u w).
  destruct (other_than u w); simpl; auto. rewrite <- IH. f_equal. now destruct (same_cell w v).
Qed.
Lemma In_after_iff u v b w q : In (w, q) (after u v b) <->
  exists r, In (w, r) b /\ w <> u /\ q = if same_cell w v then other r else r.
Proof.
  unfold after. rewrite in_map_iff. split.
  - intros ([x r] & E & H). apply filter_In in H. destruct H as [H K]. simpl in *.
    apply other_than_ne in K. destruct (same_cell x v) eqn:D; injection E as <- <-; exists r; now rewrite D.
  - intros (r & H & N & ->). exists (w, r). simpl. split; [now destruct (same_cell w v)|].
    apply filter_In. split; auto. now apply other_than_ne.
Qed.
Lemma In_cells v p b : In (v, p) b -> In v (cells b).
Proof. intros H. apply (in_map fst _ _ H). Qed.
Lemma cells_In v b : In v (cells b) -> exists p, In (v, p) b.
Proof. intros H. apply in_map_iff in H. destruct H as ([w p] & <- & H). now exists p. Qed.
Lemma one_colour b v p q : NoDup (cells b) -> In (v, p) b -> In (v, q) b -> p = q.
Proof.
  unfold cells. induction b as [|[w r] b IH]; simpl; [easy|]. intros N. inversion N as [|x l N1 N2]; subst.
  intros [E|H] [F|K].
  - congruence.
  - injection E as -> ->. now apply In_cells in K.
  - injection F as -> ->. now apply In_cells in H.
  - auto.
Qed.
Lemma sign_other p : sign (other p) = - sign p.  Proof. now destruct p. Qed.
Lemma sign_eq p q : sign p = sign q -> p = q.  Proof. now destruct p, q. Qed.
Lemma player_dec (p q : player) : {p = q} + {p = other q}.
Proof. destruct p, q; simpl; auto. Qed.
Lemma comes_iff to v u : comes to v u = true <-> to u = Some v.
Proof.
  unfold comes. destruct (to u) as [w|]; [|easy]. rewrite same_cell_eq. split; congruence.
Qed.
Lemma filter_all (A : Type) (f : A -> bool) l : (forall a, In a l -> f a = true) -> filter f l = l.
Proof. induction l as [|a l IH]; simpl; intros H; auto. rewrite H by auto. f_equal. auto. Qed.
Lemma filter_filter (A : Type) (f g k : A -> bool) l : (forall a, In a l -> k a = g a && f a) ->
  filter k l = filter f (filter g l).
Proof.
  induction l as [|a l IH]; simpl; intros H; auto. rewrite H, IH by auto.
  now destruct (g a).
Qed.

(* A sum does not change with what is far, and one arrow is one summand. *)
Lemma arriving_same to to' o o' v cs : (forall u, In u cs -> to u = to' u /\ o u = o' u) ->
  arriving to o v cs = arriving to' o' v cs.
Proof.
  induction cs as [|u cs IH]; simpl; intros H; auto. unfold comes.
  destruct (H u) as [E1 E2]; [now left|]. rewrite E1, E2, IH; auto.
Qed.
Lemma arriving_none to o v cs : (forall u, In u cs -> to u <> Some v) -> arriving to o v cs = 0.
Proof.
  induction cs as [|u cs IH]; simpl; intros H; auto. rewrite IH by auto.
  destruct (comes to v u) eqn:E; auto. apply comes_iff in E. exfalso. apply (H u); auto.
Qed.
Lemma arriving_without to o v u cs : NoDup cs -> In u cs ->
  arriving to o v cs = (if comes to v u then sign (o u) else 0) + arriving to o v (filter (other_than u) cs).
Proof.
  induction cs as [|w cs IH]; simpl; intros N H; [easy|]. inversion N as [|x l N1 N2]; subst.
  destruct H as [->|H].
  - unfold other_than at 1. rewrite (proj2 (same_cell_eq u u) eq_refl). simpl. f_equal.
    rewrite filter_all; auto. intros a Ha. apply other_than_ne. now intros ->.
  - assert (K : other_than u w = true) by (apply other_than_ne; now intros ->).
    rewrite K. simpl. rewrite IH by auto. lia.
Qed.

Section Graph.
  Variable neighbours : int -> int -> list int.
  Notation adj := (adjacent neighbours).
  Notation Play := (Play neighbours).

  Definition colour_at (b : board) (v : cell) : player :=
    match find (fun s => same_cell (fst s) v) b with Some s => snd s | None => Left end.
  Lemma colour_at_In b v p : NoDup (cells b) -> In (v, p) b -> colour_at b v = p.
  Proof.
    intros N H. unfold colour_at. destruct (find _ b) as [[w q]|] eqn:E.
    - apply find_some in E. destruct E as [E1 E2]. apply same_cell_eq in E2. simpl in *. subst w.
      exact (one_colour b v q p N E1 H).
    - exfalso. pose proof (find_none _ _ E _ H) as K. simpl in K.
      now rewrite (proj2 (same_cell_eq v v) eq_refl) in K.
  Qed.
  Lemma roots_rest b o : (forall v p, In (v, p) b -> o v = p) -> roots (fun _ => None) o b = b.
  Proof.
    unfold roots, roots_of, stays, cells. rewrite filter_all by auto. rewrite map_map.
    induction b as [|[v p] b IH]; simpl; intros H; auto. rewrite IH by auto. f_equal. now rewrite (H v p) by auto.
  Qed.

  Lemma nodup_after u v b : NoDup (cells b) -> NoDup (cells (after u v b)).
  Proof. intros N. rewrite cells_after. now apply NoDup_filter. Qed.

  (* What is left by a play is a forest. *)
  Theorem play_forest b e : Play b e -> NoDup (cells b) ->
    exists to o, Forest to o adj b /\ e = roots to o b.
  Proof.
    intros H. induction H as [b|p b m e Hm H IH]; intros N.
    - exists (fun _ => None), (colour_at b). split.
      + split; try easy.
        * exists (fun _ => 0%nat). easy.
        * intros v p Hv. rewrite arriving_none by easy. rewrite (colour_at_In b v p N Hv). lia.
      + symmetry. apply roots_rest. intros v p Hv. now apply colour_at_In.
    - apply In_bmoves in Hm. destruct Hm as (u & v & H1 & H2 & H3 & ->).
      destruct (IH (nodup_after u v b N)) as (to & o & F & ->). clear IH. destruct F as [F1 [h F2] F3].
      rewrite cells_after in *.
      assert (Nuv : u <> v).
      { intros <-. pose proof (one_colour b u _ _ N H1 H2) as E. destruct p; discriminate. }
      assert (B : forall w, In w (filter (other_than u) (cells b)) <-> In w (cells b) /\ w <> u).
      { intros w. rewrite filter_In. now rewrite other_than_ne. }
      set (to' := fun w => if same_cell w u then Some v else to w).
      set (o' := fun w => if same_cell w u then p else o w).
      assert (T : forall w, w <> u -> to' w = to w /\ o' w = o w).
      { intros w Nw. unfold to', o'. apply other_than_ne in Nw. unfold other_than in Nw.
        apply negb_true_iff in Nw. now rewrite Nw. }
      assert (Tu : to' u = Some v /\ o' u = p).
      { unfold to', o'. now rewrite (proj2 (same_cell_eq u u) eq_refl). }
      destruct Tu as [Tu Ou].
      assert (A : forall w, arriving to' o' w (cells b) =
        (if same_cell v w then sign p else 0) + arriving to o w (filter (other_than u) (cells b))).
      { intros w. rewrite (arriving_without to' o' w u (cells b) N) by now apply In_cells in H1.
        unfold comes at 1. rewrite Tu, Ou. f_equal. apply arriving_same. intros x Hx. apply B in Hx. now apply T. }
      exists to', o'. split.
      + split.
        * intros w x Hw E. destruct (same_cell w u) eqn:D.
          -- apply same_cell_eq in D. subst w. rewrite Tu in E. injection E as <-. split; auto. now apply In_cells in H2.
          -- assert (D' : w <> u) by (intros X; apply same_cell_eq in X; congruence).
             destruct (T w D') as [Tw _]. rewrite Tw in E.
             destruct (F1 w x) as [K1 K2]; auto; [now apply B|]. split; auto. now apply B in K1.
        * exists (fun w => if same_cell w u then 0%nat else S (h w)). intros w x Hw E.
          destruct (same_cell w u) eqn:D.
          -- apply same_cell_eq in D. subst w. rewrite Tu in E. injection E as <-.
             destruct (same_cell v u) eqn:D; [|lia]. apply same_cell_eq in D. congruence.
          -- assert (D' : w <> u) by (intros X; apply same_cell_eq in X; congruence).
             destruct (T w D') as [Tw _]. rewrite Tw in E.
             assert (W : In w (filter (other_than u) (cells b))) by now apply B.
             destruct (F1 w x W E) as [K1 _]. apply B in K1. destruct K1 as [_ K1].
             destruct (same_cell x u) eqn:D2; [apply same_cell_eq in D2; congruence|].
             specialize (F2 w x W E). lia.
        * intros w q Hw. rewrite A. destruct (same_cell w u) eqn:D.
          -- apply same_cell_eq in D. subst w. rewrite Ou.
             destruct (same_cell v u) eqn:D; [apply same_cell_eq in D; congruence|].
             rewrite arriving_none.
             ++ rewrite (one_colour b u q p N Hw H1). lia.
             ++ intros x Hx E. destruct (F1 x u Hx E) as [K _]. apply B in K. now destruct K.
          -- assert (D' : w <> u) by (intros X; apply same_cell_eq in X; congruence).
             destruct (T w D') as [_ Ow]. rewrite Ow.
             destruct (same_cell v w) eqn:D2.
             ++ apply same_cell_eq in D2. subst w. rewrite (one_colour b v q (other p) N Hw H2).
                rewrite (F3 v p), sign_other; [lia|]. apply In_after_iff. exists (other p).
                rewrite (proj2 (same_cell_eq v v) eq_refl), other_other. auto.
             ++ apply F3. apply In_after_iff. exists q. repeat split; auto.
                destruct (same_cell w v) eqn:D3; auto. apply same_cell_eq in D3. subst w.
                now rewrite (proj2 (same_cell_eq v v) eq_refl) in D2.
      + unfold roots, roots_of. rewrite cells_after.
        rewrite (filter_filter _ (stays to) (other_than u) (stays to')).
        * apply map_ext_in. intros w Hw. apply filter_In in Hw. destruct Hw as [Hw _]. apply B in Hw.
          destruct (T w) as [_ Ow]; [easy|]. now rewrite Ow.
        * intros w Hw. destruct (other_than u w) eqn:D; simpl.
          -- apply other_than_ne in D. destruct (T w D) as [Tw _]. unfold stays. now rewrite Tw.
          -- assert (w = u) as ->; [|unfold stays; now rewrite Tu].
             unfold other_than in D. apply negb_false_iff in D. now apply same_cell_eq.
  Qed.

  (* Where a stone goes in, and where only stones go in that none went in to. *)
  Lemma lowest to cs (h : cell -> nat) : (forall u v, In u cs -> to u = Some v -> In v cs /\ (h u < h v)%nat) ->
    forall n u v, (h v <= n)%nat -> In u cs -> to u = Some v ->
    exists u v, In u cs /\ to u = Some v /\
      forall w, In w cs -> to w = Some v -> forall x, In x cs -> to x <> Some w.
  Proof.
    intros H. induction n as [|n IH]; intros u v L Hu E.
    - destruct (H u v Hu E). lia.
    - destruct (existsb (fun w => comes to v w && existsb (comes to w) cs) cs) eqn:K.
      + apply existsb_exists in K. destruct K as (w & Hw & K). apply andb_prop in K. destruct K as [K1 K2].
        apply comes_iff in K1. apply existsb_exists in K2. destruct K2 as (x & Hx & K2). apply comes_iff in K2.
        apply (IH x w); auto. destruct (H w v Hw K1). lia.
      + exists u, v. repeat split; auto. intros w Hw Ew x Hx Ex. apply not_true_iff_false in K. apply K.
        apply existsb_exists. exists w. split; auto. apply andb_true_intro. split; [now apply comes_iff|].
        apply existsb_exists. exists x. split; auto. now apply comes_iff.
  Qed.
  Lemma arriving_uniform to o v q cs : (forall u, In u cs -> to u = Some v -> o u = q) ->
    exists k : nat, arriving to o v cs = Z.of_nat k * sign q /\
      (k = 0%nat -> forall u, In u cs -> to u <> Some v).
  Proof.
    induction cs as [|u cs IH]; intros H.
    - exists 0%nat. now split.
    - destruct IH as (k & K1 & K2); [intros; apply H; simpl; auto|]. cbn [arriving].
      destruct (comes to v u) eqn:E.
      + apply comes_iff in E. rewrite (H u) by (simpl; auto). exists (S k). split; [lia|easy].
      + exists k. split; [lia|]. intros Z0 w [<-|Hw] X.
        * apply comes_iff in X. congruence.
        * exact (K2 Z0 w Hw X).
  Qed.

  (* A forest whose colours are right can be played. *)
  Theorem forest_play to o : forall n b, (length b <= n)%nat -> NoDup (cells b) ->
    Forest to o adj b -> Play b (roots to o b).
  Proof.
    induction n as [|n IH]; intros b L N F.
    - destruct b as [|s b]; [constructor|simpl in L; lia].
    - destruct F as [F1 [h F2] F3].
      destruct (existsb (fun u => negb (stays to u)) (cells b)) eqn:K.
      2: { assert (R : roots to o b = b).
        { assert (S : forall u, In u (cells b) -> to u = None).
          { intros u Hu. destruct (to u) as [v|] eqn:E; auto. exfalso. apply not_true_iff_false in K. apply K.
            apply existsb_exists. exists u. split; auto. unfold stays. now rewrite E. }
          assert (R : roots to o b = roots (fun _ => None) o b).
          { unfold roots, roots_of. f_equal. apply filter_ext_in. intros u Hu. unfold stays. now rewrite S. }
          rewrite R. apply roots_rest. intros v p Hv. apply sign_eq. rewrite (F3 v p Hv).
          rewrite arriving_none; [lia|]. intros u Hu. rewrite S by auto. discriminate. }
        rewrite R. constructor. }
      apply existsb_exists in K. destruct K as (u0 & Hu0 & K). unfold stays in K.
      destruct (to u0) as [v0|] eqn:E0; [|discriminate].
      destruct (lowest to (cells b) h) with (n := h v0) (u := u0) (v := v0) as (u1 & v & Hu1 & E1 & Low); auto.
      { intros u v Hu E. split; [now apply (F1 u v)|now apply F2]. }
      destruct (F1 u1 v Hu1 E1) as [Hv _]. destruct (cells_In v b Hv) as (q & Hq).
      assert (Leaf : forall u p, In (u, p) b -> to u = Some v -> o u = p).
      { intros u p Hu E. apply sign_eq. rewrite (F3 u p Hu). rewrite arriving_none; [lia|].
        intros x Hx. apply Low; auto. now apply In_cells in Hu. }
      assert (exists u, In (u, other q) b /\ to u = Some v) as (u & Hu & E).
      { destruct (existsb (fun s => comes to v (fst s) && same_player (snd s) (other q)) b) eqn:X.
        - apply existsb_exists in X. destruct X as ([u r] & Hu & X). apply andb_prop in X. destruct X as [X1 X2].
          simpl in *. apply comes_iff in X1. apply same_player_eq in X2. subst r. now exists u.
        - exfalso. assert (U : forall u, In u (cells b) -> to u = Some v -> o u = q).
          { intros u Hu E. destruct (cells_In u b Hu) as (r & Hr). rewrite (Leaf u r Hr E).
            destruct (player_dec r q) as [ | -> ]; auto. exfalso. apply not_true_iff_false in X. apply X.
            apply existsb_exists. exists (u, other q). split; auto. simpl. apply andb_true_intro.
            split; [now apply comes_iff|now apply same_player_eq]. }
          destruct (arriving_uniform to o v q (cells b) U) as (k & K1 & K2).
          pose proof (F3 v q Hq) as C. rewrite K1 in C.
          destruct k as [|k]; [now apply (K2 eq_refl u1)|]. destruct q, (o v); simpl sign in C; lia. }
      assert (Cu : In u (cells b)) by now apply In_cells in Hu.
      destruct (F1 u v Cu E) as [_ Adj].
      assert (NoneTo : forall x, In x (cells b) -> to x <> Some u) by (intros x Hx; now apply Low).
      assert (B : forall w, In w (filter (other_than u) (cells b)) <-> In w (cells b) /\ w <> u).
      { intros w. rewrite filter_In. now rewrite other_than_ne. }
      assert (A : forall w, arriving to o w (cells b) =
        (if same_cell v w then sign (other q) else 0) + arriving to o w (filter (other_than u) (cells b))).
      { intros w. rewrite (arriving_without to o w u (cells b) N Cu). unfold comes at 1. rewrite E.
        now rewrite (Leaf u _ Hu E). }
      assert (F : Forest to o adj (after u v b)).
      { split; rewrite ?cells_after.
        - intros w x Hw Ex. apply B in Hw. destruct (F1 w x) as [K1 K2]; [easy|easy|]. split; auto.
          apply B. split; auto. intros ->. destruct Hw as [Hw _]. exact (NoneTo w Hw Ex).
        - exists h. intros w x Hw Ex. apply B in Hw. now apply F2.
        - intros w r Hw. apply In_after_iff in Hw. destruct Hw as (r0 & Hw & Nw & ->).
          rewrite (F3 w r0 Hw), A. destruct (same_cell w v) eqn:D.
          + apply same_cell_eq in D. subst w. rewrite (proj2 (same_cell_eq v v) eq_refl).
            rewrite (one_colour b v r0 q N Hw Hq), sign_other. lia.
          + destruct (same_cell v w) eqn:D2; [|lia]. apply same_cell_eq in D2. subst w.
            now rewrite (proj2 (same_cell_eq v v) eq_refl) in D. }
      assert (R : roots to o b = roots to o (after u v b)).
      { unfold roots, roots_of. rewrite cells_after. f_equal. apply filter_filter. intros w Hw.
        destruct (other_than u w) eqn:D; auto. simpl. unfold stays.
        unfold other_than in D. apply negb_false_iff in D. apply same_cell_eq in D. subst w. now rewrite E. }
      rewrite R. apply step with (p := other q) (m := after u v b).
      + apply In_bmoves. exists u, v. rewrite other_other. auto.
      + apply IH; auto; [|now apply nodup_after]. pose proof (after_size u v _ b Hu). lia.
  Qed.

  (* On any finite graph: what plays leave are the roots of the forests whose
     colours are right. *)
  Theorem forests b e : NoDup (cells b) ->
    Play b e <-> exists to o, Forest to o adj b /\ e = roots to o b.
  Proof.
    intros N. split; [intros H; now apply play_forest|].
    intros (to & o & F & ->). now apply (forest_play to o (length b)).
  Qed.
End Graph.
