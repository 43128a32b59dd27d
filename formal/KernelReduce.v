(* Theorems about solitaire on the grid that Coq's kernel computes: a play is
   replayed, and the lower bound is computed. *)
From Coq Require Import List Arith Bool Uint63.
Import ListNotations.
From Formal Require Import Statement Rules Solitaire Forest Fewest Kernel.

(* The board after moves, each from a cell to another, if all are allowed. *)
Fixpoint played (b : board) (moves : list (cell * cell)) : option board :=
  match moves with
  | [] => Some b
  | (u, v) :: moves => match moved no_graph u v b with Some m => played m moves | None => None end
  end.
Lemma played_play b : forall moves m e, Play no_graph b m -> played m moves = Some e -> Play no_graph b e.
Proof.
  induction moves as [|[u v] moves IH]; simpl; intros m e H K; [now injection K as <-|].
  destruct (moved no_graph u v m) as [c|] eqn:E; [|easy]. apply (IH c e); auto. now apply (moved_play _ u v b m).
Qed.

Definition kernel_reduces (b : board) (moves : list (cell * cell)) (low high : nat) : bool :=
  if distinct (cells b) then
    match played b moves with
    | Some e => (low <=? lower no_graph (length b) b) && (length e <=? high)
    | None => false
    end
  else false.
Theorem kernel_reduces_sound b moves low high : kernel_reduces b moves low high = true -> Reduces no_graph b low high.
Proof.
  unfold kernel_reduces. destruct (distinct (cells b)) eqn:D; [|easy]. apply distinct_NoDup in D.
  destruct (played b moves) as [e|] eqn:P; [|easy]. intros H. apply andb_prop in H. destruct H as [H1 H2].
  apply Nat.leb_le in H1, H2. split.
  - intros x Hx. apply (Nat.le_trans _ (lower no_graph (length b) b)); auto. now apply lower_sound.
  - exists e. split; auto. apply (played_play b moves b e); auto. constructor.
Qed.
Corollary kernel_fewest b moves n : kernel_reduces b moves n n = true -> Fewest b n.
Proof. apply kernel_reduces_sound. Qed.
