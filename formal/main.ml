(* check FILE: is this plain proof right?  Reads one line at a time. *)
let usage = "usage: check FILE     (- is standard input, FILE.zst is read with the program zstd)\n       check --coq NAME FILE     (the proof as a Coq theorem about the board)"
let first_line = "allsmall plain proof 1"
(* Lines of the header, characters of one of them or of the statement, of all. *)
let most_header = 10_000
let longest_header = 100_000
let whole_header = 1 lsl 20

exception Refused of int * string * string

(* A line without its end; None at the end of the file. *)
let buffer = Buffer.create 4096
let read ic n =
  Buffer.clear buffer;
  let rec go () =
    match input_char ic with
    | '\n' -> Some (Buffer.contents buffer)
    | c ->
      if Buffer.length buffer >= Parse.longest_line then
        raise (Refused (n, Buffer.sub buffer 0 300, "the line is too long"));
      Buffer.add_char buffer c; go ()
    | exception End_of_file -> if Buffer.length buffer = 0 then None else Some (Buffer.contents buffer) in
  let rec without_return s =
    let n = String.length s in
    if n > 0 && s.[n - 1] = '\r' then without_return (String.sub s 0 (n - 1)) else s in
  match go () with
  | s -> Option.map without_return s
  | exception Sys_error why -> raise (Refused (n, "", "the file cannot be read: " ^ why))

let is_word word line =
  let n = String.length word in
  String.length line > n && String.sub line 0 n = word && line.[n] = ' '

(* Refuses the first line of a header, which starts in line 2, that is wrong. *)
let judge_tables tables =
  let all = Array.of_list tables in
  let holds k = Verified.start (Array.to_list (Array.sub all 0 k)) "outcome P 0" <> None in
  (* The first k lines are right, the first j are not. *)
  let rec first k j =
    if j - k = 1 then raise (Refused (j + 1, all.(k), "this is not a graph or a game"));
    let i = (k + j) / 2 in
    if holds i then first i j else first k i in
  let n = Array.length all in
  if n > 0 && not (holds n) then first 0 n

(* The lines up to the statement, the statement, the number of its line. *)
let header ic =
  (match read ic 1 with
   | Some s when s = first_line -> ()
   | Some s -> raise (Refused (1, s, Printf.sprintf "expected %S" first_line))
   | None -> raise (Refused (1, "", "the file is empty")));
  let rec go n size acc =
    let refuse text why = judge_tables (List.rev acc); raise (Refused (n, text, why)) in
    match read ic n with
    | exception Refused (_, text, why) -> refuse text why
    | None -> refuse "" "the file ends without a statement"
    | Some s when String.length s > longest_header -> refuse s "the line is too long"
    | Some s when is_word "graph" s || is_word "game" s ->
      let size = size + String.length s in
      if n > most_header || size > whole_header then refuse s "there are too many graphs and games";
      go (n + 1) size (s :: acc)
    | Some s -> (List.rev acc, s, n) in
  go 2 0 []

let start tables text n =
  match Verified.start tables text with
  | None ->
    judge_tables tables;
    raise (Refused (n, text, "this is not a statement about boards, graphs and games above"))
  | Some c ->
    (* The limits of a sum hold for the statement too. *)
    let at = ref (1 + String.rindex text ' ') in
    match Parse.sum (Parse.known tables) text at with
    | exception Parse.Wrong why -> raise (Refused (n, text, why))
    | _ -> c

let rec go known ic c n =
  match read ic n with
  | None -> raise (Refused (n, "", "the file ends without an end line: is it whole?"))
  | Some text ->
    match Parse.line known text with
    | exception Parse.Wrong why -> raise (Refused (n, text, why))
    | Parse.Line l ->
      (match Verified.step c n l with
       | Some c -> go known ic c (n + 1)
       | None -> raise (Refused (n, text, "this does not follow from the lines that it names")))
    | Parse.End ks ->
      match Verified.finish c ks with
      | None -> raise (Refused (n, text, "the lines that are named do not prove the statement"))
      | Some statement ->
        match read ic (n + 1) with
        | Some text -> raise (Refused (n + 1, text, "there is something after the end"))
        | None -> statement

(* The statement in words: graphs with their edges and games in braces, as long
   as that is short; if not, the tables that it names follow. *)
