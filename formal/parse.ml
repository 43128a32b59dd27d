(* Lines of a proof.  Nothing here is trusted: a line that is misread is a
   different line, which is checked as well. *)
open Checker

exception Wrong of string
let wrong why = raise (Wrong why)

(* Stones of a sum, cells and games of a sum, characters of a line. *)
let most_stones = 2048
let most_cells = 1 lsl 16
let longest_line = 1 lsl 20

(* What the header gives: the vertices of each graph, the number of games. *)
type known = { vertices : int Array.t; games : int }
let known header =
  let words = List.map (String.split_on_char ' ') header in
  let size = function "graph" :: n :: _ -> int_of_string_opt n | _ -> None in
  { vertices = Array.of_list (List.filter_map size words);
    games = List.length (List.filter (fun w -> List.hd w = "game") words) }

(* Where the cells of a term lie. *)
type place = Columns of int | Graph of int | Number

let cell place i = match place with
  | Columns n -> At (1 + i / n, 1 + i mod n)
  | Graph g -> Vertex (g, i)
  | Number -> wrong "a value has no cells"

(* Reads a number at [!at]. *)
let number text at =
  let start = !at and n = ref 0 in
  while !at < String.length text && (let c = String.unsafe_get text !at in c >= '0' && c <= '9') do
    n := 10 * !n + Char.code (String.unsafe_get text !at) - 48;
    incr at
  done;
  if !at = start then wrong (Printf.sprintf "expected a number at column %d" (start + 1));
  if !at - start > 15 then wrong (Printf.sprintf "the number at column %d is too large" (start + 1));
  !n

let skip text at c =
  if !at < String.length text && text.[!at] = c then incr at
  else wrong (Printf.sprintf "expected %C at column %d" c (!at + 1))

let is_next text at c = !at < String.length text && text.[!at] = c

let term ?(most = most_stones) known text at stones cells =
  let negated = is_next text at '-' in
  if negated then incr at;
  let left, right = if negated then Right, Left else Left, Right in
  if is_next text at '#' then begin
    incr at;
    let g = number text at in
    if g > known.games then wrong (Printf.sprintf "there is no game %d above" g);
    incr cells;
    if !cells > most_cells then wrong (Printf.sprintf "a sum of more than %d cells and games" most_cells);
    (Value (negated, g), Number)
  end else begin
    let graph = is_next text at '@' in
    let g = if graph then begin
      incr at;
      let g = number text at in
      if g >= Array.length known.vertices then wrong (Printf.sprintf "there is no graph %d above" g);
      skip text at ':'; g
    end else 0 in
    let columns = ref 0 and column = ref 0 and row = ref 1 and out = ref [] and go = ref true in
    let start = !at in
    let put p =
      incr column; incr stones; incr cells;
      if !stones > most then wrong (Printf.sprintf "a sum of more than %d stones" most);
      out := ((if graph then Vertex (g, !column - 1) else At (!row, !column)), p) :: !out in
    while !go && !at < String.length text do
      (match String.unsafe_get text !at with
       | 'x' -> put left
       | 'o' -> put right
       | '.' -> incr column; incr cells
       | '/' when not graph ->
         if !row = 1 then columns := !column
         else if !columns <> !column then wrong "the rows of a grid have one length";
         if !column = 0 then wrong (Printf.sprintf "expected a cell at column %d" (!at + 1));
         incr row; column := 0
       | _ -> go := false; decr at);
      incr at
    done;
    if !cells > most_cells then wrong (Printf.sprintf "a sum of more than %d cells and games" most_cells);
    if graph && !column <> known.vertices.(g) then
      wrong (Printf.sprintf "the graph has %d vertices, here are %d cells" known.vertices.(g) !column);
    if !at = start && not graph then wrong (Printf.sprintf "expected a board at column %d" (start + 1));
    if !row = 1 then columns := max 1 !column
    else if !columns <> !column then wrong "the rows of a grid have one length";
    (Board (List.rev !out), if graph then Graph g else Columns !columns)
  end

let sum known text at =
  if is_next text at '0' then begin incr at; ([], [||]) end
  else begin
    let stones = ref 0 and cells = ref 0 in
    let rec more acc =
      let t = term known text at stones cells in
      if is_next text at '+' then begin incr at; more (t :: acc) end
      else if is_next text at '-' then more (t :: acc)
      else List.rev (t :: acc) in
    let all = more [] in
    (List.map fst all, Array.of_list (List.map snd all))
  end

(* =K, I,U,V,K or I,H,K *)
let reply text at places =
  if is_next text at '=' then begin incr at; Known (number text at) end
  else begin
    let i = number text at in
    if i >= Array.length places then wrong (Printf.sprintf "the sum has no term %d" i);
    skip text at ',';
    let u = number text at in
    skip text at ',';
    let v = number text at in
    if is_next text at ',' then begin
      incr at;
      let k = number text at in
      Stone (i, cell places.(i) u, cell places.(i) v, k)
    end else Option (i, u, v)
  end

let rec replies text at places acc =
  if !at = String.length text then List.rev acc
  else begin
    skip text at ' ';
    replies text at places (reply text at places :: acc)
  end

let rec numbers text at acc =
  if !at = String.length text then List.rev acc
  else begin
    skip text at ' ';
    let n = number text at in
    numbers text at (n :: acc)
  end

let claim known text at =
  skip text at ' ';
  let x, places = sum known text at in
  skip text at ' '; skip text at ':';
  (x, replies text at places [])

type parsed = Line of line | End of int list

let line known text =
  let at = ref 1 in
  match if text = "" then ' ' else text.[0] with
  | 's' -> let x, rs = claim known text at in Line (Second (x, rs))
  | 'f' ->
    (match claim known text at with
     | x, [r] -> Line (First (x, r))
     | _ -> wrong "expected one move")
  | 'a' ->
    (match numbers text at [] with
     | [k; j] -> Line (Add (k, j))
     | _ -> wrong "expected the numbers of two lines")
  | 'v' ->
    skip text at ' ';
    let x, _ = sum known text at in
    let t = match x with [t] -> t | _ -> wrong "expected a part or a game, and what it is equal to" in
    skip text at ' ';
    let v, _ = sum known text at in
    (match numbers text at [] with
     | [k; j] -> Line (Equal (t, v, k, j))
     | _ -> wrong "expected the numbers of two lines")
  | 'd' -> Line (Forget (numbers text at []))
  | 'e' when String.length text >= 3 && String.sub text 0 3 = "end" -> at := 3; End (numbers text at [])
  | _ -> wrong "no line begins like this"
