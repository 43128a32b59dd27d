(* check FILE: is this plain proof, or a proof of a Grundy value, about solitaire or about Phutball?  Reads one line at a time. *)
let usage = "usage: check [--limit N] FILE     (- is standard input, FILE.zst is read with the program zstd)\n       check --coq [NAME] FILE     (the proof as a Coq theorem; NAME names the board, as checker:4x4)"
let first_line = "allsmall plain proof 1"
(* Lines of the header, characters of one of them or of the statement, of all. *)
let most_header = 10_000
let longest_header = 100_000
let whole_header = 1 lsl 20

exception Refused of int * string * string

(* Steps of work, and bytes of memory, for the whole file and for each byte of
   it that was read.  A step is a comparison of two integers: 5 x 5 takes 32 of
   them for a byte, and two seconds make 4 * 10^8. *)
let whole_work, work_a_byte = 1 lsl 30, 1 lsl 10
let whole_memory, memory_a_byte = 1 lsl 30, 64
exception Limit of string
(* How many times as much is allowed (--limit). *)
let times = ref 1
let bytes_read = ref 0
let work = ref 0
let keep_limits () =
  work := !work + Prim.slice;
  let ask = Printf.sprintf "; --limit %d allows twice as much" (2 * !times) in
  if !work / !times > whole_work + work_a_byte * !bytes_read then
    raise (Limit (Printf.sprintf "the limit of work is reached: 2^30 steps, and 2^10 for each byte up to here%s" ask));
  if (Gc.quick_stat ()).Gc.heap_words / !times * 8 > whole_memory + memory_a_byte * !bytes_read then
    raise (Limit (Printf.sprintf "the limit of memory is reached: 1 GB, and 64 bytes for each byte up to here%s" ask))

(* A line without its end; None at the end of the file. *)
let buffer = Buffer.create 4096
let read ic n =
  Buffer.clear buffer;
  let rec go () =
    match input_char ic with
    | '\n' -> bytes_read := !bytes_read + Buffer.length buffer + 1; Some (Buffer.contents buffer)
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

(* Whether the file is a plain proof, by its first line; it may be an ordinary
   proof of a Grundy value. *)
let is_plain ic =
  match read ic 1 with
  | Some s when s = first_line -> true
  | Some s when s = Nimber_file.first_line -> false
  | Some s -> raise (Refused (1, s, Printf.sprintf "expected %S" first_line))
  | None -> raise (Refused (1, "", "the file is empty"))

(* The lines up to the statement, the statement, the number of its line. *)
let header ic =
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

(* What the parser says in a line. *)
let within_format n text job =
  match job () with
  | answer -> answer
  | exception Parse.Wrong why -> raise (Refused (n, text, why))
  | exception Stack_overflow -> raise (Refused (n, text, "the line takes more stack than there is"))

(* What the checker says in a line, within the limits. *)
let within n text job =
  match job () with
  | answer -> answer
  | exception Limit why -> raise (Refused (n, text, why))
  | exception Stack_overflow -> raise (Refused (n, text, "the line takes more stack than there is"))

let start tables text n =
  match within n text (fun () -> Verified.start tables text) with
  | None ->
    judge_tables tables;
    raise (Refused (n, text, "this is not a statement about boards, graphs and games above"))
  | Some c ->
    (* The limits of a sum hold for those of the statement too. *)
    let sum word = ignore (Parse.sum (Parse.known tables) word (ref 0)) in
    match String.split_on_char ' ' text with
    | [_; _; one] -> within_format n text (fun () -> sum one); c
    | [_; one; _; other] -> within_format n text (fun () -> sum one; sum other); c
    | _ -> c

(* The line after the last one is missing. *)
let ended ic n statement =
  match read ic (n + 1) with
  | Some text -> raise (Refused (n + 1, text, "there is something after the end"))
  | None -> statement

let rec go known ic c n =
  match read ic n with
  | None -> raise (Refused (n, "", "the file ends without an end line: is it whole?"))
  | Some text ->
    match within_format n text (fun () -> Parse.line known text) with
    | Parse.Line l ->
      (match within n text (fun () -> Verified.step c n l) with
       | Some c -> go known ic c (n + 1)
       | None ->
         let why = match l with
           | Checker.Add _ -> "a line that is named is not known, or j is not about moving second, or the sum has more than 2,048 terms and stones"
           | _ -> "this does not follow from the lines that it names" in
         raise (Refused (n, text, why)))
    | Parse.End ks ->
      match within n text (fun () -> Verified.finish c ks) with
      | None -> raise (Refused (n, text, "the lines that are named do not prove the statement"))
      | Some statement -> ended ic n statement

(* An ordinary proof of a Grundy value. *)
let start_nimber tables text n =
  match within n text (fun () -> Verified.start_nimber tables text) with
  | None -> judge_tables tables; raise (Refused (n, text, "this is not a statement about a board and a graph above"))
  | Some c ->
    let at = ref (1 + String.index text ' ') in
    within_format n text (fun () -> ignore (Nimber_file.group (Parse.known tables) text at));
    c
