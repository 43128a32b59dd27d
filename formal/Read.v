(* What a file says: its graphs, its values and its statement, read from text.

   [Holds] is what a file states; it is defined by this reader and by
   Statement.v alone.  The lines of a proof need no reader that is trusted. *)
From Coq Require Import List Bool Arith ZArith Uint63 PArray String Ascii.
Import ListNotations.
From Formal Require Import Statement Sums Rules Trie Normal Check Compare.
Local Open Scope uint63_scope.

(* ---------- words and numbers ---------- *)
(* The pieces between the letters that are separators. *)
Fixpoint split (separator : ascii) (t : string) : list string :=
  match t with
  | EmptyString => [EmptyString]
  | String a t =>
      match split separator t with
      | [] => []
      | word :: words => if Ascii.eqb a separator then EmptyString :: word :: words else String a word :: words
      end
  end.
Definition digit (a : ascii) : option int :=
  let n := Ascii.nat_of_ascii a in
  if (48 <=? n)%nat && (n <=? 57)%nat then Some (whole (n - 48)) else None.
Fixpoint read_digits (n : int) (t : string) : option int :=
  match t with
  | EmptyString => Some n
  | String a t => match digit a with Some d => read_digits (n * 10 + d) t | None => None end
  end.
(* At most nine digits. *)
Definition number (t : string) : option int :=
  match String.length t with
  | O => None
  | n => if (n <=? 9)%nat then read_digits 0 t else None
  end.

Definition bind {A B} (a : option A) (f : A -> option B) : option B :=
  match a with Some a => f a | None => None end.
