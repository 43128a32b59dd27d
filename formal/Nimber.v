(* Grundy values: the theorem of Sprague and Grundy for sums of groups of stones,
   and a checker of lines that say what the value of a group is. *)
From Coq Require Import List Arith Lia Permutation Bool Uint63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Trie Normal Impartial.

(* ---------- heaps ---------- *)
Lemma half_less x y k : Nat.testbit x k = true -> Nat.testbit y k = false ->
  y / 2 ^ S k = x / 2 ^ S k -> y < x.
Proof.
  intros Hx Hy E. rewrite Nat.testbit_true in Hx. rewrite Nat.testbit_false in Hy.
  assert (P : 2 ^ k <> 0) by (apply Nat.pow_nonzero; lia).
  rewrite Nat.pow_succ_r', (Nat.mul_comm 2), <- !Nat.div_div in E by lia.
  pose proof (Nat.div_mod (x / 2 ^ k) 2 ltac:(lia)) as D1.
  pose proof (Nat.div_mod (y / 2 ^ k) 2 ltac:(lia)) as D2.
  destruct (le_lt_dec x y) as [H|H]; auto.
  apply (Nat.div_le_mono _ _ (2 ^ k)) in H; lia.
Qed.
Lemma lxor_less x s : s <> 0 -> Nat.testbit x (Nat.log2 s) = true -> Nat.lxor x s < x.
Proof.
  intros H0 Hx. apply (half_less _ _ (Nat.log2 s)); auto.
  - rewrite Nat.lxor_spec, Hx, Nat.bit_log2; auto.
  - rewrite <- !Nat.shiftr_div_pow2, Nat.shiftr_lxor.
    replace (Nat.shiftr s (S (Nat.log2 s))) with 0; [apply Nat.lxor_0_r|].
    symmetry. rewrite Nat.shiftr_div_pow2. apply Nat.div_small. apply Nat.log2_lt_pow2; lia.
Qed.
Lemma lxor_lower a b c : c < Nat.lxor a b -> Nat.lxor c b < a \/ Nat.lxor c a < b.
Proof.
  intros H. set (s := Nat.lxor (Nat.lxor a b) c).
  assert (N : s <> 0).
  { intros E. apply Nat.lxor_eq in E. lia. }
  pose proof (Nat.bit_log2 s N) as B. unfold s in B. rewrite !Nat.lxor_spec in B.
  destruct (Nat.testbit a (Nat.log2 s)) eqn:Ea.
  - left. apply (lxor_less a s N) in Ea. replace (Nat.lxor c b) with (Nat.lxor a s); auto.
    unfold s. rewrite <- !Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. apply Nat.lxor_comm.
  - destruct (Nat.testbit b (Nat.log2 s)) eqn:Eb.
    + right. apply (lxor_less b s N) in Eb. replace (Nat.lxor c a) with (Nat.lxor b s); auto.
      unfold s. rewrite (Nat.lxor_comm a b), <- !Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. apply Nat.lxor_comm.
    + exfalso. fold s in B. rewrite Ea, Eb in B.
      destruct (Nat.testbit c (Nat.log2 s)) eqn:Ec; [clear B; rename Ec into B|discriminate B].
      apply (lxor_less c s N) in B. replace (Nat.lxor c s) with (Nat.lxor a b) in B; [lia|].
      unfold s. rewrite (Nat.lxor_comm _ c), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. reflexivity.
Qed.

(* The least number that is not in a list. *)
Lemma mex_exists (vs : list nat) : exists n, ~ In n vs /\ forall k, k < n -> In k vs.
Proof.
  assert (K : forall m, (exists n, ~ In n vs /\ forall k, k < n -> In k vs) \/ (forall k, k < m -> In k vs)).
  { induction m as [|m [IH|IH]]; [right; lia|now left|].
    destruct (in_dec Nat.eq_dec m vs) as [H|H]; [right|left; eauto].
    intros k Hk. destruct (Nat.eq_dec k m) as [->|]; auto. apply IH. lia. }
  destruct (K (S (length vs))) as [H|H]; auto. exfalso.
  assert (I : incl (seq 0 (S (length vs))) vs) by (intros k Hk; apply in_seq in Hk; apply H; lia).
  apply NoDup_incl_length in I; [|apply seq_NoDup]. rewrite seq_length in I. lia.
Qed.

