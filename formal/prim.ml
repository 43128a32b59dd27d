(* Machine integers and arrays for the extracted checker (64-bit OCaml).

   OCaml's integers have 63 bits.  They wrap round like Coq's; only the order
   and shifts to the right differ, since Coq's have no sign.

   The comparisons are counted, as every loop of the checker makes some: that
   is the work of a file, and [on_slice] may end the check by an exception. *)

let slice = 1 lsl 14
let left = ref slice
let on_slice = ref (fun () -> ())
let next_slice () = left := slice; !on_slice ()
let count () = decr left; if !left = 0 then next_slice ()
(* Work that makes no comparisons of integers. *)
let spend n = for _ = 1 to n do count () done

type comparison = Eq | Lt | Gt
let eqb (a : int) (b : int) = count (); a = b
let ltb (a : int) (b : int) = count (); a lxor min_int < b lxor min_int
let leb (a : int) (b : int) = count (); a lxor min_int <= b lxor min_int
let compare (a : int) (b : int) = if eqb a b then Eq else if ltb a b then Lt else Gt
let add (a : int) b = a + b
let sub (a : int) b = a - b
let mul (a : int) b = a * b
let land_ a b = a land b
let lor_ a b = a lor b
let lsl_ a b = if b < 0 || b > 62 then 0 else a lsl b
let lsr_ a b = if b < 0 || b > 62 then 0 else a lsr b

(* Natural numbers. *)
let nat_leb (a : int) (b : int) = count (); a <= b
let nat_add (a : int) b = a + b
let nat_sub (a : int) b = if a <= b then 0 else a - b

(* Persistent arrays with a default for indices outside.  The newest version
   holds the cells; an older one says in which cell it differs from the next.
   So a chain of changes takes linear time. *)
type 'a parray = 'a version ref
and 'a version = Cells of 'a * 'a array | Change of int * 'a * 'a parray
let most = 4194303
let make n default =
  let n = if n < 0 || n > most then most else n in
  ref (Cells (default, Array.make n default))
(* The cells of a version, which becomes the newest one. *)
let rec cells a = match !a with
  | Cells (default, all) -> (default, all)
  | Change (i, v, newer) ->
    let default, all = cells newer in
    newer := Change (i, Array.unsafe_get all i, a);
    Array.unsafe_set all i v;
    a := Cells (default, all);
    (default, all)
let get a i =
  let default, all = cells a in
  if i < 0 || i >= Array.length all then default else Array.unsafe_get all i
let set a i v =
  let default, all = cells a in
  if i < 0 || i >= Array.length all then a
  else begin
    let newest = ref (Cells (default, all)) in
    a := Change (i, Array.unsafe_get all i, newest);
    Array.unsafe_set all i v;
    newest
  end
