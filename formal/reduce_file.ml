(* Lines of a proof about solitaire, which is in the format of docs/proofs.md.
   Nothing here is trusted: a move that is misread is a different move, which is
   checked as well. *)

(* Stones of a board. *)
let most_stones = 1 lsl 14

type parsed = Moves of (int * int) list | End

(* Where the cells of the board lie, which begins at [!at]. *)
let place known text at =
  match Parse.term ~most:most_stones known text at (ref 0) (ref 0) with
  | Checker.Board _, place -> place
  | Checker.Value _, _ -> Parse.wrong "solitaire is played on boards"

let line text =
  let n = String.length text in
  if text = "end" then End
  else if n < 2 || String.sub text 0 2 <> "m " then Parse.wrong "no line of a proof about solitaire begins like this"
  else begin
    let at = ref 2 in
    let move () =
      let u = Parse.number text at in
      Parse.skip text at '-';
      let v = Parse.number text at in
      (u, v) in
    let rec go acc =
      if !at = n then List.rev acc
      else begin Parse.skip text at ' '; let m = move () in go (m :: acc) end in
    let first = move () in
    Moves (go [first])
  end
