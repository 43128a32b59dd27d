(* Impartial Clobber: whoever is to move may take a stone of either colour with
   an adjacent one of the other colour.  Who cannot move loses.  This file is all
   that has to be read to know what a theorem about a Grundy value says. *)
From Coq Require Import List Uint63.
From Formal Require Import Statement.

Section Impartial.
  Variable neighbours : int -> int -> list int.
  Notation moves := (board_moves neighbours).

  (* A board in a sum with a heap of Nim, of which any number may be taken: who
     is to move wins, or loses. *)
  Inductive Mover_wins : board -> nat -> Prop :=
  | board_move p b n m : In m (moves p b) -> Mover_loses m n -> Mover_wins b n
  | heap_move b n k : k < n -> Mover_loses b k -> Mover_wins b n
  with Mover_loses : board -> nat -> Prop :=
  | every_move b n : (forall p m, In m (moves p b) -> Mover_wins m n) ->
      (forall k, k < n -> Mover_wins b k) -> Mover_loses b n.

  (* The Grundy value (nimber) of a board is the heap that it is equal to. *)
  Definition Grundy (b : board) (n : nat) : Prop := Mover_loses b n.
End Impartial.
