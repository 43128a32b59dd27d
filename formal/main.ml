(* check FILE: is this plain proof right?  Reads one line at a time. *)
let usage = "usage: check FILE     (- is standard input, FILE.zst is read with the program zstd)\n       check --coq NAME FILE     (the proof as a Coq theorem about the board)"
let first_line = "allsmall plain proof 1"
let longest_header = 100_000
let most_header = 10_000

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
        raise (Refused (n, Buffer.sub buffer 0 60, "the line is too long"));
      Buffer.add_char buffer c; go ()
    | exception End_of_file -> if Buffer.length buffer = 0 then None else Some (Buffer.contents buffer) in
  match go () with
  | Some s when s <> "" && s.[String.length s - 1] = '\r' -> Some (String.sub s 0 (String.length s - 1))
  | s -> s
  | exception Sys_error why -> raise (Refused (n, "", "the file cannot be read: " ^ why))

let is_word word line =
  let n = String.length word in
  String.length line > n && String.sub line 0 n = word && line.[n] = ' '

(* The lines up to the statement, the statement, the number of its line. *)
let header ic =
  (match read ic 1 with
   | Some s when s = first_line -> ()
   | Some s -> raise (Refused (1, s, Printf.sprintf "expected %S" first_line))
   | None -> raise (Refused (1, "", "the file is empty")));
  let rec go n acc =
    match read ic n with
    | None -> raise (Refused (n, "", "the file ends without a statement"))
    | Some s when String.length s > longest_header -> raise (Refused (n, s, "the line is too long"))
    | Some s when is_word "graph" s || is_word "game" s ->
      if n > most_header then raise (Refused (n, s, "there are too many graphs and games"));
      go (n + 1) (s :: acc)
    | Some s -> (List.rev acc, s, n) in
  go 2 []

(* Which line of the header is wrong. *)
let start tables text n =
  match Verified.start tables text with
  | Some c -> c
  | None ->
    let rec first k = function
      | [] -> raise (Refused (n, text, "this is not a statement about boards, graphs and games above"))
      | t :: rest ->
        let before = List.filteri (fun i _ -> i <= k) tables in
        if Verified.start before "outcome P 0" = None then raise (Refused (k + 2, t, "this is not a graph or a game"));
        first (k + 1) rest in
    first 0 tables

let rec go ic c n =
  match read ic n with
  | None -> raise (Refused (n, "", "the file ends without an end line: is it whole?"))
  | Some text ->
    match Parse.line text with
    | exception Parse.Wrong why -> raise (Refused (n, text, why))
    | Parse.Line l ->
      (match Verified.step c n l with
       | Some c -> go ic c (n + 1)
       | None -> raise (Refused (n, text, "this does not follow from the lines that it names")))
    | Parse.End ks ->
      match Verified.finish c ks with
      | None -> raise (Refused (n, text, "the lines that are named do not prove the statement"))
      | Some statement ->
        if read ic (n + 1) <> None then raise (Refused (n + 1, "", "there is something after the end"));
        statement

(* The statement in words: games in braces, as long as that is short. *)
let words tables text =
  let sides = Array.of_list (List.filter_map (fun t ->
    match String.split_on_char ' ' t with
    | ["game"; t] -> Some (List.map (fun s -> List.filter ((<>) "") (String.split_on_char ',' s)) (String.split_on_char '|' t))
    | _ -> None) tables) in
  let out = Buffer.create 100 in
  let most = String.length text + 10_000 in
  let rec value n =
    if n = 0 then Buffer.add_char out '0'
    else if Buffer.length out > most then Printf.bprintf out "#%d" n
    else begin
      List.iteri (fun i side ->
        Buffer.add_char out (if i = 0 then '{' else '|');
        List.iteri (fun j h -> if j > 0 then Buffer.add_char out ','; value (int_of_string h)) side) sides.(n - 1);
      Buffer.add_char out '}'
    end in
  let at = ref 0 in
  while !at < String.length text do
    (match text.[!at] with
     | '#' -> incr at; let n = Parse.number text at in value n; decr at
     | '+' -> Buffer.add_string out " + "
     | '-' when !at = 0 -> Buffer.add_string out "- "
     | '-' -> Buffer.add_string out " - "
     | c -> Buffer.add_char out c);
    incr at
  done;
  Buffer.contents out
let name = function "L" -> "Left" | _ -> "Right"
let in_words tables statement =
  match String.split_on_char ' ' statement with
  | ["outcome"; o; sum] ->
    words tables sum ^ ": " ^ (match o with
      | "N" -> "the first player wins" | "P" -> "the second player wins"
      | p -> name p ^ " wins, whoever moves first")
  | ["first"; p; sum] -> Printf.sprintf "%s: %s wins moving first" (words tables sum) (name p)
  | [_; p; sum] -> Printf.sprintf "%s: %s wins moving second" (words tables sum) (name p)
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
  match Sys.argv with
  | [| _; ("-h" | "--help") |] -> print_endline usage
  | [| _; "--coq"; theorem; path |] -> guarded (fun () -> Coq_theorem.write theorem (fun () -> 
      let ic = open_file path in
      let tables, text, n = header ic in
      (tables, text, fun () ->
        let rec all n acc = match read ic n with
          | None -> raise (Refused (n, "", "the file ends without an end line"))
          | Some s -> (match Parse.line s with
              | Parse.Line l -> all (n + 1) ((n, l) :: acc)
              | Parse.End ks -> (List.rev acc, ks)
              | exception Parse.Wrong why -> raise (Refused (n, s, why))) in
        all (n + 1) [])))
  | [| _; path |] ->
    guarded (fun () ->
      let ic = open_file path in
      let tables, text, n = header ic in
      let c = start tables text n in
      let statement = go ic c (n + 1) in
      (* The statement that was proved, and the graphs that it is about. *)
      print_endline ("proved: " ^ in_words tables statement))
  | _ -> prerr_endline usage; exit 2
