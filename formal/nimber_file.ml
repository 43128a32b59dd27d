(* Lines of a proof of a Grundy value, which is in the format of docs/proofs.md.
   Nothing here is trusted: a line that is misread is a different line, which is
   checked as well. *)
open Checker

let first_line = "allsmall proof 1"
(* Greatest Grundy value of a line. *)
let most_value = 1023

type parsed = Line of nimber_line | Lines of nimber_line list | End

(* The groups that lines are about, which may be forgotten by their numbers. *)
let groups : (int, board) Hashtbl.t = Hashtbl.create 1000

let group known text at =
  match Parse.term known text at (ref 0) (ref 0) with
  | Board b, _ -> b
  | Value _, _ -> Parse.wrong "only boards have Grundy values"

let line known n text =
  let at = ref 1 in
  match if text = "" then ' ' else text.[0] with
  | 'n' ->
    Parse.skip text at ' ';
    let b = group known text at in
    (match Parse.numbers text at [] with
     | [v] when v <= most_value -> Hashtbl.replace groups n b; Line (Group (b, v))
     | [_] -> Parse.wrong (Printf.sprintf "a Grundy value is at most %d here" most_value)
     | _ -> Parse.wrong "expected a part and its Grundy value")
  | 'd' ->
    let drop k = match Hashtbl.find_opt groups k with
      | Some b -> Hashtbl.remove groups k; Drop b
      | None -> Parse.wrong (Printf.sprintf "line %d is not known or was forgotten" k) in
    Lines (List.map drop (Parse.numbers text at []))
  | 'e' when text = "end" -> End
  | _ -> Parse.wrong "no line of a proof of a Grundy value begins like this"
