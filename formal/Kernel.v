(* Theorems about boards on the grid that Coq's kernel computes.

   The proof is a list of machine integers, which Coq reads much faster than
   terms.  How they are read needs no proof: a line that is misread is a
   different line, which is checked as well. *)
From Coq Require Import List Bool Uint63 PArray.
Import ListNotations.
From Formal Require Import Statement Sums Rules Trie Normal Check.
Local Open Scope uint63_scope.

(* ---------- lines as integers ---------- *)
(* The bits of n from bit i on, at most this many. *)
Definition bits_at (n i many : int) : int := (n >> i) land ((1 << many) - 1).
Fixpoint small (most : nat) (n : int) : nat :=
  match most with O => O | S most => if n =? 0 then O else S (small most (n - 1)) end.

(* The stones of a board from bit masks of its cells, row by row. *)
Fixpoint stones (most : nat) (r c columns x o : int) : board :=
  match most with
  | O => []
  | S most =>
      if (x lor o) =? 0 then [] else
      let rest := if c =? columns then stones most (r + 1) 1 columns (x >> 1) (o >> 1)
                  else stones most r (c + 1) columns (x >> 1) (o >> 1) in
      if (x land 1) =? 1 then (At r c, Left) :: rest
      else if (o land 1) =? 1 then (At r c, Right) :: rest
      else rest
  end.

(* A term has kind (2 bits) and columns (6 bits); kind 0 is a board of at most 27
   cells with its masks in bits 8 and 35, kind 1 one of at most 62 cells with its
   masks in the next two integers; kind 2 is a game, negated or not (1 bit). *)
Fixpoint read_terms (count : int) (data : list int) : list term * list int :=
  if count =? 0 then ([], data) else
  match data with
  | d :: data =>
      let kind := bits_at d 0 2 in
      if kind =? 0 then
        let (X, rest) := read_terms (count - 1) data in
        (Board (stones 62 1 1 (bits_at d 2 6) (bits_at d 8 27) (bits_at d 35 27)) :: X, rest)
      else if kind =? 1 then
        match data with
        | x :: o :: data =>
            let (X, rest) := read_terms (count - 1) data in
            (Board (stones 62 1 1 (bits_at d 2 6) x o) :: X, rest)
        | _ => ([], [])
        end
      else
        let (X, rest) := read_terms (count - 1) data in
        (Value (bits_at d 2 1 =? 1) (d >> 3) :: X, rest)
  | [] => ([], [])
  end.

(* A reply has kind (2 bits).  Kind 0: term, row and column of both cells (6 bits
   each), line; kind 1: line; kind 2: term (12 bits), game (20 bits), line. *)
Definition read_reply (d : int) : reply :=
  let kind := bits_at d 0 2 in
  if kind =? 0 then
    Stone (small 64 (bits_at d 2 6)) (At (bits_at d 8 6) (bits_at d 14 6)) (At (bits_at d 20 6) (bits_at d 26 6)) (d >> 32)
  else if kind =? 1 then Known (d >> 2)
  else Option (small 4096 (bits_at d 2 12)) (bits_at d 14 20) (d >> 34).
Fixpoint read_replies (count : int) (data : list int) : list reply * list int :=
  if count =? 0 then ([], data) else
  match data with
  | d :: data => let (rs, rest) := read_replies (count - 1) data in (read_reply d :: rs, rest)
  | [] => ([], [])
  end.
Fixpoint read_numbers (count : int) (data : list int) : list int * list int :=
  if count =? 0 then ([], data) else
  match data with
  | d :: data => let (ks, rest) := read_numbers (count - 1) data in (d :: ks, rest)
  | [] => ([], [])
  end.

(* A line has kind (3 bits), and how many terms (13 bits) and replies or numbers
   of lines follow. *)
Definition read_line (d : int) (data : list int) : option (line * list int) :=
  let kind := bits_at d 0 3 in
  let (X, data) := read_terms (bits_at d 3 13) data in
  let many := d >> 16 in
  if kind =? 0 then let (rs, data) := read_replies many data in Some (Second X rs, data)
  else if kind =? 1 then
    match read_replies many data with
    | ([r], data) => Some (First X r, data)
    | _ => None
    end
  else
    let (ks, data) := read_numbers many data in
    if kind =? 2 then match ks with [k; j] => Some (Add k j, data) | _ => None end
    else if kind =? 3 then
      match X, ks with t :: V, [k; j] => Some (Equal t V k j, data) | _, _ => None end
    else Some (Forget ks, data).