let words tables text =
  let rest n t = String.sub t n (String.length t - n) in
  let graphs = Array.of_list (List.filter_map (fun t -> if is_word "graph" t then Some (rest 6 t) else None) tables) in
  let games = Array.of_list (List.filter_map (fun t -> if is_word "game" t then Some (rest 5 t) else None) tables) in
  let edges g = match String.split_on_char ' ' graphs.(g) with [_; list] -> list | _ -> "" in
  let side t = List.filter ((<>) "") (String.split_on_char ',' t) in
  let out = Buffer.create 100 and whole = ref true in
  let most = String.length text + 10_000 in
  let rec value n =
    if n = 0 then Buffer.add_char out '0'
    else if Buffer.length out > most then (whole := false; Printf.bprintf out "#%d" n)
    else begin
      List.iteri (fun i t ->
        Buffer.add_char out (if i = 0 then '{' else '|');
        List.iteri (fun j h -> if j > 0 then Buffer.add_char out ','; value (int_of_string h)) (side t))
        (String.split_on_char '|' games.(n - 1));
      Buffer.add_char out '}'
    end in
  let graph g =
    let list = edges g in
    if Buffer.length out + String.length list > most then (whole := false; Printf.bprintf out "@%d" g)
    else Printf.bprintf out "edges:%s" list in
  let at = ref 0 in
  while !at < String.length text do
    (match text.[!at] with
     | '#' -> incr at; value (Parse.number text at); decr at
     | '@' -> incr at; graph (Parse.number text at); decr at
     | '+' -> Buffer.add_string out " + "
     | '-' when !at = 0 -> Buffer.add_string out "- "
     | '-' -> Buffer.add_string out " - "
     | c -> Buffer.add_char out c);
    incr at
  done;
  let listed sign from all = List.mapi (fun i t -> Printf.sprintf "\n  %c%d: %s" sign (i + from) t) (Array.to_list all) in
  (Buffer.contents out, if !whole then "" else String.concat "" (listed '@' 0 graphs @ listed '#' 1 games))
let name = function "L" -> "Left" | _ -> "Right"
let in_words tables statement =
  match String.split_on_char ' ' statement with
  | [word; who; sum] ->
    let sum, listed = words tables sum in
    let claim = match word, who with
      | "outcome", "N" -> "the first player wins"
      | "outcome", "P" -> "the second player wins"
      | "outcome", p -> name p ^ " wins, whoever moves first"
      | "first", p -> name p ^ " wins moving first"
      | _, p -> name p ^ " wins moving second" in
    sum ^ ": " ^ claim ^ listed
  | _ -> statement

let short s = if String.length s <= 200 then s else String.sub s 0 200 ^ "..."

let open_file path =
  if path = "-" then (set_binary_mode_in stdin true; stdin)
  else if Filename.check_suffix path ".zst" then begin
    if not (Sys.file_exists path) then (prerr_endline (path ^ ": there is no such file"); exit 2);
    Unix.open_process_args_in "zstd" [| "zstd"; "-dcq"; "--"; path |]
  end else
    try open_in_bin path with Sys_error why -> prerr_endline why; exit 2

let guarded job =
  match job () with
  | () -> exit 0
  | exception Refused (n, text, why) ->
    Printf.printf "refused: line %d: %s\n  %s\n" n (short text) why; exit 1
  | exception Stack_overflow -> print_endline "refused: the check takes more stack than there is"; exit 1
  | exception Out_of_memory -> print_endline "refused: the check takes more memory than there is"; exit 1

let () =
  (* Words of the minor heap: what a line needs for a moment is not copied. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  match Sys.argv with
  | [| _; ("-h" | "--help") |] -> print_endline usage
  | [| _; "--coq"; theorem; path |] -> guarded (fun () -> Coq_theorem.write theorem (fun () -> 
      let ic = open_file path in
      let tables, text, n = header ic in
      (tables, text, fun () ->
        let rec all n acc = match read ic n with
          | None -> raise (Refused (n, "", "the file ends without an end line"))
          | Some s -> (match Parse.line (Parse.known tables) s with
              | Parse.Line l -> all (n + 1) ((n, l) :: acc)
              | Parse.End ks -> (List.rev acc, ks)
              | exception Parse.Wrong why -> raise (Refused (n, s, why))) in
        all (n + 1) [])))
  | [| _; path |] ->
    guarded (fun () ->
      let ic = open_file path in
      let tables, text, n = header ic in
      let c = start tables text n in
      let statement = go (Parse.known tables) ic c (n + 1) in
      (* The statement that was proved, and the graphs that it is about. *)
      print_endline ("proved: " ^ in_words tables statement))
  | _ -> prerr_endline usage; exit 2
