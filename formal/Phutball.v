(* One-dimensional Phutball: this file is all that has to be read to know what a
   theorem about it says.

   The ball is on a row of squares, some of which have stones.  A turn places a
   stone on an empty square, or jumps: the ball passes over all stones next to it
   on one side, which are removed, onto the next square, and may go on so.  Left
   wins when the ball comes onto the last square or over it, Right when it comes
   onto the first one or over it, whoever moved it. *)
From Coq Require Import List.
Import ListNotations.
From Formal Require Import Statement.

(* The squares before the ball, and those after it, the nearest ones first: true
   is a stone, false is empty. *)
Definition lane := (list bool * list bool)%type.
Definition mirror (b : lane) : lane := (snd b, fst b).

(* Play goes on, or somebody has won. *)
Inductive next := Goes (b : lane) | Won (w : player).

(* A stone on one of these squares. *)
Fixpoint placed (l : list bool) : list (list bool) :=
  match l with
  | [] => []
  | s :: l => (if s then [] else [true :: l]) ++ map (cons s) (placed l)
  end.

(* Jumps over the squares r, with the squares l behind: where the ball comes down,
   with what is behind it then, or nothing if that is the last square or beyond it.
   A ball that flies has passed over a stone. *)
Fixpoint jumps (flies : bool) (l r : list bool) : list (option lane) :=
  match flies, r with
  | true, [] => [None]
  | true, [false] => [None]
  | false, true :: r => jumps true (false :: false :: l) r
  | true, true :: r => jumps true (false :: l) r
  | true, false :: r => Some (l, r) :: jumps false l r
  | false, _ => []
  end.

Definition turns (b : lane) : list next :=
  let (l, r) := b in
  map (fun l => Goes (l, r)) (rev (placed l)) ++ map (fun r => Goes (l, r)) (placed r) ++
  map (fun j => match j with Some m => Goes (mirror m) | None => Won Right end) (jumps false r l) ++
  map (fun j => match j with Some m => Goes m | None => Won Left end) (jumps false l r).

(* w wins the lane if p is to move, in finitely many turns. *)
Inductive Lane_won (w : player) : player -> lane -> Prop :=
| scores b : In (Won w) (turns b) -> Lane_won w w b
| own_turn b m : In (Goes m) (turns b) -> Lane_won w (other w) m -> Lane_won w w b
| others_turns b : (forall v, In (Won v) (turns b) -> v = w) ->
    (forall m, In (Goes m) (turns b) -> Lane_won w w m) -> Lane_won w (other w) b.
