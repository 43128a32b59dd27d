(* Solitaire Clobber: one player takes a stone of either colour with an adjacent
   one of the other colour, again and again.  This file is all that has to be
   read to know what a theorem about solitaire says. *)
From Coq Require Import List Uint63.
From Formal Require Import Statement.

Section Solitaire.
  Variable neighbours : int -> int -> list int.
  (* Some moves, or none, lead from the board b to the board e. *)
  Inductive Play : board -> board -> Prop :=
  | stop b : Play b b
  | step p b m e : In m (board_moves neighbours p b) -> Play m e -> Play b e.

  (* No play leaves fewer stones than low, and some play leaves at most high. *)
  Definition Reduces (b : board) (low high : nat) : Prop :=
    (forall e, Play b e -> low <= length e) /\ exists e, Play b e /\ length e <= high.
End Solitaire.

(* On the grid: how few stones a play leaves. *)
Definition Fewest (b : board) (n : nat) : Prop := Reduces (fun _ _ => nil) b n n.
