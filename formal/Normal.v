(* Normal forms of sums.

   Which cells a part is moved to is a choice that needs no proof: the grid's
   own symmetries are known to be right, and any other map is checked pair by
   pair.  So nothing here shows that equal parts get equal forms; a checker
   that misses one refuses, and no more. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool Uint63 Ring63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Trie.
Local Open Scope uint63_scope.

(* ---------- symmetries of the grid ---------- *)

(* Row and column are counted from here, in this direction, perhaps exchanged. *)
Record symmetry := Symmetry { transposed : bool; row0 : int; down : bool; column0 : int; right : bool }.
Definition counted (from : int) (forward : bool) (i : int) : int := if forward then i - from + 1 else from - i + 1.
Definition image (f : symmetry) (c : cell) : cell :=
  match c with
  | At r c =>
      let r := counted (row0 f) (down f) r in
      let c := counted (column0 f) (right f) c in
      if transposed f then At c r else At r c
  | v => v
  end.

Lemma eqb_iff (a b a' b' : int) : (a = b <-> a' = b') -> (a =? b) = (a' =? b').
Proof.
  intros H. apply eq_true_iff_eq. now rewrite !eqb_spec.
Qed.
Lemma counted_same o d i j : (counted o d i =? counted o d j) = (i =? j).
Proof.
  apply eqb_iff. unfold counted. split; [|now intros ->]. destruct d; intros H.
  - replace i with (i - o + 1 + (o - 1)) by ring. rewrite H. ring.
  - replace i with (o + 1 - (o - i + 1)) by ring. rewrite H. ring.
Qed.
Lemma counted_next o d i j :
  (counted o d i + 1 =? counted o d j) || (counted o d j + 1 =? counted o d i) =
  (i + 1 =? j) || (j + 1 =? i).
Proof.
  assert (F : forall i j, counted o true i + 1 = counted o true j <-> i + 1 = j).
  { clear. intros i j. unfold counted. split; intros H.
    - replace (i + 1) with (i - o + 1 + 1 + (o - 1)) by ring. rewrite H. ring.
    - subst j. ring. }
  assert (G : forall i j, counted o false i + 1 = counted o false j <-> j + 1 = i).
  { clear. intros i j. unfold counted. split; intros H.
    - replace i with (o + 1 + 1 - (o - i + 1 + 1)) by ring. rewrite H. ring.
    - subst i. ring. }
  destruct d.
  - rewrite (eqb_iff _ _ _ _ (F i j)), (eqb_iff _ _ _ _ (F j i)). reflexivity.
  - rewrite (eqb_iff _ _ _ _ (G i j)), (eqb_iff _ _ _ _ (G j i)). apply orb_comm.
Qed.

Lemma next_differ (i j : int) : (i + 1 =? j) || (j + 1 =? i) = true -> (i =? j) = false.
Proof.
  intros H. apply not_true_is_false. intros E. apply eqb_spec in E. subst j.
  assert (K : i + 1 = i) by (apply orb_prop in H; destruct H as [H|H]; now apply eqb_spec in H).
  assert (E : 1 = 0). { replace 1 with (i + 1 - i) by ring. rewrite K. ring. }
  apply (f_equal to_Z) in E. discriminate E.
Qed.

Section Normal.
  Variable neighbours : int -> int -> list int.
  Variable options : int -> list int * list int.
  Notation adj := (adjacent neighbours).
  Notation moves := (Statement.moves neighbours options).
  Notation sum := (list term).
  Notation stone := (cell * player)%type.
  Notation eqv := (Sums.eqv term moves).
  Notation similar := (Sums.similar term moves).
  Let size_moves := Rules.size_moves neighbours options.
  Let neg_moves := Rules.neg_moves neighbours options.
  Let perm_eqv := Sums.perm_eqv term moves size size_moves.
  Let pair_eqv := Sums.pair_eqv term moves size neg size_moves neg_moves neg_neg.
  Let eqv_trans := Sums.eqv_trans term moves.
  Let eqv_refl := Sums.eqv_refl term moves.
  Let eqv_sym := Sums.eqv_sym term moves.
  Let eqv_app := Sums.eqv_app term moves size size_moves.
  Let similar_trans := Sums.similar_trans term moves.
  Let similar_refl := Sums.similar_refl term moves.
  Let similar_app := Sums.similar_app term moves.
  Let mono_similar := Rules.mono_similar neighbours options.
  Let stones_similar := Rules.stones_similar neighbours options.
  Let graph_similar := Rules.graph_similar neighbours options.
  Let split_similar := Rules.split_similar neighbours options.

  Lemma image_same f a b : same_cell (image f a) (image f b) = same_cell a b.
  Proof.
    destruct f as [t r0 d c0 e], a as [r c|g u], b as [r' c'|h v]; cbn; destruct t; cbn; auto;
      rewrite !counted_same; auto using andb_comm.
  Qed.

  Lemma image_adjacent f a b : adj (image f a) (image f b) = adj a b.
  Proof.
    destruct f as [t r0 d c0 e], a as [r c|g u], b as [r' c'|h v]; cbn; destruct t; cbn; auto;
      rewrite !counted_same, !counted_next; auto.
    destruct (c =? c') eqn:E1, (r =? r') eqn:E2; simpl; auto.
    assert (K : forall i j, (i =? j) = true -> (i + 1 =? j) || (j + 1 =? i) = false).
    { intros i j E. apply not_true_is_false. intros H. apply next_differ in H. congruence. }
    now rewrite (K _ _ E1), (K _ _ E2).
  Qed.

  Definition placed (f : symmetry) (b : board) : board := map (fun s => (image f (fst s), snd s)) b.
  Lemma placed_similar f b : similar [Board b] [Board (placed f b)].
  Proof.
    set (z := map (fun s : stone => (fst s, image f (fst s), snd s)) b).
    replace b with (olds z) at 1.
    replace (placed f b) with (news z).
    - apply graph_similar. intros l m Hl Hm. unfold z in *.
      apply in_map_iff in Hl. apply in_map_iff in Hm.
      destruct Hl as (s & <- & _), Hm as (t & <- & _). simpl.
      now rewrite image_same, image_adjacent.
    - unfold news, placed, z. rewrite map_map. reflexivity.
    - unfold olds, z. rewrite map_map. simpl. rewrite <- (map_id b) at 2.
      apply map_ext. now intros [].
  Qed.

  (* ---------- sorting ---------- *)
  Section Sort.
    Variable A : Type.
    Variable leb : A -> A -> bool.
    Fixpoint insert (a : A) (l : list A) : list A :=
      match l with [] => [a] | c :: l' => if leb a c then a :: l else c :: insert a l' end.
    Definition isort (l : list A) : list A := fold_right insert [] l.
    Lemma insert_perm a l : Permutation (a :: l) (insert a l).
    Proof.
      induction l as [|c l IH]; simpl; auto. destruct (leb a c); auto.
      eapply Permutation_trans; [apply perm_swap|]. now constructor.
    Qed.
    Lemma isort_perm l : Permutation l (isort l).
    Proof.
      induction l as [|a l IH]; simpl; auto.
      eapply Permutation_trans; [|apply insert_perm]. now constructor.
    Qed.
  End Sort.

  Definition cell_leb (a b : cell) : bool :=
    match a, b with
    | At r c, At r' c' => (r <? r') || (r =? r') && (c <=? c')
    | Vertex g u, Vertex h v => (g <? h) || (g =? h) && (u <=? v)
    | At _ _, Vertex _ _ => true
    | Vertex _ _, At _ _ => false
    end.
  Definition stone_leb (s t : stone) : bool := cell_leb (fst s) (fst t).
  Definition sorted (b : board) : board := isort _ stone_leb b.
  Lemma sorted_similar b : similar [Board b] [Board (sorted b)].
  Proof. apply stones_similar, isort_perm. Qed.

  (* ---------- groups ---------- *)

  (* In one row, cells on both sides of an empty column are not adjacent. *)
  Definition in_row_without (r x : int) (b : board) : bool :=
    forallb (fun s => match fst s with
      | At r' c => (r' =? r) && negb (c =? x) && negb (c =? 0)
      | _ => false end) b.
  Definition before (x : int) (c : cell) : bool := match c with At _ c => c <? x | _ => false end.

  Lemma row_apart r x b : in_row_without r x b = true -> apart neighbours (before x) b.
  Proof.
    unfold in_row_without. rewrite forallb_forall. intros H u v p q Hu Hv A.
    apply H in Hu. apply H in Hv. simpl in Hu, Hv.
    destruct u as [r1 c1|], v as [r2 c2|]; try easy. cbn in A |- *.
    apply andb_prop in Hu. apply andb_prop in Hv. destruct Hu as [Hu U3], Hv as [Hv V3].
    apply andb_prop in Hu. apply andb_prop in Hv. destruct Hu as [U1 U2], Hv as [V1 V2].
    apply eqb_spec in U1, V1. subst r1 r2. rewrite Uint63.eqb_refl in A.
    apply negb_true_iff in U2, U3, V2, V3. apply eqb_false_spec in U2, U3, V2, V3.
    assert (K : forall c c', c + 1 = c' -> c <> x -> c' <> x -> c' <> 0 -> (c <? x) = (c' <? x)).
    { clear. intros c c' E N1 N2 N3.
      assert (Z1 : to_Z c <> to_Z x) by (intros X; now apply to_Z_inj in X).
      assert (Z2 : to_Z c' <> to_Z x) by (intros X; now apply to_Z_inj in X).
      assert (Z3 : to_Z c' <> 0%Z) by (intros X; now apply (to_Z_inj c' 0) in X).
      pose proof (to_Z_bounded c) as B1. pose proof (to_Z_bounded x) as B2. pose proof (to_Z_bounded c') as B3.
      assert (S : to_Z c' = (to_Z c + 1)%Z).
      { subst c'. rewrite add_spec in *. change (to_Z 1) with 1%Z in *.
        destruct (Z.eq_dec (to_Z c + 1) wB) as [E|E].
        - rewrite E, Z.mod_same in Z3 by (apply Z.neq_sym, Z.lt_neq, wB_pos). now destruct Z3.
        - apply Z.mod_small. lia. }
      destruct (c <? x) eqn:E1, (c' <? x) eqn:E2; auto; exfalso.
      - apply ltb_spec in E1. apply not_true_iff_false in E2. rewrite ltb_spec in E2. lia.
      - apply ltb_spec in E2. apply not_true_iff_false in E1. rewrite ltb_spec in E1. lia. }
    apply orb_prop in A. destruct A as [A|A]; apply eqb_spec in A.
    - now apply K.
    - symmetry. now apply K.
  Qed.

  (* The first empty column after the first run of stones. *)
  Fixpoint gap (r x : int) (b : board) : option int :=
    match b with
    | (At r' c, _) :: b => if negb (r' =? r) then None else if c =? x then gap r (x + 1) b else Some x
    | _ => None
    end.

  Definition near (f : board) (s : stone) : bool := existsb (fun g => adj (fst g) (fst s)) f.
  Fixpoint grow (n : nat) (front out acc : board) : board :=
    match n with
    | O => acc
    | S n => let (new, out) := partition (near front) out in
             match new with [] => acc | _ => match out with [] => new ++ acc | _ => grow n new out (new ++ acc) end end
    end.
  Definition inside (K : board) (c : cell) : bool := existsb (fun s => same_cell c (fst s)) K.
  Definition apartb (p r : board) : bool :=
    forallb (fun s => forallb (fun t => negb (adj (fst s) (fst t) || adj (fst t) (fst s))) r) p.

  Lemma apartb_apart k b : apartb (part k b) (rest k b) = true -> apart neighbours k b.
  Proof.
    unfold apartb, apart. rewrite forallb_forall. intros H u v p q H1 H2 H3.
    destruct (k u) eqn:Eu, (k v) eqn:Ev; auto; exfalso.
    - assert (P1 : In (u, p) (part k b)) by (apply filter_In; auto).
      assert (P2 : In (v, q) (rest k b)) by (apply filter_In; simpl; rewrite Ev; auto).
      apply H in P1. rewrite forallb_forall in P1. apply P1 in P2. simpl in P2. now rewrite H3 in P2.
    - assert (P1 : In (v, q) (part k b)) by (apply filter_In; auto).
      assert (P2 : In (u, p) (rest k b)) by (apply filter_In; simpl; rewrite Eu; auto).
      apply H in P1. rewrite forallb_forall in P1. apply P1 in P2. simpl in P2.
      rewrite H3, orb_true_r in P2. discriminate.
  Qed.

  Definition on_grid (b : board) : bool := match b with (At _ _, _) :: _ => true | _ => false end.

  (* ---------- boards as bit masks ---------- *)
  (* The least and the greatest row and column of a board on the grid. *)
  Fixpoint bounds (r0 r1 c0 c1 : int) (b : board) : int * int * int * int :=
    match b with
    | (At r c, _) :: b =>
        bounds (if r <? r0 then r else r0) (if r1 <? r then r else r1)
               (if c <? c0 then c else c0) (if c1 <? c then c else c1) b
    | _ => (r0, r1, c0, c1)
    end.
  Definition box (b : board) : int * int * int * int := bounds max_int 0 max_int 0 b.
  (* The cells of a box, with an empty column between its rows, have one bit
     each in an integer, if they are at most 62. *)
  Definition fits (tall wide : int) : bool := (tall <? 62) && (wide <? 61) && ((tall + 1) * (wide + 2) <=? 62).
  Definition bit_of (r0 c0 w r c : int) : int := (r - r0) * w + (c - c0).
  Fixpoint mask (r0 c0 w n : int) (b : board) : int :=
    match b with
    | (At r c, _) :: b => mask r0 c0 w (n lor (1 << bit_of r0 c0 w r c)) b
    | _ => n
    end.
  Definition around (w f : int) : int := (f << 1) lor (f >> 1) lor (f << w) lor (f >> w).
  (* The cells of m that are connected with f: which they are needs no proof. *)
  Fixpoint fill (n : nat) (w m f : int) : int :=
    match n with
    | O => f
    | S n => let g := m land (f lor around w f) in if g =? f then f else fill n w m g
    end.
  Definition marked (r0 c0 w K : int) (c : cell) : bool :=
    match c with
    | At r c => negb ((K >> bit_of r0 c0 w r c) land 1 =? 0)
    | _ => false
    end.

  (* Some stones that are not adjacent to the others, and these. *)
  Definition cut_by (k : cell -> bool) (b : board) : option (board * board) :=
    let p := part k b in
    let q := rest k b in
    if apartb p q then Some (p, q) else None.
  Definition cut_any (s : stone) (b b' : board) : option (board * board) :=
    let K := grow (length b) [s] b' [s] in
    if Nat.eqb (length K) (length b) then None else cut_by (inside K) b.
  Definition cut_grid (r c : int) (s : stone) (b b' : board) : option (board * board) :=
    let '(r0, r1, c0, c1) := box b in
    if fits (r1 - r0) (c1 - c0) then
      let w := c1 - c0 + 2 in
      let m := mask r0 c0 w 0 b in
      let K := fill 62 w m (1 << bit_of r0 c0 w r c) in
      if K =? m then None else cut_by (marked r0 c0 w K) b
    else cut_any s b b'.
  Definition cut (b : board) : option (board * board) :=
    match b with
    | [] => None
    | ((At r c, _) as s) :: b' =>
        match gap r c b with
        | Some x => if in_row_without r x b then Some (part (before x) b, rest (before x) b)
                    else cut_grid r c s b b'
        | None => cut_grid r c s b b'
        end
    | s :: b' => cut_any s b b'
    end.
  Lemma cut_by_similar k b p q : cut_by k b = Some (p, q) -> similar [Board b] [Board p; Board q].
  Proof.
    unfold cut_by. cbv zeta. destruct (apartb _ _) eqn:E; [|easy]. intros H. injection H as <- <-.
    apply split_similar. now apply apartb_apart.
  Qed.
  Lemma cut_any_similar s b b' p q : cut_any s b b' = Some (p, q) -> similar [Board b] [Board p; Board q].
  Proof. unfold cut_any. destruct (Nat.eqb _ _); [easy|apply cut_by_similar]. Qed.
  Lemma cut_grid_similar r c s b b' p q : cut_grid r c s b b' = Some (p, q) -> similar [Board b] [Board p; Board q].
  Proof.
    unfold cut_grid. destruct (box b) as [[[r0 r1] c0] c1]. destruct (fits _ _); [|apply cut_any_similar].
    cbv zeta. destruct (_ =? _); [easy|apply cut_by_similar].
  Qed.
  Lemma cut_similar b p q : cut b = Some (p, q) -> similar [Board b] [Board p; Board q].
  Proof.
    unfold cut. destruct b as [|[[r c|g v] o] b']; [easy| |apply cut_any_similar].
    destruct (gap _ _ _) as [x|]; [|apply cut_grid_similar].
    destruct (in_row_without _ _ _) eqn:E; [|apply cut_grid_similar]. apply row_apart, split_similar in E.
    revert E. generalize (part (before x) ((At r c, o) :: b')) as y, (rest (before x) ((At r c, o) :: b')) as z.
    intros y z E H. now injection H as <- <-.
  Qed.

  Fixpoint groups (n : nat) (b : board) : list board :=
    match n with
    | O => [b]
    | S n => match cut b with Some (p, q) => p :: groups n q | None => [b] end
    end.
  Lemma groups_similar n : forall b, similar [Board b] (map Board (groups n b)).
  Proof.
    induction n as [|n IH]; intros b; cbn [groups map]; auto using similar_refl.
    destruct (cut b) as [[p q]|] eqn:E; [|apply similar_refl].
    eapply similar_trans; [apply (cut_similar _ _ _ E)|].
    cbn [map]. apply (similar_app [_] [_] [_] _); [apply similar_refl|apply IH].
  Qed.

  Definition live (b : board) : bool := negb (mono b).
  Definition parts (b : board) : list board := filter live (groups (length b) b).
  Lemma parts_similar b : similar [Board b] (map Board (parts b)).
  Proof.
    eapply similar_trans; [apply (groups_similar (length b))|]. unfold parts. generalize (groups (length b) b).
    clear b. intros l. induction l as [|a l IH]; simpl; [apply similar_refl|].
    unfold live at 1. destruct (mono a) eqn:E; simpl.
    - apply (similar_app [_] [] _ _); [now apply mono_similar|auto].
    - apply (similar_app [_] [_] _ _); auto.
  Qed.

  (* ---------- the place of a part ---------- *)
  Definition less_player (p q : player) : bool := match p, q with Left, Right => true | _, _ => false end.
  (* Whether a comes before b, after it, or neither. *)
  Definition compare_cells (a b : cell) : comparison :=
    match a, b with
    | At r c, At r' c' => if r =? r' then Uint63.compare c c' else if r <? r' then Lt else Gt
    | Vertex g u, Vertex h v => if g =? h then Uint63.compare u v else if g <? h then Lt else Gt
    | At _ _, Vertex _ _ => Lt
    | Vertex _ _, At _ _ => Gt
    end.
  Fixpoint board_lt (a b : board) : bool :=
    match a, b with
    | (c, p) :: a, (d, q) :: b =>
        match compare_cells c d with
        | Lt => true
        | Gt => false
        | Eq => if less_player p q then true else if less_player q p then false else board_lt a b
        end
    | [], _ :: _ => true
    | _, _ => false
    end.
  Fixpoint board_eqb (a b : board) : bool :=
    match a, b with
    | [], [] => true
    | (c, p) :: a, (d, q) :: b => same_cell c d && same_player p q && board_eqb a b
    | _, _ => false
    end.
  Lemma board_eqb_eq a : forall b, board_eqb a b = true -> a = b.
  Proof.
    induction a as [|[c p] a IH]; intros [|[d q] b]; simpl; try easy. intros H.
    apply andb_prop in H. destruct H as [H H1]. apply andb_prop in H. destruct H as [H2 H3].
    apply same_cell_eq in H2. apply same_player_eq in H3. apply IH in H1. now subst.
  Qed.

  (* A straight row, the way round that comes first. *)
  Fixpoint is_run (r x : int) (b : board) : bool :=
    match b with
    | [] => true
    | (At r' c, _) :: b => (r' =? r) && (c =? x) && is_run r (x + 1) b
    | _ => false
    end.
  Fixpoint colours_lt (a b : board) : bool :=
    match a, b with
    | (_, p) :: a, (_, q) :: b =>
        if less_player p q then true else if less_player q p then false else colours_lt a b
    | _, _ => false
    end.
  Definition straight (b : board) : option board :=
    match b with
    | (At r c, _) :: _ =>
        if is_run r c b then
          let back := rev b in
          match back with
          | (At _ c', _) :: _ =>
              Some (if colours_lt back b then placed (Symmetry false r true c' false) back
                    else placed (Symmetry false r true c true) b)
          | _ => None
          end
        else None
    | _ => None
    end.
  Lemma straight_similar b b' : straight b = Some b' -> similar [Board b] [Board b'].
  Proof.
    unfold straight. destruct b as [|[[r c|] p] l]; try easy. set (b := (At r c, p) :: l). clearbody b.
    destruct (is_run r c b); [|easy]. destruct (rev b) as [|[[r1 c1|] p1] back] eqn:E; try easy.
    rewrite <- E. clear E. generalize (Permutation_rev b). generalize (rev b) as c'. intros c' Hc.
    destruct (colours_lt c' b); intros H; injection H as <-; [|apply placed_similar].
    apply similar_trans with [Board c']; [now apply stones_similar|apply placed_similar].
  Qed.

  (* Another path is laid straight; that is checked pair by pair. *)
  Fixpoint degree (n : nat) (s : stone) (b : board) : nat :=
    match b with
    | [] => n
    | t :: b => if adj (fst s) (fst t) then match n with S (S _) => 3 | _ => degree (S n) s b end else degree n s b
    end.
  Fixpoint ends (b : board) (l : board) : option board :=
    match l with
    | [] => Some []
    | s :: l => match degree 0 s b with
                | 1 => option_map (cons s) (ends b l)
                | 2 => ends b l
                | _ => None
                end
    end.
  Fixpoint walk (n : nat) (here : stone) (out acc : board) : board :=
    match n with
    | O => rev acc
    | S n => let (new, out) := partition (fun t => adj (fst here) (fst t)) out in
             match new with [] => rev acc | s :: _ => walk n s out (s :: acc) end
    end.
  Fixpoint laid (c : int) (l : board) : list link :=
    match l with [] => [] | s :: l => (fst s, At 1 c, snd s) :: laid (c + 1) l end.
  (* Whether some stone of a board on the grid has three neighbours. *)
  Definition forked (b : board) : bool :=
    let '(r0, r1, c0, c1) := box b in
    if on_grid b && fits (r1 - r0) (c1 - c0) then
      let w := c1 - c0 + 2 in
      let m := mask r0 c0 w 0 b in
      let x := m land (m << 1) in
      let y := m land (m >> 1) in
      let z := m land (m << w) in
      let u := m land (m >> w) in
      negb ((((x land y) land (z lor u)) lor ((z land u) land (x lor y))) =? 0)
    else false.
  Definition path (b : board) : option (list link) :=
    if forked b then None else
    match ends b b with
    | Some [s; _] =>
        let l := walk (length b) s (filter (fun t => negb (same_cell (fst t) (fst s))) b) [s] in
        let back := rev l in
        Some (laid 1 (if colours_lt back l then back else l))
    | _ => None
    end.
  Definition links_ok (z : list link) : bool :=
    forallb (fun l => forallb (fun m =>
      Bool.eqb (same_cell (fst (fst l)) (fst (fst m))) (same_cell (snd (fst l)) (snd (fst m))) &&
      Bool.eqb (adj (fst (fst l)) (fst (fst m))) (adj (snd (fst l)) (snd (fst m)))) z) z.
  Lemma links_ok_same z : links_ok z = true -> same_graph neighbours z.
  Proof.
    unfold links_ok. rewrite forallb_forall. intros H l m H1 H2.
    apply H in H1. rewrite forallb_forall in H1. apply H1 in H2. apply andb_prop in H2.
    now rewrite !eqb_true_iff in H2.
  Qed.

  (* Another part of the grid is turned and mirrored: the least image, first by
     a number that is quick to compute. *)
  Definition upright (t : bool) (r0 r1 c0 c1 : int) : list symmetry :=
    [Symmetry t r0 true c0 true; Symmetry t r0 true c1 false; Symmetry t r1 false c0 true; Symmetry t r1 false c1 false].
  (* Two bits a cell of the bounding box, which is this wide; a large box wraps
     round, so that images may share a number. *)
  Definition code (wide : int) (f : symmetry) (b : board) : int :=
    fold_left (fun n s => match image f (fst s) with
      | At r c => n + ((match snd s with Left => 1 | Right => 2 end) << (((r - 1) * wide + (c - 1)) * 2))
      | _ => n end) b 0.
  Definition better (wide : int) (b : board) (best : int * symmetry) (f : symmetry) : int * symmetry :=
    let n := code wide f b in
    if n <? fst best then (n, f)
    else if (n =? fst best) && board_lt (sorted (placed f b)) (sorted (placed (snd best) b)) then (n, f)
    else best.
  Definition turned_large (b : board) (r0 r1 c0 c1 : int) : board :=
    let tall := r1 - r0 in
    let wide := c1 - c0 in
    let all := if wide <? tall then upright false r0 r1 c0 c1 else
               if tall <? wide then upright true r0 r1 c0 c1 else
               upright false r0 r1 c0 c1 ++ upright true r0 r1 c0 c1 in
    let w := (if wide <? tall then wide else tall) + 1 in
    match all with
    | [] => b
    | f :: all =>
        let f := snd (fold_left (better w b) all (code w f b, f)) in
        sorted (placed f (if down f then b else rev b))
    end.

  (* The numbers of the four images that are not transposed, or that are, in one
     pass.  The box has at most 31 cells, so they determine the images. *)
  Fixpoint codes (t : bool) (r1 c1 w n1 n2 n3 n4 : int) (r0 c0 : int) (b : board) : int * bool * bool :=
    match b with
    | (At r c, p) :: b =>
        let i := if t then c - c0 else r - r0 in
        let i' := if t then c1 - c else r1 - r in
        let j := if t then r - r0 else c - c0 in
        let j' := if t then r1 - r else c1 - c in
        let v := match p with Left => 1 | Right => 2 end in
        let i := i * w in
        let i' := i' * w in
        codes t r1 c1 w (n1 + (v << ((i + j) * 2))) (n2 + (v << ((i + j') * 2)))
          (n3 + (v << ((i' + j) * 2))) (n4 + (v << ((i' + j') * 2))) r0 c0 b
    | _ =>
        let n := if n1 <=? n2 then n1 else n2 in
        let m := if n3 <=? n4 then n3 else n4 in
        if n <=? m then (n, true, n1 <=? n2) else (m, false, n3 <=? n4)
    end.
  (* Rows one after the other, each in the order in which its stones stand. *)
  Fixpoint by_rows (n : nat) (r : int) (b : board) : board :=
    match n, b with
    | S n, _ :: _ :: _ =>
        let (here, others) := partition (fun s => match fst s with At r' _ => r' =? r | _ => false end) b in
        here ++ by_rows n (r + 1) others
    | _, _ => b
    end.
  Lemma partition_perm (A : Type) (f : A -> bool) l : Permutation l (fst (partition f l) ++ snd (partition f l)).
  Proof.
    induction l as [|a l IH]; simpl; auto. destruct (partition f l) as [x y]. simpl in IH.
    destruct (f a); simpl; [now constructor|]. now apply Permutation_cons_app.
  Qed.
  Lemma by_rows_perm n : forall r b, Permutation b (by_rows n r b).
  Proof.
    induction n as [|n IH]; intros r [|s [|t b]]; auto. cbn [by_rows].
    pose proof (partition_perm _ (fun s : stone => match fst s with At r' _ => r' =? r | _ => false end) (s :: t :: b)) as H.
    destruct (partition _ _) as [x y]. simpl fst in H. simpl snd in H.
    eapply Permutation_trans; [exact H|]. now apply Permutation_app_head.
  Qed.
  (* The image of a board that is in order, in order again. *)
  Definition in_place (t first second : bool) (r0 r1 c0 c1 : int) (b : board) : board :=
    let f := if t then Symmetry true (if second then r0 else r1) second (if first then c0 else c1) first
             else Symmetry false (if first then r0 else r1) first (if second then c0 else c1) second in
    let b := placed f (if second then b else rev b) in
    if negb t && Bool.eqb first second then b else by_rows 31 1 b.
  Lemma in_place_similar t f s r0 r1 c0 c1 b : similar [Board b] [Board (in_place t f s r0 r1 c0 c1 b)].
  Proof.
    unfold in_place. cbv zeta. set (g := if t then _ else _).
    assert (K : similar [Board b] [Board (placed g (if s then b else rev b))]).
    { destruct s; [apply placed_similar|]. eapply similar_trans; [|apply placed_similar]. apply stones_similar, Permutation_rev. }
    destruct (_ && _); auto. eapply similar_trans; [exact K|]. apply stones_similar, by_rows_perm.
  Qed.
  Definition turned (b : board) : board :=
    let '(r0, r1, c0, c1) := box b in
    let tall := r1 - r0 in
    let wide := c1 - c0 in
    if (tall <? 31) && (wide <? 31) && ((wide + 1) * (tall + 1) <=? 31) then
      if wide <? tall then
        let '(_, first, second) := codes false r1 c1 (wide + 1) 0 0 0 0 r0 c0 b in
        in_place false first second r0 r1 c0 c1 b
      else if tall <? wide then
        let '(_, first, second) := codes true r1 c1 (tall + 1) 0 0 0 0 r0 c0 b in
        in_place true first second r0 r1 c0 c1 b
      else
        let '(n, first, second) := codes false r1 c1 (wide + 1) 0 0 0 0 r0 c0 b in
        let '(n', first', second') := codes true r1 c1 (wide + 1) 0 0 0 0 r0 c0 b in
        if n <=? n' then in_place false first second r0 r1 c0 c1 b
        else in_place true first' second' r0 r1 c0 c1 b
    else turned_large b r0 r1 c0 c1.
  Lemma turned_large_similar b r0 r1 c0 c1 : similar [Board b] [Board (turned_large b r0 r1 c0 c1)].
  Proof.
    unfold turned_large.
    destruct (if _ <? _ then _ else _) as [|f all]; [apply similar_refl|].
    set (g := snd _). eapply similar_trans; [|apply sorted_similar].
    destruct (down g); [apply placed_similar|]. eapply similar_trans; [|apply placed_similar].
    apply stones_similar, Permutation_rev.
  Qed.
  Lemma turned_similar b : similar [Board b] [Board (turned b)].
  Proof.
    unfold turned. destruct (box b) as [[[r0 r1] c0] c1]. cbv zeta.
    destruct (_ && _); [|apply turned_large_similar].
    destruct (_ <? _); [destruct (codes _ _ _ _ _ _ _ _ _ _ _) as [[n f] s]; apply in_place_similar|].
    destruct (_ <? _); [destruct (codes _ _ _ _ _ _ _ _ _ _ _) as [[n f] s]; apply in_place_similar|].
    destruct (codes false _ _ _ _ _ _ _ _ _ _) as [[n f] s], (codes true _ _ _ _ _ _ _ _ _ _) as [[n' f'] s'].
    destruct (_ <=? _); apply in_place_similar.
  Qed.

  Definition normal (b : board) : board :=
    match straight b with
    | Some b' => b'
    | None =>
        match path b with
        | Some z => if links_ok z && board_eqb (sorted (olds z)) (sorted b) then news z else b
        | None => if on_grid b then turned b else sorted b
        end
    end.
  Lemma normal_similar b : similar [Board b] [Board (normal b)].
  Proof.
    unfold normal. destruct (straight b) as [b'|] eqn:E; [now apply straight_similar|].
    destruct (path b) as [z|].
    - destruct (_ && _) eqn:E1; [|apply similar_refl].
      apply andb_prop in E1. destruct E1 as [E1 E2]. apply board_eqb_eq in E2.
      apply similar_trans with [Board (olds z)].
      + apply stones_similar. eapply Permutation_trans; [apply (isort_perm _ stone_leb)|].
        unfold sorted in E2. rewrite <- E2. apply Permutation_sym, isort_perm.
      + apply graph_similar. now apply links_ok_same.
    - destruct (on_grid b); [apply turned_similar|apply sorted_similar].
  Qed.

  Lemma parts_eqv b : eqv [Board b] (map Board (parts b)).
  Proof. apply (Sums.similar_eqv term moves size size_moves), parts_similar. Qed.
  Lemma normal_eqv b : eqv [Board b] [Board (normal b)].
  Proof. apply (Sums.similar_eqv term moves size size_moves), normal_similar. Qed.
  (* ---------- equal terms ---------- *)
  (* Parts in normal form and values, and what each was shown to be equal to
     (rule 4): parts in the places that a number computed from the part gives,
     values by their numbers, with what their negatives are equal to. *)
  Record table := Table { of_parts : trie (list (board * sum)); of_values : trie (int * (sum * sum)) }.
  Definition part_is (e : board * sum) : Prop := eqv [Board (fst e)] (snd e).
  Definition value_is (e : int * (sum * sum)) : Prop :=
    eqv [Value false (fst e)] (fst (snd e)) /\ eqv [Value true (fst e)] (snd (snd e)).
  Definition fair (E : table) : Prop := every (Forall part_is) (of_parts E) /\ every value_is (of_values E).
  Definition place_levels : nat := 7.
  Definition place_bits : int := 21.
  Fixpoint place (n : int) (b : board) : int :=
    match b with
    | (At r c, p) :: b => place (n * 1000003 + (r * 64 + c) * 2 + match p with Left => 1 | Right => 0 end) b
    | (Vertex g v, p) :: b => place (n * 1000003 + (g * 64 + v) * 2 + match p with Left => 1 | Right => 0 end) b
    | [] => n + (n >> 21) + (n >> 42)
    end.
  Fixpoint entry (b : board) (l : list (board * sum)) : option sum :=
    match l with
    | [] => None
    | (c, V) :: l => if board_eqb b c then Some V else entry b l
    end.
  Definition entries (E : table) (n : int) : list (board * sum) :=
    match find place_levels place_bits n (of_parts E) with Some l => l | None => [] end.
  Definition part_value (E : table) (b : board) : sum :=
    match of_parts E with
    | Leaf => [Board b]
    | _ => match entry b (entries E (place 0 b)) with Some V => V | None => [Board b] end
    end.
  Definition value_value (E : table) (s : bool) (g : int) : sum :=
    match find place_levels place_bits g (of_values E) with
    | Some (h, (V, W)) => if g =? h then if s then W else V else [Value s g]
    | None => [Value s g]
    end.
  Definition equate_part (E : table) (b : board) (V : sum) : table :=
    let n := place 0 b in
    Table (update place_levels place_bits n (Some ((b, V) :: entries E n)) (of_parts E)) (of_values E).
  Definition equate_value (E : table) (g : int) (V W : sum) : table :=
    Table (of_parts E) (update place_levels place_bits g (Some (g, (V, W))) (of_values E)).
  Lemma entries_fair E n : fair E -> Forall part_is (entries E n).
  Proof.
    intros [H _]. apply (find_every _ _ place_levels place_bits n) in H. unfold entries.
    destruct (find _ _ _ _); [exact H|constructor].
  Qed.
  Lemma equate_part_fair E b V : fair E -> eqv [Board b] V -> fair (equate_part E b V).
  Proof.
    intros H K. unfold equate_part. cbv zeta. split; cbn [of_parts of_values]; [|apply H].
    apply update_every; [|apply H].
    constructor; [exact K|now apply entries_fair].
  Qed.
  Lemma equate_value_fair E g V W : fair E -> eqv [Value false g] V -> eqv [Value true g] W ->
    fair (equate_value E g V W).
  Proof.
    intros H K L. unfold equate_value. split; cbn [of_parts of_values]; [apply H|].
    apply update_every; [|apply H]. split; auto.
  Qed.
  Lemma part_value_eqv E b : fair E -> eqv [Board b] (part_value E b).
  Proof.
    intros H. unfold part_value. pose proof (entries_fair E (place 0 b) H) as K.
    revert K. generalize (entries E (place 0 b)). intros l K.
    assert (G : eqv [Board b] (match entry b l with Some V => V | None => [Board b] end)).
    { induction K as [|[c V] l K1 K2 IH]; simpl; [apply eqv_refl|].
      destruct (board_eqb b c) eqn:E1; [|exact IH]. apply board_eqb_eq in E1. now subst. }
    destruct (of_parts E); [apply eqv_refl|exact G|exact G].
  Qed.
  Lemma value_value_eqv E s g : fair E -> eqv [Value s g] (value_value E s g).
  Proof.
    intros [_ H]. unfold value_value. apply (find_every _ _ place_levels place_bits g) in H.
    destruct (find _ _ _ _) as [[h [V W]]|]; [|apply eqv_refl]. destruct H as [H1 H2].
    destruct (g =? h) eqn:K; [|apply eqv_refl]. apply eqb_spec in K. subst h. now destruct s.
  Qed.

  (* ---------- sums ---------- *)
  Definition term_parts (E : table) (t : term) : sum :=
    match t with
    | Board b => flat_map (fun p => part_value E (normal p)) (parts b)
    | Value s g => if g =? 0 then [] else value_value E s g
    end.
  Lemma zero_eqv s : eqv [Value s 0] [].
  Proof.
    apply (Sums.dead_eqv term moves size size_moves). intros p. simpl. unfold value_moves.
    generalize (if same_player p (if s then Right else Left) then fst (options 0) else snd (options 0)).
    intros l. induction l as [|h l IH]; simpl; auto.
    destruct (h <? 0) eqn:E; [|exact IH]. exfalso.
    apply ltb_spec in E. change (to_Z 0) with 0%Z in E. pose proof (to_Z_bounded h). lia.
  Qed.
  Lemma term_parts_eqv E t : fair E -> eqv [t] (term_parts E t).
  Proof.
    intros F. destruct t as [b|s g].
    2: { simpl. destruct (g =? 0) eqn:G; [|now apply value_value_eqv]. apply eqb_spec in G. subst g. apply zero_eqv. }
    simpl.
    eapply eqv_trans; [apply parts_eqv|]. generalize (parts b). intros l.
    induction l as [|a l IH]; simpl; [apply eqv_refl|].
    apply (eqv_app [_] _ _ _); auto. eapply eqv_trans; [apply normal_eqv|now apply part_value_eqv].
  Qed.

  Definition term_eqb (t u : term) : bool :=
    match t, u with
    | Board a, Board b => board_eqb a b
    | Value s g, Value r h => (g =? h) && Bool.eqb s r
    | _, _ => false
    end.
  Lemma term_eqb_eq t u : term_eqb t u = true -> t = u.
  Proof.
    destruct t, u; simpl; try easy; intros H; [now apply board_eqb_eq in H; subst|].
    apply andb_prop in H. destruct H as [H1 H2]. apply eqb_spec in H1. apply eqb_prop in H2. now subst.
  Qed.
  Definition term_leb (t u : term) : bool :=
    match t, u with
    | Value s g, Value r h => (g <? h) || (g =? h) && implb s r
    | Value _ _, Board _ => true
    | Board _, Value _ _ => false
    | Board a, Board b => negb (board_lt b a)
    end.

  Fixpoint take (t : term) (X : sum) : option sum :=
    match X with
    | [] => None
    | u :: X => if term_eqb t u then Some X else
        match take t X with Some Y => Some (u :: Y) | None => None end
    end.
  Lemma take_perm t X Y : take t X = Some Y -> Permutation X (t :: Y).
  Proof.
    revert Y. induction X as [|u X IH]; simpl; intros Y H; [easy|].
    destruct (term_eqb t u) eqn:E.
    - apply term_eqb_eq in E. injection H as <-. now subst.
    - destruct (take t X) as [Z|]; [|easy]. injection H as <-.
      eapply Permutation_trans; [|apply perm_swap]. constructor. now apply IH.
  Qed.

  Definition opposite (t : term) : term :=
    match t with Board b => Board (normal (bneg b)) | Value s g => Value (negb s) g end.
  Lemma opposite_eqv t : eqv [neg t] [opposite t].
  Proof. destruct t; simpl; [apply normal_eqv|apply eqv_refl]. Qed.

  (* Whether u has as many stones of each colour as the negative of t. *)
  Fixpoint lead (n : int) (b : board) : int :=
    match b with [] => n | (_, Left) :: b => lead (n + 1) b | (_, Right) :: b => lead (n + 1048576) b end.
  Fixpoint lag (n : int) (b : board) : int :=
    match b with [] => n | (_, Right) :: b => lag (n + 1) b | (_, Left) :: b => lag (n + 1048576) b end.
  Definition may_cancel (t : term) (X : sum) : bool :=
    match t with
    | Value _ _ => true
    | Board a => let n := lag 0 a in existsb (fun u => match u with Board b => lead 0 b =? n | _ => false end) X
    end.
  Fixpoint cancelled (n : nat) (X : sum) : sum :=
    match n, X with
    | S n, t :: ((_ :: _) as Y) =>
        if may_cancel t Y then
          match take (opposite t) Y with
          | Some Z => cancelled n Z
          | None => t :: cancelled n Y
          end
        else t :: cancelled n Y
    | _, _ => X
    end.
  Lemma cancelled_eqv n : forall X, eqv X (cancelled n X).
  Proof.
    induction n as [|n IH]; intros [|t Y]; simpl; try apply eqv_refl.
    destruct Y as [|u Y]; [apply eqv_refl|].
    remember (u :: Y) as W. clear HeqW.
    assert (K : eqv (t :: W) (t :: cancelled n W)) by (apply (eqv_app [t] [t] _ _); [apply eqv_refl|apply IH]).
    destruct (may_cancel t W); auto. destruct (take (opposite t) W) as [Z|] eqn:E; auto.
    apply take_perm in E. eapply eqv_trans; [|apply IH].
    apply eqv_trans with ([t; opposite t] ++ Z).
    { apply perm_eqv. simpl. now constructor. }
    apply (eqv_app _ [] _ Z); [|apply eqv_refl].
    eapply eqv_trans; [|apply (pair_eqv [t])].
    apply (eqv_app [t] [t] [_] [_]); [apply eqv_refl|]. apply eqv_sym, opposite_eqv.
  Qed.

  Definition arranged (X : sum) : sum := let Y := isort _ term_leb X in cancelled (length Y) Y.
  Lemma arranged_eqv X : eqv X (arranged X).
  Proof. eapply eqv_trans; [apply perm_eqv, (isort_perm _ term_leb)|]. apply cancelled_eqv. Qed.

  (* Terms with their parts, if those are known already. *)
  Definition tagged := (term * option sum)%type.
  Definition known (x : tagged) : Prop := match snd x with Some p => eqv [fst x] p | None => True end.
  Definition plain (X : list tagged) : sum := map fst X.
  Definition norm (E : table) (X : list tagged) : sum :=
    arranged (flat_map (fun x => match snd x with Some p => p | None => term_parts E (fst x) end) X).
  Theorem norm_eqv E X : fair E -> Forall known X -> eqv (plain X) (norm E X).
  Proof.
    intros F H. eapply eqv_trans; [|apply arranged_eqv].
    induction H as [|[t [p|]] X H _ IH]; simpl; [apply eqv_refl| |].
    - apply (eqv_app [t] _ _ _); auto.
    - apply (eqv_app [t] _ _ _); auto. now apply term_parts_eqv.
  Qed.
  Definition tag (E : table) (t : term) : tagged := (t, Some (term_parts E t)).
  Lemma plain_tag E X : plain (map (tag E) X) = X.
  Proof. unfold plain. rewrite map_map. apply map_id. Qed.
  Lemma tags_known E X : fair E -> Forall known (map (tag E) X).
  Proof.
    intros F. apply Forall_forall. intros x H. apply in_map_iff in H. destruct H as (t & <- & _).
    now apply term_parts_eqv.
  Qed.

  Fixpoint sum_eqb (X Y : sum) : bool :=
    match X, Y with
    | [], [] => true
    | t :: X, u :: Y => term_eqb t u && sum_eqb X Y
    | _, _ => false
    end.
  Lemma sum_eqb_eq X : forall Y, sum_eqb X Y = true -> X = Y.
  Proof.
    induction X as [|t X IH]; intros [|u Y]; simpl; try easy. intros H.
    apply andb_prop in H. destruct H as [H1 H2]. apply term_eqb_eq in H1. apply IH in H2. now subst.
  Qed.
End Normal.