Fixpoint each {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => bind (f a) (fun b => option_map (cons b) (each f l))
  end.
(* Pieces between commas; nothing is no pieces. *)
Definition commas (t : string) : list string := match t with EmptyString => [] | _ => split "," t end.

(* ---------- graphs and values ---------- *)
Record tables := Tables {
  graph_count : int;
  graphs : array (int * array (list int));   (* number of vertices, their neighbours *)
  value_count : int;
  values : array (list int * list int) }.    (* options of value 1, 2, ...; value 0 is zero *)
Definition most_tables : int := 16384.
Definition no_tables : tables :=
  Tables 0 (PArray.make most_tables (0, PArray.make 0 [])) 0 (PArray.make most_tables ([], [])).
Definition add_graph (T : tables) (g : int * array (list int)) : option tables :=
  let n := graph_count T in
  if n <? most_tables then Some (Tables (n + 1) (PArray.set (graphs T) n g) (value_count T) (values T)) else None.
Definition add_value (T : tables) (v : list int * list int) : option tables :=
  let n := value_count T + 1 in
  if n <? most_tables then Some (Tables (graph_count T) (graphs T) n (PArray.set (values T) n v)) else None.

(* graph 4 0-1,1-2,2-3 *)
Definition read_edge (n : int) (t : string) : option (int * int) :=
  match split "-" t with
  | [a; b] => bind (number a) (fun a => bind (number b) (fun b =>
      if (a <? n) && (b <? n) && negb (a =? b) then Some (a, b) else None))
  | _ => None
  end.
Definition edge_in (near : array (list int)) (e : int * int) : array (list int) :=
  let (a, b) := e in
  let near := PArray.set near a (b :: PArray.get near a) in
  PArray.set near b (a :: PArray.get near b).
Definition read_graph (n edges : string) : option (int * array (list int)) :=
  bind (number n) (fun n => if 4096 <? n then None else
    option_map (fun es => (n, fold_left edge_in es (PArray.make n []))) (each (read_edge n) (commas edges))).

(* game 0,1|0 *)
Definition read_value (count : int) (t : string) : option (list int * list int) :=
  let one t := bind (number t) (fun g => if g <=? count then Some g else None) in
  match split "|" t with
  | [l; r] => bind (each one (commas l)) (fun l => option_map (fun r => (l, r)) (each one (commas r)))
  | _ => None
  end.

(* ---------- sums ---------- *)
Fixpoint read_cells (g v : int) (t : string) : option board :=
  match t with
  | EmptyString => Some []
  | String letter t =>
      let put stones := option_map (app stones) (read_cells g (v + 1) t) in
      if Ascii.eqb letter "x" then put [(Vertex g v, Left)]
      else if Ascii.eqb letter "o" then put [(Vertex g v, Right)]
      else if Ascii.eqb letter "." then put []
      else None
  end.
Definition same_lengths (rows : list string) : bool :=
  match rows with
  | [] => true
  | r :: rows => forallb (fun s => (String.length s =? String.length r)%nat) rows
  end.
(* xo/ox, @0:xo.x, #3 *)
Definition read_term (T : tables) (t : string) : option term :=
  match t with
  | EmptyString => None
  | String letter rest =>
      if Ascii.eqb letter "#" then
        bind (number rest) (fun g => if g <=? value_count T then Some (Value false g) else None)
      else if Ascii.eqb letter "@" then
        match split ":" rest with
        | [g; cells] => bind (number g) (fun g =>
            if (g <? graph_count T) && (whole (String.length cells) =? fst (PArray.get (graphs T) g))
            then option_map Board (read_cells g 0 cells) else None)
        | _ => None
        end
      else if same_lengths (split "/" t) then option_map Board (read_rows 1 1 t) else None
  end.
(* Terms between + and -, where - negates. *)
Definition read_negated (T : tables) (ts : list string) : option (list term) :=
  match ts with
  | [] => None
  | EmptyString :: (_ :: _) as ts => option_map (map neg) (each (read_term T) (tl ts))
  | t :: ts => bind (read_term T t) (fun t => option_map (fun ts => t :: map neg ts) (each (read_term T) ts))
  end.
Definition read_sum (T : tables) (t : string) : option (list term) :=
  if String.eqb t "0" then Some []
  else option_map (@List.concat term) (each (fun t => read_negated T (split "-" t)) (split "+" t)).

(* ---------- the statement ---------- *)
(* Player w wins the sum when p is to move, for each (w, p); or how two sums
   compare. *)
Inductive statement := Wins (X : list term) (cs : list (player * player)) | Relates (r : relation) (G H : list term).
Definition read_player (t : string) : option player :=
  if String.eqb t "L" then Some Left else if String.eqb t "R" then Some Right else None.
(* Who wins when Left starts, and when Right starts. *)
Definition read_outcome (t : string) : option (list (player * player)) :=
  if String.eqb t "L" then Some [(Left, Left); (Left, Right)]
  else if String.eqb t "R" then Some [(Right, Left); (Right, Right)]
  else if String.eqb t "N" then Some [(Left, Left); (Right, Right)]
  else if String.eqb t "P" then Some [(Right, Left); (Left, Right)]
  else None.
Definition read_relation (t : string) : option relation :=
  if String.eqb t "=" then Some Equals
  else if String.eqb t ">" then Some Greater
  else if String.eqb t "<" then Some Less
  else if String.eqb t "||" then Some Confused
  else None.
Definition read_statement (T : tables) (t : string) : option statement :=
  match split " " t with
  | [word; who; sum] =>
      bind (read_sum T sum) (fun X => option_map (Wins X)
        (if String.eqb word "outcome" then read_outcome who
         else if String.eqb word "first" then option_map (fun w => [(w, w)]) (read_player who)
         else if String.eqb word "second" then option_map (fun w => [(w, other w)]) (read_player who)
         else None))
  | [word; one; how; two] =>
      if String.eqb word "compare" then
        bind (read_relation how) (fun r => bind (read_sum T one) (fun G => option_map (Relates r G) (read_sum T two)))
      else None
  | _ => None
  end.

(* The lines before the statement, one at a time. *)
Definition read_table (T : tables) (t : string) : option tables :=
  match split " " t with
  | [word; n; edges] => if String.eqb word "graph" then bind (read_graph n edges) (add_graph T) else None
  | [word; t] =>
      if String.eqb word "game" then bind (read_value (value_count T) t) (add_value T)
      else if String.eqb word "graph" then bind (read_graph t "") (add_graph T)
      else None
  | _ => None
  end.
Fixpoint read_tables (T : tables) (ts : list string) : option tables :=
  match ts with [] => Some T | t :: ts => bind (read_table T t) (fun T => read_tables T ts) end.

(* ---------- what a file states ---------- *)
Definition neighbours_in (T : tables) (g v : int) : list int := PArray.get (snd (PArray.get (graphs T) g)) v.
Definition options_in (T : tables) : int -> list int * list int := PArray.get (values T).
Definition Means (T : tables) (s : statement) : Prop :=
  match s with
  | Wins X cs => forall w p, In (w, p) cs -> Win (neighbours_in T) (options_in T) w p X
  | Relates r G H => Compares (neighbours_in T) (options_in T) r G H
  end.
Definition Holds (header : list string) (text : string) : Prop :=
  exists T s, read_tables no_tables header = Some T /\ read_statement T text = Some s /\ Means T s.

(* ---------- the checker of files ---------- *)
Record checking := Checking {
  header : list string;
  stated : string;
  known_tables : tables;
  what : statement;
  state_of : state }.

(* Who wins a sum when who is to move: what the lines have to show. *)
Definition to_show (s : statement) : list term * list (player * player) :=
  match s with
  | Wins X cs => (X, cs)
  | Relates r G H => (G ++ map neg H, difference_claims r)
  end.
Definition start (header : list string) (text : string) : option checking :=
  bind (read_tables no_tables header) (fun T =>
    option_map (fun s => Checking header text T s nothing) (read_statement T text)).
Definition step (C : checking) (n : int) (l : line) : option checking :=
  option_map (Checking (header C) (stated C) (known_tables C) (what C))
    (check_line levels bits (neighbours_in (known_tables C)) (options_in (known_tables C)) (state_of C) n l).
Fixpoint conclude (C : checking) (X : list term) (cs : list (player * player)) (ks : list int) : bool :=
  match cs, ks with
  | [], [] => true
  | (w, p) :: cs, k :: ks =>
      if concludes levels bits (neighbours_in (known_tables C)) (state_of C) X w p k
      then conclude C X cs ks else false
  | _, _ => false
  end.
Definition finish (C : checking) (ks : list int) : bool :=
  let (X, cs) := to_show (what C) in conclude C X cs ks.

Inductive reached : checking -> Prop :=
| at_start header text C : start header text = Some C -> reached C
| by_step C n l C' : reached C -> step C n l = Some C' -> reached C'.

Definition well (C : checking) : Prop :=
  read_tables no_tables (header C) = Some (known_tables C) /\
  read_statement (known_tables C) (stated C) = Some (what C) /\
  good (neighbours_in (known_tables C)) (options_in (known_tables C)) (state_of C).

Lemma reached_well C : reached C -> well C.
Proof.
  intros H. induction H as [h t C H|C n l C' _ IH H].
  - unfold start, bind in H. destruct (read_tables _ h) as [T|] eqn:E; [|discriminate].
    destruct (read_statement T t) as [s|] eqn:E1; [|discriminate]. injection H as <-.
    repeat split; auto.
  - unfold step in H. destruct (check_line _ _ _ _ _ n l) as [M|] eqn:E; [|discriminate].
    injection H as <-. destruct IH as (H1 & H2 & H3). split; [exact H1|]. split; [exact H2|].
    exact (check_line_good _ _ _ _ _ _ _ _ H3 E).
Qed.

Lemma conclude_wins C X cs : well C -> forall ks, conclude C X cs ks = true ->
  forall w p, In (w, p) cs -> Win (neighbours_in (known_tables C)) (options_in (known_tables C)) w p X.
Proof.
  intros (_ & _ & G). induction cs as [|[w p] cs IH]; intros ks F w' p' HI; [destruct HI|].
  destruct ks as [|k ks]; [discriminate|]. simpl in F.
  destruct (concludes _ _ _ _ _ w p k) eqn:E; [|discriminate].
  destruct HI as [HI|HI].
  - injection HI as <- <-. exact (concludes_Win _ _ _ _ _ _ _ _ _ G E).
  - exact (IH ks F w' p' HI).
Qed.

(* Whatever order of lines was given: what is finished holds. *)
Theorem finish_sound C ks : reached C -> finish C ks = true -> Holds (header C) (stated C).
Proof.
  intros H F. apply reached_well in H. pose proof H as (H1 & H2 & _).
  exists (known_tables C), (what C). split; [exact H1|]. split; [exact H2|].
  unfold finish in F. destruct (to_show (what C)) as [X cs] eqn:E.
  pose proof (conclude_wins C X cs H ks F) as K. unfold to_show in E.
  destruct (what C) as [Y ds|r A B]; injection E as <- <-; [exact K|].
  now apply difference_compares.
Qed.
