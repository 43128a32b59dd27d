(* Coq's primitive integers and arrays in OCaml.  Both have integers of 63 bits;
   Coq compares them without a sign. *)
type comparison = Eq | Lt | Gt
let eqb (a : int) (b : int) = a = b
let ltb (a : int) (b : int) = a - min_int < b - min_int
let leb (a : int) (b : int) = a - min_int <= b - min_int
let compare (a : int) (b : int) = if a = b then Eq else if ltb a b then Lt else Gt
let add (a : int) b = a + b
let sub (a : int) b = a - b
let mul (a : int) b = a * b
let land_ a b = a land b
let lor_ a b = a lor b
let lsl_ a b = if b < 0 || b > 62 then 0 else a lsl b
let lsr_ a b = if b < 0 || b > 62 then 0 else a lsr b

(* Natural numbers. *)
let nat_leb (a : int) (b : int) = a <= b
let nat_sub (a : int) b = if a <= b then 0 else a - b

(* Arrays with a default for indices outside; a change makes a copy. *)
type 'a parray = { default : 'a; cells : 'a array }
let most = 4194303
let make n default =
  let n = if n < 0 || n > most then most else n in
  { default; cells = Array.make n default }
let get a i = if i < 0 || i >= Array.length a.cells then a.default else Array.unsafe_get a.cells i
let set a i v =
  if i < 0 || i >= Array.length a.cells then a
  else begin
    let cells = Array.copy a.cells in
    cells.(i) <- v;
    { a with cells }
  end
