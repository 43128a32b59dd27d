(* Small theorems about the definitions of Statement.v: that they say what
   they are meant to say.  Of the rest only Compare.v uses one of them: nobody wins
   and loses. *)
From Coq Require Import List Arith ZArith Lia Bool Uint63 String.
Import ListNotations.
From Formal Require Import Statement Sums Rules.
Local Open Scope uint63_scope.

(* Integers have 63 bits; below 2^62 adjacency is that of the grid. *)
Definition small (i : int) : Prop := (to_Z i < 2 ^ 62)%Z.
Lemma next_spec i j : small i -> (i + 1 =? j) = true <-> (to_Z j = to_Z i + 1)%Z.
Proof.
  unfold small. intros H. rewrite Uint63.eqb_spec. pose proof (to_Z_bounded i) as B.
  assert (E : to_Z (i + 1) = (to_Z i + 1)%Z).
  { rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. change wB with (2 ^ 63)%Z. lia. }
  split; intros K; [now rewrite <- K|]. apply to_Z_inj. congruence.
Qed.
Theorem grid near r c r' c' : small r -> small c -> small r' -> small c' ->
  adjacent near (At r c) (At r' c') = true <->
  (Z.abs (to_Z r - to_Z r') + Z.abs (to_Z c - to_Z c') = 1)%Z.
Proof.
  intros H1 H2 H3 H4. unfold adjacent. destruct (r =? r') eqn:E.
  - apply Uint63.eqb_spec in E. subst r'. rewrite orb_true_iff, !next_spec by assumption. lia.
  - rewrite andb_true_iff, orb_true_iff, !next_spec, Uint63.eqb_spec by assumption.
    assert (to_Z r <> to_Z r') by (intros X; apply to_Z_inj in X; subst; now rewrite Uint63.eqb_refl in E).
    split.
    + intros [-> K]. lia.
    + intros K. split; [apply to_Z_inj|]; lia.
Qed.

(* Nobody wins and loses: the four outcomes exclude each other. *)
Section Both.
  Variable neighbours : int -> int -> list int.
  Variable options : int -> list int * list int.
  Theorem one_winner p X : Win neighbours options Left p X -> Win neighbours options Right p X -> False.
  Proof.
    remember Left as w eqn:E. intros H. revert E. induction H as [A t B m Hm H IH|X H IH]; intros -> K.
    - inversion K as [|X K1 E1 E2]; subst. apply IH; auto. now apply (K1 A t B m).
    - inversion K as [A t B m Hm K1 E1 E2|]; subst. now apply (IH A t B m).
  Qed.
End Both.

(* The text of a board is read as it is written. *)
Example read_2x2 : text "xo/ox" = checker 2 2.  Proof. reflexivity. Qed.
Example read_3x4 : text "xoxo/oxox/xoxo" = checker 3 4.  Proof. reflexivity. Qed.
Example read_gap : text "x.o" = [(At 1 1, Left); (At 1 3, Right)].  Proof. reflexivity. Qed.
