(* What a file says: its graphs, its values and its statement, read from text.

   [Holds] is what a file states; it is defined by this reader and by
   Statement.v alone.  The lines of a proof need no reader that is trusted. *)
From Coq Require Import List Bool Arith ZArith Uint63 PArray String Ascii.
Import ListNotations.
From Formal Require Import Statement Sums Rules Trie Normal Check.
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
  graphs : list (int * array (list int));          (* number of vertices, their neighbours *)
  values : list (list int * list int) }.           (* options of value 1, 2, ...; value 0 is zero *)

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
Definition read_value (count : nat) (t : string) : option (list int * list int) :=
  let one t := bind (number t) (fun g => if g <=? whole count then Some g else None) in
  match split "|" t with
  | [l; r] => bind (each one (commas l)) (fun l => option_map (fun r => (l, r)) (each one (commas r)))
  | _ => None
  end.

Definition nth_int {A} (l : list A) (i : int) : option A := nth_error l (Z.to_nat (to_Z i)).
Definition graph_array (T : tables) : array (array (list int)) :=
  fst (fold_left (fun '(a, i) g => (PArray.set a i (snd g), i + 1)) (graphs T)
    (PArray.make (whole (List.length (graphs T))) (PArray.make 0 []), 0)).
Definition value_array (T : tables) : array (list int * list int) :=
  fst (fold_left (fun '(a, i) v => (PArray.set a i v, i + 1)) (values T)
    (PArray.make (whole (S (List.length (values T)))) ([], []), 1)).

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
        bind (number rest) (fun g => if g <=? whole (List.length (values T)) then Some (Value false g) else None)
      else if Ascii.eqb letter "@" then
        match split ":" rest with
        | [g; cells] => bind (number g) (fun g => bind (nth_int (graphs T) g) (fun '(n, _) =>
            if whole (String.length cells) =? n then option_map Board (read_cells g 0 cells) else None))
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
Record statement := Claims { sum_of : list term; claims : list (player * player) }.
Definition read_player (t : string) : option player :=
  if String.eqb t "L" then Some Left else if String.eqb t "R" then Some Right else None.
(* Who wins when Left starts, and when Right starts. *)
Definition read_outcome (t : string) : option (list (player * player)) :=
  if String.eqb t "L" then Some [(Left, Left); (Left, Right)]
  else if String.eqb t "R" then Some [(Right, Left); (Right, Right)]
  else if String.eqb t "N" then Some [(Left, Left); (Right, Right)]
  else if String.eqb t "P" then Some [(Right, Left); (Left, Right)]
  else None.
Definition read_statement (T : tables) (t : string) : option statement :=
  match split " " t with
  | [word; who; sum] =>
      bind (read_sum T sum) (fun X => option_map (Claims X)
        (if String.eqb word "outcome" then read_outcome who
         else if String.eqb word "first" then option_map (fun w => [(w, w)]) (read_player who)
         else if String.eqb word "second" then option_map (fun w => [(w, other w)]) (read_player who)
         else None))
  | _ => None
  end.

(* The lines before the statement, one at a time. *)
Definition read_table (T : tables) (t : string) : option tables :=
  match split " " t with
  | [word; n; edges] =>
      if String.eqb word "graph" then option_map (fun g => Tables (graphs T ++ [g]) (values T)) (read_graph n edges)
      else None
  | [word; t] =>
      if String.eqb word "game" then
        option_map (fun v => Tables (graphs T) (values T ++ [v])) (read_value (List.length (values T)) t)
      else if String.eqb word "graph" then option_map (fun g => Tables (graphs T ++ [g]) (values T)) (read_graph t "")
      else None
  | _ => None
  end.
Fixpoint read_tables (T : tables) (ts : list string) : option tables :=
  match ts with [] => Some T | t :: ts => bind (read_table T t) (fun T => read_tables T ts) end.

(* ---------- what a file states ---------- *)
Definition neighbours_of (a : array (array (list int))) (g v : int) : list int := PArray.get (PArray.get a g) v.
Definition Holds (header : list string) (text : string) : Prop :=
  exists T s, read_tables (Tables [] []) header = Some T /\ read_statement T text = Some s /\
    forall w p, In (w, p) (claims s) ->
      Win (neighbours_of (graph_array T)) (PArray.get (value_array T)) w p (sum_of s).

(* ---------- the checker of files ---------- *)
Record checking := Checking {
  header : list string;
  stated : string;
  a_graphs : array (array (list int));
  a_values : array (list int * list int);
  what : statement;
  state_of : state }.

Definition start (header : list string) (text : string) : option checking :=
  bind (read_tables (Tables [] []) header) (fun T =>
    option_map (fun s => Checking header text (graph_array T) (value_array T) s Leaf) (read_statement T text)).
Definition step (C : checking) (n : int) (l : line) : option checking :=
  option_map (Checking (header C) (stated C) (a_graphs C) (a_values C) (what C))
    (check_line levels bits (neighbours_of (a_graphs C)) (PArray.get (a_values C)) (state_of C) n l).
Fixpoint conclude (C : checking) (cs : list (player * player)) (ks : list int) : bool :=
  match cs, ks with
  | [], [] => true
  | (w, p) :: cs, k :: ks =>
      if concludes levels bits (neighbours_of (a_graphs C)) (state_of C) (sum_of (what C)) w p k
      then conclude C cs ks else false
  | _, _ => false
  end.
Definition finish (C : checking) (ks : list int) : bool := conclude C (claims (what C)) ks.

Inductive reached : checking -> Prop :=
| at_start header text C : start header text = Some C -> reached C
| by_step C n l C' : reached C -> step C n l = Some C' -> reached C'.

Definition well (C : checking) : Prop :=
  (exists T, read_tables (Tables [] []) (header C) = Some T /\ read_statement T (stated C) = Some (what C)
     /\ a_graphs C = graph_array T /\ a_values C = value_array T) /\
  good (neighbours_of (a_graphs C)) (PArray.get (a_values C)) (state_of C).

Lemma reached_well C : reached C -> well C.
Proof.
  intros H. induction H as [h t C H|C n l C' _ IH H].
  - unfold start, bind in H. destruct (read_tables _ h) as [T|] eqn:E; [|discriminate].
    destruct (read_statement T t) as [s|] eqn:E1; [|discriminate]. injection H as <-.
    split; [exists T; auto|exact I].
  - unfold step in H. destruct (check_line _ _ _ _ _ n l) as [M|] eqn:E; [|discriminate].
    injection H as <-. destruct IH as [IH1 IH2]. split; [exact IH1|].
    exact (check_line_good _ _ _ _ _ _ _ _ IH2 E).
Qed.

(* Whatever order of lines was given: what is finished holds. *)
Theorem finish_sound C ks : reached C -> finish C ks = true -> Holds (header C) (stated C).
Proof.
  intros H F. apply reached_well in H. destruct H as [(T & H1 & H2 & H3 & H4) G].
  exists T, (what C). split; [exact H1|]. split; [exact H2|].
  rewrite <- H3, <- H4. unfold finish in F. revert ks F. generalize (claims (what C)).
  induction l as [|[w p] cs IH]; intros ks F w' p' HI; [destruct HI|].
  destruct ks as [|k ks]; [discriminate|]. simpl in F.
  destruct (concludes _ _ _ _ _ w p k) eqn:E; [|discriminate].
  destruct HI as [HI|HI].
  - injection HI as <- <-. exact (concludes_Win _ _ _ _ _ _ _ _ _ G E).
  - exact (IH ks F w' p' HI).
Qed.