let rec go_nimber known ic c n =
  match read ic n with
  | None -> raise (Refused (n, "", "the file ends without an end line: is it whole?"))
  | Some text ->
    let step c l = match within n text (fun () -> Verified.step_nimber c l) with
      | Some c -> c
      | None -> raise (Refused (n, text, "this is not the least value that no move leaves, as far as the lines above say")) in
    match within_format n text (fun () -> Nimber_file.line known n text) with
    | Nimber_file.Line l -> go_nimber known ic (step c l) (n + 1)
    | Nimber_file.Lines ls -> go_nimber known ic (List.fold_left step c ls) (n + 1)
    | Nimber_file.End ->
      match within n text (fun () -> Verified.finish_nimber c) with
      | None -> raise (Refused (n, text, "the lines above do not prove the statement"))
      | Some statement -> ended ic n statement

(* An ordinary proof about solitaire. *)
let start_reduce tables text n =
  match within n text (fun () -> Verified.start_reduce tables text) with
  | None -> judge_tables tables; raise (Refused (n, text, "this is not a statement about a board and a graph above"))
  | Some c ->
    let at = ref (1 + String.index text ' ') in
    let place = within_format n text (fun () -> Reduce_file.place (Parse.known tables) text at) in
    let low, bound, high, _ = Verified.bounds c in
    if low > bound then
      raise (Refused (n, text, Printf.sprintf "what is proved here is no more than %d as a lower bound" bound));
    if low > high then raise (Refused (n, text, "the lower bound is greater than the upper one"));
    (c, place)
let rec go_reduce place ic c n =
  match read ic n with
  | None -> raise (Refused (n, "", "the file ends without an end line: is it whole?"))
  | Some text ->
    match within_format n text (fun () -> Reduce_file.line text) with
    | Reduce_file.Moves ms ->
      let step c (u, v) =
        let from, into = within_format n text (fun () -> (Parse.cell place u, Parse.cell place v)) in
        match within n text (fun () -> Verified.step_reduce c from into) with
        | Some c -> c
        | None -> raise (Refused (n, text, Printf.sprintf "%d-%d is no move" u v)) in
      go_reduce place ic (List.fold_left step c ms) (n + 1)
    | Reduce_file.End ->
      match within n text (fun () -> Verified.finish_reduce c) with
      | None ->
        let _, _, _, now = Verified.bounds c in
        raise (Refused (n, text, Printf.sprintf "the play leaves %d stones" now))
      | Some statement -> ended ic n statement

(* An ordinary proof about Phutball. *)
let start_phutball tables text n =
  if tables <> [] then raise (Refused (n, text, "a statement about Phutball stands in line 2"));
  match within n text (fun () -> Verified.start_phutball text) with
  | None -> raise (Refused (n, text, "this is not a statement about a lane of Phutball, with one ball @ between the goal squares"))
  | Some c -> c
let rec go_phutball ic c n =
  match read ic n with
  | None -> raise (Refused (n, "", "the file ends without an end line: is it whole?"))
  | Some text ->
    let step c l = match within n text (fun () -> Verified.step_phutball c l) with
      | Some c -> c
      | None -> raise (Refused (n, text, "this does not follow from the lines above")) in
    match within n text (fun () -> within_format n text (fun () -> Phutball_file.line n text)) with
    | Phutball_file.Line l -> go_phutball ic (step c l) (n + 1)
    | Phutball_file.Lines ls -> go_phutball ic (List.fold_left step c ls) (n + 1)
    | Phutball_file.End ->
      match within n text (fun () -> Verified.finish_phutball c) with
      | None -> raise (Refused (n, text, "the lines above do not prove the statement"))
      | Some statement -> ended ic n statement

(* An ordinary proof, by the first word of its statement. *)
let ordinary tables known ic text n =
  if is_word "nimber" text then go_nimber known ic (start_nimber tables text n) (n + 1)
  else if is_word "reduce" text then
    let c, place = start_reduce tables text n in
    go_reduce place ic c (n + 1)
  else if is_word "phutball" text then go_phutball ic (start_phutball tables text n) (n + 1)
  else
    raise (Refused (n, text, "of ordinary proofs only those of Grundy values, about solitaire and about Phutball are read here; the option --plain of allsmall writes plain proofs"))

(* The statement in words: graphs with their edges and games in braces, as long
   as that is short; if not, the tables that it names follow. *)
