(* Clobber, and who wins it: all that has to be read to know what the
   theorems of this directory say.

   Two players, Left and Right, move in turn; who cannot move loses.  Left has
   the stones x, Right the stones o.  A move takes a stone of one's own onto an
   adjacent stone of the other player's, which is removed from the board. *)
From Coq Require Import List Bool Arith Uint63 String Ascii.
Import ListNotations.
Local Open Scope uint63_scope.

Inductive player := Left | Right.
Definition other (p : player) : player := match p with Left => Right | Right => Left end.
Definition same_player (p q : player) : bool :=
  match p, q with Left, Left | Right, Right => true | _, _ => false end.

(* A cell of the infinite grid, or a vertex of one of some graphs, which have
   numbers, as their vertices have. *)
Inductive cell := At (row column : int) | Vertex (graph number : int).
Definition same_cell (a b : cell) : bool :=
  match a, b with
  | At r c, At r' c' => (r =? r') && (c =? c')
  | Vertex g u, Vertex h v => (g =? h) && (u =? v)
  | _, _ => false
  end.

(* Stones and where they stand.  Cells without a stone are not listed. *)
Definition board := list (cell * player).

Inductive relation := Equals | Greater | Less | Confused.

Section Rules.
  (* The neighbours of a vertex of a graph. *)
  Variable neighbours : int -> int -> list int.
  (* Games that are no boards (values) are given by their options, which have
     smaller numbers: those of Left and those of Right. *)
  Variable options : int -> list int * list int.

  Definition adjacent (a b : cell) : bool :=
    match a, b with
    | At r c, At r' c' =>
        if r =? r' then (c + 1 =? c') || (c' + 1 =? c)
        else (c =? c') && ((r + 1 =? r') || (r' + 1 =? r))
    | Vertex g u, Vertex h v => (g =? h) && existsb (Uint63.eqb v) (neighbours g u)
    | _, _ => false
    end.

  (* The board when the stone on u has taken the one on v. *)
  Definition after (u v : cell) (b : board) : board :=
    map (fun s => if same_cell (fst s) v then (fst s, other (snd s)) else s)
        (filter (fun s => negb (same_cell (fst s) u)) b).

  (* What a player's moves make of a board. *)
  Definition board_moves (p : player) (b : board) : list board :=
    flat_map (fun s => if same_player p (snd s) then
       map (fun t => after (fst s) (fst t) b)
           (filter (fun t => same_player (other p) (snd t) && adjacent (fst s) (fst t)) b)
       else []) b.

  (* A sum of boards and values; a value may be negated, that is, with the
     players exchanged.  A move is made in one term of the sum. *)
  Inductive term := Board (b : board) | Value (negated : bool) (g : int).

  Definition value_moves (p : player) (negated : bool) (g : int) : list int :=
    filter (fun h => h <? g)
      (if same_player p (if negated then Right else Left) then fst (options g) else snd (options g)).

  Definition moves (p : player) (t : term) : list term :=
    match t with
    | Board b => map Board (board_moves p b)
    | Value negated g => map (Value negated) (value_moves p negated g)
    end.

  (* [Win w p X]: w wins the sum X if p is to move. *)
  Inductive Win (w : player) : player -> list term -> Prop :=
  | own_move A t B m : In m (moves w t) -> Win w (other w) (A ++ m :: B) -> Win w w (A ++ t :: B)
  | others_moves X : (forall A t B m, X = A ++ t :: B -> In m (moves (other w) t) -> Win w w (A ++ m :: B)) ->
      Win w (other w) X.

  (* G is at least H if Left may have G in the place of H, whatever else is
     played: the order of games, and their equality. *)
  Definition At_least (G H : list term) : Prop :=
    forall p X, Win Left p (H ++ X) -> Win Left p (G ++ X).
  Definition Compares (r : relation) (G H : list term) : Prop :=
    match r with
    | Equals => At_least G H /\ At_least H G
    | Greater => At_least G H /\ ~ At_least H G
    | Less => At_least H G /\ ~ At_least G H
    | Confused => ~ At_least G H /\ ~ At_least H G
    end.
End Rules.

(* The four outcomes of a board on the grid. *)
Definition wins (w p : player) (b : board) : Prop :=
  Win (fun _ _ => []) (fun _ => ([], [])) w p [Board b].
Inductive class := N | P | L | R.
Definition Outcome (o : class) (b : board) : Prop :=
  match o with
  | N => wins Left Left b /\ wins Right Right b     (* the first player *)
  | P => wins Right Left b /\ wins Left Right b     (* the second player *)
  | L => wins Left Left b /\ wins Left Right b
  | R => wins Right Left b /\ wins Right Right b
  end.

(* Boards that results name.  The first cell is in row 1 and column 1. *)
Definition whole (n : nat) : int := Uint63.of_Z (BinInt.Z.of_nat n).
Definition checker (rows columns : nat) : board :=
  flat_map (fun r => map (fun c => (At (whole r) (whole c), if Nat.even (r + c) then Left else Right))
                         (seq 1 columns)) (seq 1 rows).

(* A board as text: x, o, and . for an empty cell; / between rows. *)
Fixpoint read_rows (row column : int) (text : string) : option board :=
  match text with
  | EmptyString => Some []
  | String letter text =>
      let put stones := option_map (app stones) (read_rows row (column + 1) text) in
      if Ascii.eqb letter "x" then put [(At row column, Left)]
      else if Ascii.eqb letter "o" then put [(At row column, Right)]
      else if Ascii.eqb letter "." then put []
      else if Ascii.eqb letter "/" then read_rows (row + 1) 1 text
      else None
  end.
Definition text (t : string) : board := match read_rows 1 1 t with Some b => b | None => [] end.
