(* Lines of a proof about Phutball, which is in the format of docs/proofs.md.
   Nothing here is trusted: a line that is misread is a different line, which is
   checked as well. *)
open Checker

(* Squares of a lane. *)
let most_squares = 1024

(* The lanes that lines are about, which may be forgotten by their numbers. *)
let lanes : (int, bool * lane) Hashtbl.t = Hashtbl.create 1000

let lane text =
  let bad () = Parse.wrong "expected one ball @ between the goal squares, stones o and empty squares ." in
  let n = String.length text in
  if n > most_squares then Parse.wrong (Printf.sprintf "a lane of more than %d squares" most_squares);
  match String.index_opt text '@' with
  | None -> bad ()
  | Some ball ->
    if ball = 0 || ball = n - 1 then bad ();
    let square i = match text.[i] with 'o' -> true | '.' -> false | _ -> bad () in
    (List.init ball (fun i -> square (ball - 1 - i)), List.init (n - ball - 1) (fun i -> square (ball + 1 + i)))

let turn text =
  let at = ref 1 in
  let square () =
    let n = Parse.number text at in
    if !at < String.length text || (text.[1] = '0' && text <> "j0") then Parse.wrong (text ^ " is no turn");
    n in
  if String.length text < 2 then Parse.wrong "expected a turn, as p5 or j5"
  else match text.[0] with
    | 'p' -> Place (square ())
    | 'j' -> Jump (square ())
    | _ -> Parse.wrong "expected a turn, as p5 or j5"

type parsed = Line of lane_line | Lines of lane_line list | End

(* The lane before " :", and the turns after it. *)
let claim text =
  let n = String.length text in
  let rec colon i =
    if i + 1 >= n then Parse.wrong "expected a lane, a colon and turns"
    else if text.[i] = ' ' && text.[i + 1] = ':' then i else colon (i + 1) in
  let at = colon 2 in
  (* All turns are listed, and each leads to a lane that is looked at. *)
  if at <= most_squares + 2 then Prim.spend (16 * at * at);
  let words = String.split_on_char ' ' (String.sub text (at + 2) (n - at - 2)) in
  (lane (String.sub text 2 (at - 2)), List.map turn (List.filter ((<>) "") words))

let line n text =
  let at = ref 1 in
  let is word = String.length text >= 2 && String.sub text 0 2 = word in
  if text = "end" then End
  else if is "p " then begin
    let b, replies = claim text in
    Hashtbl.replace lanes n (true, b);
    Line (Wins_second (b, replies))
  end else if is "P " then begin
    match claim text with
    | b, [t] -> Hashtbl.replace lanes n (false, b); Line (Wins_first (b, t))
    | _ -> Parse.wrong "expected one turn"
  end else if is "d " then begin
    let drop k = match Hashtbl.find_opt lanes k with
      | Some (second, b) -> Hashtbl.remove lanes k; Forget_lane (second, b)
      | None -> Parse.wrong (Printf.sprintf "line %d is not known or was forgotten" k) in
    Lines (List.map drop (Parse.numbers text at []))
  end else Parse.wrong "no line of a proof about Phutball begins like this"