let words ~ordered tables text =
  let rest n t = String.sub t n (String.length t - n) in
  let graphs = Array.of_list (List.filter_map (fun t -> if is_word "graph" t then Some (rest 6 t) else None) tables) in
  let games = Array.of_list (List.filter_map (fun t -> if is_word "game" t then Some (rest 5 t) else None) tables) in
  (* As the file has them, or every edge once, the lesser vertex first: so
     allsmall-check names graphs of plain and of ordinary proofs. *)
  let edge t = Scanf.sscanf t "%d-%d" (fun u v -> (min u v, max u v)) in
  let named t = match String.split_on_char ' ' t with
    | [_; list] when not ordered || list = "" -> list
    | [_; list] ->
      let all = List.sort_uniq compare (List.map edge (String.split_on_char ',' list)) in
      String.concat "," (List.map (fun (u, v) -> Printf.sprintf "%d-%d" u v) all)
    | _ -> "" in
  let edges = Array.map (fun t -> lazy (named t)) graphs in
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
    let list = Lazy.force edges.(g) in
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
let in_words ~ordered tables statement =
  let words = words ~ordered in
  match String.split_on_char ' ' statement with
  | ["compare"; one; relation; other] ->
    let one, listed = words tables one in
    let other, more = words tables other in
    Printf.sprintf "%s %s %s%s" one relation other (if listed = "" then more else listed)
  | ["nimber"; one; value] ->
    let one, listed = words tables one in
    Printf.sprintf "the Grundy value of %s in impartial Clobber is %s%s" one value listed
  | ["reduce"; board; low; high] ->
    let board, listed = words tables board in
    if int_of_string low = int_of_string high then
      Printf.sprintf "solitaire on %s: the fewest stones that a play leaves: %d%s" board (int_of_string high) listed
    else
      Printf.sprintf "solitaire on %s: no play leaves fewer than %d stones, and some play leaves at most %d%s" board
        (int_of_string low) (int_of_string high) listed
  | [word; who; sum] ->
    let sum, listed = if word = "phutball" then ("Phutball " ^ sum, "") else words tables sum in
    let claim = match word, who with
      | ("outcome" | "phutball"), "N" -> "the first player wins"
      | ("outcome" | "phutball"), "P" -> "the second player wins"
      | ("outcome" | "phutball"), p -> name p ^ " wins, whoever moves first"
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
  | exception Out_of_memory -> print_endline "refused: the check takes more memory than there is"; exit 1

(* The proof as a Coq theorem. *)
let theorem name ic =
  let plain = is_plain ic in
  let tables, text, n = header ic in
  let known = Parse.known tables in
  (* [put] is given each line that is parsed, up to the last one. *)
  let rec each parse put m = match read ic m with
    | None -> raise (Refused (m, "", "the file ends without an end line"))
    | Some s -> match within_format m s (fun () -> parse s) with
      | Either.Left l -> within_format m s (fun () -> put l); each parse put (m + 1)
      | Either.Right last -> last in
  if plain then
    let line s = match Parse.line known s with Parse.Line l -> Either.Left l | Parse.End ks -> Either.Right ks in
    Coq_theorem.write name tables text n (fun put -> each line put (n + 1))
  else match String.split_on_char ' ' text with
    | ["reduce"; board; low; high] ->
      let place = within_format n text (fun () -> Reduce_file.place known text (ref 7)) in
      let line s = match Reduce_file.line s with Reduce_file.Moves ms -> Either.Left ms | Reduce_file.End -> Either.Right () in
      let number t = within_format n text (fun () -> Parse.number t (ref 0)) in
      Coq_theorem.write_reduction name board (number low) (number high) (fun put ->
        each line (List.iter (fun (u, v) -> put (Parse.cell place u, Parse.cell place v))) (n + 1))
    | _ -> prerr_endline "a theorem is made of a plain proof or of one about solitaire"; exit 2

let () =
  (* Words of the minor heap: what a line needs for a moment is not copied. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  Prim.on_slice := keep_limits;
  let args = match List.tl (Array.to_list Sys.argv) with
    | "--limit" :: n :: rest ->
      (match int_of_string_opt n with
       | Some n when n >= 1 && n <= 1 lsl 20 -> times := n; rest
       | _ -> prerr_endline "--limit takes a number from 1 to 2^20: how many times as much work and memory is allowed"; exit 2)
    | rest -> rest in
  match args with
  | ["-h" | "--help"] -> print_endline usage
  | "--coq" :: ([path] | [_; path]) ->
    guarded (fun () ->
      let name = match args with [_; name; _] -> Some name | _ -> None in
      try theorem name (open_file path) with Coq_theorem.Unfit why -> prerr_endline why; exit 2)
  | [path] ->
    guarded (fun () ->
      let ic = open_file path in
      let plain = is_plain ic in
      let tables, text, n = header ic in
      let known = Parse.known tables in
      let statement =
        if plain then go known ic (start tables text n) (n + 1)
        else ordinary tables known ic text n in
      (* The statement that was proved, and the graphs that it is about. *)
      print_endline ("proved: " ^ in_words ~ordered:(not plain) tables statement))
  | _ -> prerr_endline usage; exit 2