Section Nimbers.
  Variable neighbours : int -> int -> list int.
  Let no_options : int -> list int * list int := fun _ => ([], []).
  Notation moves := (Statement.moves neighbours no_options).
  Notation smove := (Sums.smove term moves).
  Notation similar := (Sums.similar term moves).
  Notation sum := (list term).
  Notation sz := (Sums.sz term size).
  Let size_moves := Rules.size_moves neighbours no_options.
  Let smove_sz := Sums.smove_sz term moves size size_moves.

  (* ---------- sums with a heap ---------- *)
  (* [Value X n]: who is to move loses X in a sum with a heap of n. *)
  Inductive Other : sum -> nat -> Prop :=
  | sum_move p X X' n : smove p X X' -> Value X' n -> Other X n
  | lower X n k : k < n -> Value X k -> Other X n
  with Value : sum -> nat -> Prop :=
  | all_moves X n : (forall p X', smove p X X' -> Other X' n) -> (forall k, k < n -> Other X k) -> Value X n.

  Lemma Value_sum p X X' n : Value X n -> smove p X X' -> Other X' n.
  Proof. intros [Y m H _]. apply H. Qed.
  Lemma Value_lower X n k : Value X n -> k < n -> Other X k.
  Proof. intros [Y m _ H]. apply H. Qed.

  Lemma not_both c : forall X n, sz X + n <= c -> Value X n -> Other X n -> False.
  Proof.
    induction c as [c IH] using lt_wf_ind. intros X n Hc V O. destruct O as [p X X' n M W|X n k L W].
    - pose proof (smove_sz _ _ _ M). apply (IH (sz X' + n)) with (X := X') (n := n); auto; [lia|].
      now apply (Value_sum p X).
    - apply (IH (sz X + k)) with (X := X) (n := k); auto; [lia|]. now apply (Value_lower X n).
  Qed.
  Lemma Value_not_Other X n : Value X n -> ~ Other X n.
  Proof. intros V O. exact (not_both _ X n (le_n _) V O). Qed.
  Lemma one_value X n k : Value X n -> Value X k -> n = k.
  Proof.
    intros V W. destruct (lt_eq_lt_dec n k) as [[H|H]|H]; auto; exfalso.
    - apply (Value_not_Other X n V). now apply (Value_lower X k).
    - apply (Value_not_Other X k W). now apply (Value_lower X n).
  Qed.

  (* The rule of the least excluded value. *)
  Lemma mex X n :
    (forall p X', smove p X X' -> exists k, k <> n /\ Value X' k) ->
    (forall k, k < n -> exists p X', smove p X X' /\ Value X' k) -> Value X n.
  Proof.
    intros H1 H2. constructor.
    - intros p X' M. destruct (H1 p X' M) as (k & N & V).
      destruct (lt_eq_lt_dec k n) as [[H|H]|H]; [now apply lower with k|congruence|now apply (Value_lower X' k)].
    - intros k L. destruct (H2 k L) as (p & X' & M & V). now apply sum_move with p X'.
  Qed.
  Lemma option_below X n k : Value X n -> k < n -> exists p X', smove p X X' /\ Value X' k.
  Proof.
    intros V L. pose proof (Value_lower X n k V L) as O. inversion O as [p Y X' m M W|Y m j L' W]; subst; [eauto|].
    exfalso. apply (Value_not_Other X j W). apply (Value_lower X n); auto. lia.
  Qed.

  (* Every sum has a value. *)
  Definition all_options (X : sum) : list sum :=
    flat_map (fun i => match skipn i X with
      | t :: B => map (fun m => firstn i X ++ m :: B) (moves Left t ++ moves Right t)
      | [] => [] end) (seq 0 (length X)).
  Lemma all_options_spec X X' : In X' (all_options X) <-> exists p, smove p X X'.
  Proof.
    unfold all_options. rewrite in_flat_map. split.
    - intros (i & _ & H). pose proof (firstn_skipn i X) as E. destruct (skipn i X) as [|t B]; [destruct H|].
      apply in_map_iff in H. destruct H as (m & <- & H). apply in_app_or in H.
      revert E. generalize (firstn i X). intros A <-.
      destruct H as [H|H]; [exists Left|exists Right]; now constructor.
    - intros (p & [A t B m H]). exists (length A). split.
      + apply in_seq. rewrite app_length. simpl. lia.
      + rewrite skipn_app, skipn_all, Nat.sub_diag, firstn_app, firstn_all, Nat.sub_diag. simpl.
        rewrite app_nil_r. apply (in_map (fun m => A ++ m :: B)). apply in_or_app. destruct p; auto.
  Qed.
  Lemma values_of (l : list sum) : (forall X, In X l -> exists n, Value X n) ->
    exists vs, (forall X, In X l -> exists n, In n vs /\ Value X n) /\
               (forall n, In n vs -> exists X, In X l /\ Value X n).
  Proof.
    induction l as [|X l IH]; intros H.
    - exists []. split; intros ? [].
    - destruct IH as (vs & V1 & V2); [intros Y HY; apply H; now right|].
      destruct (H X) as (n & V); [now left|]. exists (n :: vs). split.
      + intros Y [<-|HY]; [exists n; split; [now left|exact V]|].
        destruct (V1 Y HY) as (k & K1 & K2). exists k. split; [now right|exact K2].
      + intros k [<-|Hk]; [exists X; split; [now left|exact V]|].
        destruct (V2 k Hk) as (Y & Y1 & Y2). exists Y. split; [now right|exact Y2].
  Qed.
  Lemma has_value c : forall X, sz X <= c -> exists n, Value X n.
  Proof.
    induction c as [c IH] using lt_wf_ind. intros X Hc.
    destruct (values_of (all_options X)) as (vs & V1 & V2).
    { intros X' H. apply all_options_spec in H. destruct H as (p & M).
      pose proof (smove_sz _ _ _ M). apply (IH (sz X')); auto. lia. }
    destruct (mex_exists vs) as (n & N1 & N2). exists n. apply mex.
    - intros p X' M. destruct (V1 X') as (k & K1 & K2); [apply all_options_spec; eauto|].
      exists k. split; auto. now intros ->.
    - intros k L. destruct (V2 k (N2 k L)) as (X' & H & V). apply all_options_spec in H.
      destruct H as (p & M). eauto.
  Qed.

  (* Sprague and Grundy: values of sums are nim-sums. *)
  Lemma add_values c : forall X Y a b, sz X + sz Y <= c -> Value X a -> Value Y b ->
    Value (X ++ Y) (Nat.lxor a b).
  Proof.
    induction c as [c IH] using lt_wf_ind. intros X Y a b Hc VX VY. apply mex.
    - intros p Z M. destruct (smove_app _ _ _ _ _ _ M) as [(X' & H & ->) | (Y' & H & ->)].
      + pose proof (smove_sz _ _ _ H). destruct (has_value _ X' (le_n _)) as (k & V).
        exists (Nat.lxor k b). split; [|apply (IH (sz X' + sz Y)); auto; lia].
        intros E. assert (k = a).
        { rewrite <- (Nat.lxor_0_r k), <- (Nat.lxor_0_r a), <- (Nat.lxor_nilpotent b), <- !Nat.lxor_assoc. now rewrite E. }
        subst k. apply (Value_not_Other X' a V). now apply (Value_sum p X).
      + pose proof (smove_sz _ _ _ H). destruct (has_value _ Y' (le_n _)) as (k & V).
        exists (Nat.lxor a k). split; [|apply (IH (sz X + sz Y')); auto; lia].
        intros E. assert (k = b).
        { rewrite <- (Nat.lxor_0_l k), <- (Nat.lxor_0_l b), <- (Nat.lxor_nilpotent a), !Nat.lxor_assoc. now rewrite E. }
        subst k. apply (Value_not_Other Y' b V). now apply (Value_sum p Y).
    - intros k L. destruct (lxor_lower a b k L) as [H|H].
      + destruct (option_below X a _ VX H) as (p & X' & M & V). exists p, (X' ++ Y).
        split; [now apply smove_appl|]. pose proof (smove_sz _ _ _ M).
        replace k with (Nat.lxor (Nat.lxor k b) b) by now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
        apply (IH (sz X' + sz Y)); auto; lia.
      + destruct (option_below Y b _ VY H) as (p & Y' & M & V). exists p, (X ++ Y').
        split; [now apply smove_appr|]. pose proof (smove_sz _ _ _ M).
        replace k with (Nat.lxor a (Nat.lxor k a))
          by now rewrite Nat.lxor_comm, Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
        apply (IH (sz X + sz Y')); auto; lia.
  Qed.
  Theorem sprague_grundy X Y a b : Value X a -> Value Y b -> Value (X ++ Y) (Nat.lxor a b).
  Proof. exact (add_values _ X Y a b (le_n _)). Qed.

  (* Similar sums have one value. *)
  Lemma similar_value c : forall X Y n, sz Y + n <= c -> similar X Y -> (Value X n -> Value Y n) /\ (Other X n -> Other Y n).
  Proof.
    induction c as [c IH] using lt_wf_ind. intros X Y n Hc (Q & [B1 B2] & HQ).
    split; intros H.
    - constructor.
      + intros p Y' M. destruct (B2 p _ _ _ HQ M) as (X' & M' & HQ').
        pose proof (smove_sz _ _ _ M). apply (IH (sz Y' + n) ltac:(lia) X'); auto; [now exists Q; repeat split|].
        now apply (Value_sum p X).
      + intros k L. apply (IH (sz Y + k) ltac:(lia) X); auto; [now exists Q; repeat split|].
        now apply (Value_lower X n).
    - destruct H as [p X X' n M V|X n k L V].
      + destruct (B1 p _ _ _ HQ M) as (Y' & M' & HQ'). pose proof (smove_sz _ _ _ M').
        apply sum_move with p Y'; auto. apply (IH (sz Y' + n) ltac:(lia) X'); auto. now exists Q; repeat split.
      + apply lower with k; auto. apply (IH (sz Y + k) ltac:(lia) X); auto. now exists Q; repeat split.
  Qed.
  Lemma Value_similar X Y n : similar X Y -> Value X n -> Value Y n.
  Proof. intros H. exact (proj1 (similar_value _ X Y n (le_n _) H)). Qed.

  (* Colours exchanged. *)
  Lemma neg_value c : forall X n, sz X + n <= c -> (Value X n -> Value (map neg X) n) /\ (Other X n -> Other (map neg X) n).
  Proof.
    assert (I : forall X : sum, map neg (map neg X) = X).
    { intros X. rewrite map_map. rewrite <- (map_id X) at 2. apply map_ext, neg_neg. }
    assert (N : forall p X X', smove p X X' -> smove (other p) (map neg X) (map neg X')).
    { intros p X X'. apply (smove_negs term moves neg (neg_moves neighbours no_options)). }
    induction c as [c IH] using lt_wf_ind. intros X n Hc. split; intros H.
    - constructor.
      + intros p Y M. apply N in M. rewrite I in M. pose proof (smove_sz _ _ _ M).
        rewrite <- (I Y). apply (IH (sz (map neg Y) + n)); auto; [lia|]. now apply (Value_sum (other p) X).
      + intros k L. apply (IH (sz X + k)); auto; [lia|]. now apply (Value_lower X n).
    - destruct H as [p X X' n M V|X n k L V].
      + pose proof (smove_sz _ _ _ M). apply sum_move with (other p) (map neg X'); auto.
        apply (IH (sz X' + n)); auto; lia.
      + apply lower with k; auto. apply (IH (sz X + k)); auto; lia.
  Qed.
  Lemma Value_neg b n : Value [Board (bneg b)] n -> Value [Board b] n.
  Proof.
    intros V. apply (proj1 (neg_value _ _ _ (le_n _))) in V. simpl in V. now rewrite bneg_bneg in V.
  Qed.

  (* ---------- down to the rules ---------- *)
  Lemma Value_Grundy c : forall b n, size (Board b) + n <= c ->
    (Value [Board b] n -> Mover_loses neighbours b n) /\ (Other [Board b] n -> Mover_wins neighbours b n).
  Proof.
    induction c as [c IH] using lt_wf_ind. intros b n Hc.
    assert (S : forall p X, smove p [Board b] X -> exists m, X = [Board m] /\ In m (board_moves neighbours p b) /\ length m < length b).
    { intros p X M. pose proof (smove_sz _ _ _ M) as Hs. apply (smove_one neighbours no_options) in M.
      destruct M as (t & H & ->). simpl in H. apply in_map_iff in H. destruct H as (m & <- & H).
      exists m. simpl in Hs. repeat split; auto. lia. }
    simpl in Hc. split; intros H.
    - constructor.
      + intros p m Hm.
        assert (M : smove p [Board b] [Board m]) by (apply (one_smove neighbours no_options); simpl; now apply in_map).
        destruct (S p _ M) as (m' & E & _ & L). injection E as <-.
        apply (IH (length m + n)); simpl; auto; [lia|]. now apply (Value_sum p [Board b]).
      + intros k L. apply (IH (length b + k)); simpl; auto; [lia|]. now apply (Value_lower [Board b] n).
    - inversion H as [p X X' m M V|X m k L V]; subst.
      + destruct (S p _ M) as (m' & -> & I & L). apply board_move with p m'; auto.
        apply (IH (length m' + n)); simpl; auto; lia.
      + apply heap_move with k; auto. apply (IH (length b + k)); simpl; auto; lia.
  Qed.

  (* ---------- the checker ---------- *)
  (* Groups of stones in normal form with their values, in the places that a
     number computed from the group gives. *)
  Definition nimbers := trie (list (board * nat)).
  Definition sound (E : nimbers) : Prop := every (Forall (fun e => Value [Board (fst e)] (snd e))) E.
  Notation normal := (Normal.normal neighbours).
  Notation parts := (Normal.parts neighbours).
  Definition bucket (E : nimbers) (b : board) : list (board * nat) :=
    match find place_levels place_bits (place 0 b) E with Some l => l | None => [] end.
  Fixpoint listed (b : board) (l : list (board * nat)) : option nat :=
    match l with
    | [] => None
    | (c, n) :: l => if board_eqb b c then Some n else listed b l
    end.
  (* The value of a group, or of it with the colours exchanged. *)
  Definition group_value (E : nimbers) (b : board) : option nat :=
    let c := normal b in
    match listed c (bucket E c) with
    | Some n => Some n
    | None => let c := normal (bneg b) in listed c (bucket E c)
    end.
  Fixpoint nim_sum (E : nimbers) (l : list board) : option nat :=
    match l with
    | [] => Some 0
    | b :: l => match group_value E b, nim_sum E l with Some n, Some m => Some (Nat.lxor n m) | _, _ => None end
    end.
  Definition board_value (E : nimbers) (b : board) : option nat := nim_sum E (parts b).
  Fixpoint each_value (E : nimbers) (l : list board) : option (list nat) :=
    match l with
    | [] => Some []
    | b :: l => match board_value E b, each_value E l with Some n, Some ns => Some (n :: ns) | _, _ => None end
    end.
  Definition is_mex (n : nat) (vs : list nat) : bool :=
    negb (existsb (Nat.eqb n) vs) && forallb (fun k => existsb (Nat.eqb k) vs) (seq 0 n).

  Inductive nimber_line :=
  | Group (b : board) (n : nat)      (* the value of this group is n *)
  | Drop (b : board).                (* it is not used any more *)
  Definition enter_at (E : nimbers) (c : board) (l : list (board * nat)) : nimbers :=
    update place_levels place_bits (place 0 c) (match l with [] => None | _ => Some l end) E.
  Definition check_group (E : nimbers) (l : nimber_line) : option nimbers :=
    match l with
    | Group b n =>
        match parts b with
        | [p] =>
            match each_value E (board_moves neighbours Left p ++ board_moves neighbours Right p) with
            | Some vs => if is_mex n vs then let c := normal p in Some (enter_at E c ((c, n) :: bucket E c)) else None
            | None => None
            end
        | _ => None
        end
    | Drop b =>
        match parts b with
        | [p] => let c := normal p in Some (enter_at E c (filter (fun e => negb (board_eqb c (fst e))) (bucket E c)))
        | _ => None
        end
    end.

  Lemma bucket_sound E b : sound E -> Forall (fun e => Value [Board (fst e)] (snd e)) (bucket E b).
  Proof.
    intros H. apply (find_every _ _ place_levels place_bits (place 0 b)) in H. unfold bucket.
    destruct (find _ _ _ _); [exact H|constructor].
  Qed.
  Lemma listed_sound E b n : sound E -> listed b (bucket E b) = Some n -> Value [Board b] n.
  Proof.
    intros H. pose proof (bucket_sound E b H) as K. revert K. generalize (bucket E b). intros l K.
    induction K as [|[c m] l K1 K2 IH]; simpl; [easy|].
    destruct (board_eqb b c) eqn:E1; [|exact IH]. intros [= <-]. apply board_eqb_eq in E1. now subst.
  Qed.
  Lemma group_value_sound E b n : sound E -> group_value E b = Some n -> Value [Board b] n.
  Proof.
    intros H. unfold group_value. cbv zeta.
    assert (K : forall c, similar [Board (normal c)] [Board c])
      by (intros c; apply (similar_sym term moves), normal_similar).
    destruct (listed (normal b) _) as [m|] eqn:E1.
    - intros [= <-]. apply (Value_similar _ _ _ (K b)). now apply (listed_sound E).
    - intros E2. apply Value_neg. apply (Value_similar _ _ _ (K (bneg b))). now apply (listed_sound E).
  Qed.
  Lemma nim_sum_sound E l : sound E -> forall n, nim_sum E l = Some n -> Value (map Board l) n.
  Proof.
    intros H. induction l as [|b l IH]; intros n; simpl.
    - intros [= <-]. constructor; [|lia]. intros p X M. now apply smove_nil in M.
    - destruct (group_value E b) as [m|] eqn:E1; [|easy]. destruct (nim_sum E l) as [k|]; [|easy].
      intros [= <-]. apply (sprague_grundy [Board b]); auto. now apply (group_value_sound E).
  Qed.
  Lemma board_value_sound E b n : sound E -> board_value E b = Some n -> Value [Board b] n.
  Proof.
    intros H K. apply (nim_sum_sound E) in K; auto.
    refine (Value_similar _ _ _ _ K). apply (similar_sym term moves), parts_similar.
  Qed.
  Lemma each_value_sound E l : sound E -> forall vs, each_value E l = Some vs ->
    (forall b, In b l -> exists n, In n vs /\ Value [Board b] n) /\
    (forall n, In n vs -> exists b, In b l /\ Value [Board b] n).
  Proof.
    intros H. induction l as [|b l IH]; intros vs; simpl.
    - intros [= <-]. split; intros ? [].
    - destruct (board_value E b) as [n|] eqn:E1; [|easy]. destruct (each_value E l) as [ns|]; [|easy].
      intros [= <-]. apply (board_value_sound E) in E1; auto. destruct (IH ns eq_refl) as [I1 I2]. split.
      + intros c [<-|Hc]; [exists n; split; [now left|exact E1]|].
        destruct (I1 c Hc) as (k & K1 & K2). exists k. split; [now right|exact K2].
      + intros k [<-|Hk]; [exists b; split; [now left|exact E1]|].
        destruct (I2 k Hk) as (c & C1 & C2). exists c. split; [now right|exact C2].
  Qed.
  Lemma mex_sound E b n vs : sound E ->
    each_value E (board_moves neighbours Left b ++ board_moves neighbours Right b) = Some vs ->
    is_mex n vs = true -> Value [Board b] n.
  Proof.
    intros H K M. destruct (each_value_sound E _ H vs K) as [I1 I2].
    apply andb_prop in M. destruct M as [M1 M2]. rewrite forallb_forall in M2.
    assert (J : forall k, existsb (Nat.eqb k) vs = true <-> In k vs).
    { intros k. rewrite existsb_exists. split; [intros (x & X1 & X2); apply Nat.eqb_eq in X2; now subst|].
      intros X. exists k. now rewrite Nat.eqb_refl. }
    apply mex.
    - intros p X S. apply (smove_one neighbours no_options) in S. destruct S as (t & S & ->).
      simpl in S. apply in_map_iff in S. destruct S as (m & <- & S).
      destruct (I1 m) as (k & K1 & K2); [apply in_or_app; destruct p; auto|].
      exists k. split; auto. intros ->. apply J in K1. now rewrite K1 in M1.
    - intros k L. destruct (I2 k) as (m & S & V); [apply J, M2, in_seq; lia|].
      apply in_app_or in S. destruct S as [S|S]; [exists Left|exists Right]; exists [Board m];
        (split; [|exact V]); apply (one_smove neighbours no_options); simpl; now apply in_map.
  Qed.
  Lemma enter_at_sound E c l : sound E -> Forall (fun e => Value [Board (fst e)] (snd e)) l -> sound (enter_at E c l).
  Proof. intros H K. apply update_every; auto. now destruct l. Qed.
  Lemma check_group_sound E l E' : sound E -> check_group E l = Some E' -> sound E'.
  Proof.
    intros H. destruct l as [b n|b]; cbn [check_group]; destruct (parts b) as [|p [|q r]]; try easy; cbv zeta.
    - destruct (each_value E _) as [vs|] eqn:E1; [|easy]. destruct (is_mex n vs) eqn:E2; [|easy].
      intros [= <-]. apply enter_at_sound; auto. constructor; [|now apply bucket_sound]. cbn [fst snd].
      apply (Value_similar [Board p]); [apply normal_similar|]. exact (mex_sound E p n vs H E1 E2).
    - intros [= <-]. apply enter_at_sound; auto. apply Forall_forall. intros e I. apply filter_In in I.
      pose proof (bucket_sound E (normal p) H) as K. rewrite Forall_forall in K. now apply K.
  Qed.
  Theorem board_value_Grundy E b n : sound E -> board_value E b = Some n -> Grundy neighbours b n.
  Proof. intros H K. apply (proj1 (Value_Grundy _ b n (le_n _))). now apply (board_value_sound E). Qed.
End Nimbers.