(* ---------- the check ---------- *)
Section Run.
  Variable neighbours : int -> int -> list int.
  Variable options : int -> list int * list int.
  (* Each line takes an integer at least, so a copy of the data is fuel enough. *)
  Fixpoint run_data (fuel data : list int) (n : int) (M : state) : option state :=
    match data, fuel with
    | [], _ => Some M
    | d :: data, _ :: fuel =>
        match read_line d data with
        | Some (l, data) =>
            match check_line levels bits neighbours options M n l with
            | Some M => run_data fuel data (n + 1) M
            | None => None
            end
        | None => None
        end
    | _ :: _, [] => None
    end.
  Lemma run_data_good fuel : forall data n M M', good neighbours options M ->
    run_data fuel data n M = Some M' -> good neighbours options M'.
  Proof.
    induction fuel as [|f fuel IH]; intros [|d data] n M M' HM; cbn [run_data]; try easy.
    1, 2: intros H; now injection H as <-.
    destruct (read_line d data) as [[l rest]|]; [|easy].
    destruct (check_line _ _ _ _ M n l) as [M1|] eqn:E; [|easy].
    intros H. exact (IH _ _ _ _ (check_line_good _ _ _ _ _ _ _ _ HM E) H).
  Qed.
End Run.

(* The integers of some arrays, in order. *)
Fixpoint from_array (most : nat) (i : int) (a : array int) (rest : list int) : list int :=
  match most with
  | O => rest
  | S most => if i =? 0 then rest else from_array most (i - 1) a (PArray.get a (i - 1) :: rest)
  end.
Definition chunk : nat := Nat.pow 2 12.
Definition joined (arrays : list (array int)) : list int :=
  fold_right (fun a rest => from_array chunk (PArray.length a) a rest) [] arrays.

(* Who wins when Left starts, and when Right starts, by which lines. *)
Definition halves (o : class) (k j : int) : list (player * player * int) :=
  match o with
  | N => [(Left, Left, k); (Right, Right, j)]
  | P => [(Right, Left, k); (Left, Right, j)]
  | L => [(Left, Left, k); (Left, Right, j)]
  | R => [(Right, Left, k); (Right, Right, j)]
  end.
Definition no_graph (g v : int) : list int := [].
Definition options_of (games : list (list int * list int)) : int -> list int * list int :=
  PArray.get (fst (fold_left (fun '(a, i) g => (PArray.set a i g, i + 1)) games (PArray.make 16384 ([], []), 1))).
(* The games of the file, the number of its first line of the proof, the lines. *)
Definition kernel_check (games : list (list int * list int)) (n : int) (arrays : list (array int))
    (o : class) (b : board) (k j : int) : bool :=
  let options := options_of games in
  let data := joined arrays in
  match run_data no_graph options data data n nothing with
  | Some M => forallb (fun c => concludes levels bits no_graph M [Board b] (fst (fst c)) (snd (fst c)) (snd c)) (halves o k j)
  | None => false
  end.

(* Who wins boards does not depend on what games there are. *)
Definition is_board (t : term) : Prop := match t with Board _ => True | Value _ _ => False end.
Lemma no_games near options options' w p X : Win near options w p X -> Forall is_board X -> Win near options' w p X.
Proof.
  assert (K : forall p t, is_board t -> moves near options p t = moves near options' p t)
    by (intros q [b|s g] H; [reflexivity|destruct H]).
  assert (B : forall p t m, is_board t -> In m (moves near options p t) -> is_board m).
  { intros q [b|s g] m H Hm; [|destruct H]. simpl in Hm. apply in_map_iff in Hm. now destruct Hm as (c & <- & _). }
  induction 1 as [A t C m Hm H IH|X H IH]; intros F.
  - apply Forall_app in F. destruct F as [F1 F2]. inversion F2 as [|x l F3 F4]; subst.
    apply own_move with m; [now rewrite <- (K w t F3)|]. apply IH. apply Forall_app. split; auto.
    constructor; auto. now apply (B w t).
  - constructor. intros A t C m -> Hm.
    pose proof F as F'. apply Forall_app in F'. destruct F' as [F1 F2]. inversion F2 as [|x l F3 F4]; subst.
    rewrite <- (K (other w) t F3) in Hm. apply (IH A t C m); auto. apply Forall_app. split; auto.
    constructor; auto. now apply (B (other w) t).
Qed.

Theorem kernel_sound games n arrays o b k j : kernel_check games n arrays o b k j = true -> Outcome o b.
Proof.
  unfold kernel_check. intros H.
  destruct (run_data _ _ _ _ n nothing) as [M|] eqn:E; [|easy].
  assert (G : good no_graph (options_of games) M).
  { eapply run_data_good; [|exact E]. split; [exact I|split; exact I]. }
  rewrite forallb_forall in H.
  assert (W : forall w p i, In (w, p, i) (halves o k j) -> wins w p b).
  { intros w p i I. apply H in I.
    apply (no_games no_graph (options_of games)); [|repeat constructor].
    exact (concludes_Win _ _ _ _ _ _ _ _ _ G I). }
  destruct o; split; (eapply W; simpl; [now left] || (eapply W; simpl; right; now left)).
Qed.
