(* A proof as a Coq file: the theorem is about a board on the grid, which is
   named or read from its text inside Coq.  The lines are integers, as Kernel.v
   reads them.  Nothing here is trusted; Coq's kernel checks what is written. *)
open Checker

exception Unfit of string
let unfit why = raise (Unfit why)
let below limit what n = if n < 0 || n >= limit then unfit (Printf.sprintf "%s is too large for a theorem: %d" what n) else n
let grid = "a theorem is about boards on the grid, of at most 62 cells"

(* The cells of a board: columns, and the masks of both players. *)
let masks b =
  let place = function At (r, c), p -> (r, c, p) | Vertex _, _ -> unfit grid in
  let all = List.map place b in
  let columns = List.fold_left (fun n (_, c, _) -> max n c) 1 all in
  let bit n (r, c) =
    let i = (r - 1) * columns + (c - 1) in
    if i >= 62 then unfit grid; n lor (1 lsl i) in
  let of_player p = List.fold_left (fun n (r, c, q) -> if p = q then bit n (r, c) else n) 0 all in
  (columns, of_player Left, of_player Right)

let term = function
  | Board b ->
    let columns, x, o = masks b in
    if (x lor o) lsr 27 = 0 then [columns lsl 2 lor x lsl 8 lor o lsl 35]
    else [1 lor columns lsl 2; x; o]
  | Value (negated, g) -> [2 lor (if negated then 4 else 0) lor g lsl 3]

let cell i = function
  | At (r, c) -> below 64 "a row" r lsl i lor below 64 "a column" c lsl (i + 6)
  | Vertex _ -> unfit grid
let reply = function
  | Known k -> 1 lor k lsl 2
  | Stone (i, u, v, k) -> below 64 "a term" i lsl 2 lor cell 8 u lor cell 20 v lor below (1 lsl 29) "a line" k lsl 32
  | Option (i, h, k) ->
    2 lor below 4096 "a term" i lsl 2 lor below (1 lsl 20) "a game" h lsl 14 lor below (1 lsl 27) "a line" k lsl 34

let put_line put l =
  let head kind terms many = put (kind lor below 8192 "a sum" (List.length terms) lsl 3 lor many lsl 16); List.iter (fun t -> List.iter put (term t)) terms in
  match l with
  | Second (x, rs) -> head 0 x (List.length rs); List.iter (fun r -> put (reply r)) rs
  | First (x, r) -> head 1 x 1; put (reply r)
  | Add (k, j) -> head 2 [] 2; put k; put j
  | Equal (t, v, k, j) -> head 3 (t :: v) 2; put k; put j
  | Forget ks -> head 4 [] (List.length ks); List.iter put ks

(* Integers of one array: Coq reads arrays of some thousand at once. *)
let chunk = 4096

(* checker:KxN is the name of a board, any other text is one. *)
let board_of name text =
  let name = Stdlib.Option.value name ~default:text in
  match Scanf.sscanf name "checker:%dx%d%!" (fun k n -> (k, n)) with
  | k, n -> Printf.sprintf "(checker %d %d)" k n
  | exception _ ->
    String.iter (fun c -> if not (String.contains "xo./" c) then unfit (Printf.sprintf "%S is not checker:KxN or a board of x, o, . and /" name)) name;
    Printf.sprintf "(text \"%s\")" name

let game line = match String.split_on_char ' ' line with
  | ["game"; sides] ->
    let side t = "[" ^ String.concat "; " (List.filter ((<>) "") (String.split_on_char ',' t)) ^ "]" in
    (match String.split_on_char '|' sides with
     | [l; r] -> Printf.sprintf "(%s, %s)" (side l) (side r)
     | _ -> unfit "this is not a game")
  | _ -> unfit grid

(* Solitaire: [each f] gives the moves of the play to f. *)
let write_reduction name board low high each =
  let board = board_of name board and low = below 5001 "a number of stones" low and high = below 5001 "a number of stones" high in
  let cell = function
    | At (r, c) -> Printf.sprintf "At %d %d" r c
    | Vertex _ -> unfit "a theorem about solitaire is about a board on the grid" in
  Printf.printf "(* Written by check --coq. *)\n\
    From Coq Require Import List Uint63 String.\n\
    Import ListNotations.\n\
    From Formal Require Import Statement Solitaire KernelReduce.\n\
    Definition play : list (cell * cell) := [";
  let first = ref true in
  each (fun (u, v) ->
    Printf.printf "%s(%s, %s)" (if !first then "" else ";\n  ") (cell u) (cell v); first := false);
  let verdict, proof =
    if low = high then (Printf.sprintf "Fewest %s %d" board low, Printf.sprintf "kernel_fewest %s play %d" board low)
    else (Printf.sprintf "Reduces (fun _ _ => nil) %s %d %d" board low high,
          Printf.sprintf "kernel_reduces_sound %s play %d %d" board low high) in
  Printf.printf "]%%uint63.\nTheorem verdict : %s.\nProof.\n  apply (%s).\n  vm_cast_no_check (eq_refl true).\nQed.\n\
    Print Assumptions verdict.\n" verdict proof

(* [tables] and [statement], which names the board if [name] does not, with the number of its line; [each f] gives the
   lines of the proof to f, and returns what proves the halves. *)
let write name tables statement n each =
  let o, text = match String.split_on_char ' ' statement with
    | ["outcome"; o; text] -> (o, text)
    | _ -> unfit "a theorem is about the outcome of a board" in
  let board = board_of name text and games = List.map game tables in
  print_string "(* Written by check --coq. *)\n\
    From Coq Require Import List Uint63 PArray String.\n\
    From Formal Require Import Statement Kernel.\n";
  let names = ref [] and held = ref [] and size = ref 0 in
  let flush () =
    if !size > 0 then begin
      let name = Printf.sprintf "a%d" (List.length !names) in
      Printf.printf "Definition %s : array int := [|%s|0|]%%uint63.\n" name
        (String.concat ";" (List.rev_map string_of_int !held));
      names := name :: !names; held := []; size := 0
    end in
  let put i = held := i :: !held; incr size; if !size = chunk then flush () in
  let ks = each (put_line put) in
  flush ();
  match ks with
  | [k; j] ->
    (* From here on [ begins a list and no array. *)
    print_string "Import ListNotations.\n";
    Printf.printf "Definition games : list (list int * list int) := [%s]%%uint63.\n" (String.concat ";\n  " games);
    Printf.printf "Definition arrays : list (array int) := [%s].\n" (String.concat "; " (List.rev !names));
    Printf.printf "Theorem verdict : Outcome %s %s.\n\
      Proof.\n  apply (kernel_sound games %d arrays _ _ %d %d).\n  vm_cast_no_check (eq_refl true).\nQed.\n\
      Print Assumptions verdict.\n" o board (n + 1) k j
  | _ -> unfit "a theorem is about both halves of an outcome"
