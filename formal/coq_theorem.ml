(* A proof as a Coq file: the theorem is about a board on the grid, which is
   named or read from its text inside Coq.  Nothing here is trusted; Coq's
   kernel checks what is written. *)
open Checker

let player = function Left -> "Left" | Right -> "Right"
let cell = function
  | At (r, c) -> Printf.sprintf "(A %d %d)" r c
  | Vertex _ -> failwith "a theorem is about boards on the grid"
let stone (c, p) = match c, p with
  | At (r, c), Left -> Printf.sprintf "x %d %d" r c
  | At (r, c), Right -> Printf.sprintf "o %d %d" r c
  | _ -> failwith "a theorem is about boards on the grid"
let list f l = "[" ^ String.concat ";" (List.map f l) ^ "]"
let term = function
  | Board b -> "B " ^ list stone b
  | Value _ -> failwith "a theorem is about boards on the grid"
let reply = function
  | Known k -> Printf.sprintf "Known %d" k
  | Stone (i, u, v, k) -> Printf.sprintf "Stone %d %s %s %d" i (cell u) (cell v) k
  | Option _ -> failwith "a theorem is about boards on the grid"
let line = function
  | Second (x, rs) -> Printf.sprintf "Second %s %s" (list term x) (list reply rs)
  | First (x, r) -> Printf.sprintf "First %s (%s)" (list term x) (reply r)
  | Add (k, j) -> Printf.sprintf "Add %d %d" k j
  | Equal _ -> failwith "a theorem has no equations"
  | Forget ks -> Printf.sprintf "Forget %s" (list (Printf.sprintf "%d%%uint63") ks)

(* checker:KxN is the name of a board, any other text is one. *)
let board name text =
  match Scanf.sscanf name "checker:%dx%d%!" (fun k n -> (k, n)) with
  | k, n -> Printf.sprintf "(checker %d %d)" k n
  | exception _ -> Printf.sprintf "(text \"%s\")" text

let write name source =
  let _, statement, lines = source () in
  let lines, ks = lines () in
  match String.split_on_char ' ' statement, ks with
  | ["outcome"; o; text], [k; j] ->
    print_string "(* Written by check --coq. *)\n\
      From Coq Require Import List Uint63 String.\nImport ListNotations.\n\
      From Formal Require Import Statement Check.\n\
      Notation B := Board.\nNotation A := At.\nNotation x r c := (At r%uint63 c%uint63, Left).\n\
      Notation o r c := (At r%uint63 c%uint63, Right).\n\
      Arguments Known k%uint63.\nArguments Stone i%nat (u v) k%uint63.\nArguments At (row column)%uint63.\n\
      Arguments Add (k j)%uint63.\n";
    List.iter (fun (n, l) -> Printf.printf "Definition l%d := %s.\n" n (line l)) lines;
    Printf.printf "Definition lines : list (int * line) := %s.\n"
      (list (fun (n, _) -> Printf.sprintf "(%d%%uint63, l%d)" n n) lines);
    Printf.printf "Theorem verdict : Outcome %s %s.\n\
      Proof. apply (check_board_sound lines _ _ %d%%uint63 %d%%uint63). vm_compute. reflexivity. Qed.\n\
      Print Assumptions verdict.\n" o (board name text) k j
  | _ -> failwith "a theorem is about the outcome of a board on the grid"
