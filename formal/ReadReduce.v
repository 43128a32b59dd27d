(* Proofs about solitaire, as `allsmall reduce --certificate` writes them: the
   statement is read from text by the reader of Read.v. *)
From Coq Require Import List Arith Bool ZArith Lia Uint63 String Ascii.
Import ListNotations.
From Formal Require Import Statement Rules Solitaire Forest Fewest Read.
Local Open Scope uint63_scope.

(* reduce xox/oxo 1 2: no play leaves fewer stones than 1, some play at most 2. *)
Definition most_left : int := 1048576.
Definition read_count (t : string) : option nat :=
  bind (number t) (fun n => if n <? most_left then Some (Z.to_nat (to_Z n)) else None).
Definition read_reduce (T : tables) (t : string) : option (board * (nat * nat)) :=
  match split " " t with
  | [word; one; low; high] =>
      if String.eqb word "reduce" then
        match read_term T one with
        | Some (Board b) => bind (read_count low) (fun low => option_map (fun high => (b, (low, high))) (read_count high))
        | _ => None
        end
      else None
  | _ => None
  end.
Definition Reduce_holds (header : list string) (text : string) : Prop :=
  exists T b low high, read_tables no_tables header = Some T /\ read_reduce T text = Some (b, (low, high)) /\
    Reduces (neighbours_in T) b low high.

Record reducing := Reducing {
  m_header : list string;
  m_stated : string;
  m_tables : tables;
  m_board : board;
  m_low : nat;
  m_high : nat;
  m_bound : nat;        (* no play leaves fewer stones *)
  m_now : board }.      (* the board after the moves so far *)
Definition start_reduce (header : list string) (text : string) : option reducing :=
  bind (read_tables no_tables header) (fun T =>
    bind (read_reduce T text) (fun '(b, (low, high)) =>
      let bound := if distinct (cells b) then lower (neighbours_in T) (List.length b) b else O in
      Some (Reducing header text T b low high bound b))).
Definition step_reduce (C : reducing) (u v : cell) : option reducing :=
  option_map (Reducing (m_header C) (m_stated C) (m_tables C) (m_board C) (m_low C) (m_high C) (m_bound C))
    (moved (neighbours_in (m_tables C)) u v (m_now C)).
Definition finish_reduce (C : reducing) : bool :=
  Nat.leb (m_low C) (m_bound C) && Nat.leb (List.length (m_now C)) (m_high C).

Inductive reduced : reducing -> Prop :=
| reduce_start header text C : start_reduce header text = Some C -> reduced C
| reduce_step C u v C' : reduced C -> step_reduce C u v = Some C' -> reduced C'.

(* Whatever moves were given: what is finished holds. *)
Theorem finish_reduce_sound C : reduced C -> finish_reduce C = true -> Reduce_holds (m_header C) (m_stated C).
Proof.
  intros H F.
  assert (W : read_tables no_tables (m_header C) = Some (m_tables C) /\
    read_reduce (m_tables C) (m_stated C) = Some (m_board C, (m_low C, m_high C)) /\
    (forall e, Play (neighbours_in (m_tables C)) (m_board C) e -> (m_bound C <= List.length e)%nat) /\
    Play (neighbours_in (m_tables C)) (m_board C) (m_now C)).
  { clear F. induction H as [h t C H|C u v C' _ (H1 & H2 & H3 & H4) H].
    - unfold start_reduce, bind in H. destruct (read_tables _ h) as [T|] eqn:E1; [|discriminate].
      destruct (read_reduce T t) as [[b [low high]]|] eqn:E2; [|discriminate]. injection H as <-.
      split; [exact E1|]. split; [exact E2|]. split; [|constructor].
      cbn [m_tables m_board m_bound]. intros e He. destruct (distinct (cells b)) eqn:D; [|lia].
      apply lower_sound; auto. now apply distinct_NoDup.
    - unfold step_reduce in H. destruct (moved _ u v (m_now C)) as [m|] eqn:K; [|discriminate].
      injection H as <-. repeat split; auto. exact (moved_play _ u v _ _ m H4 K). }
  destruct W as (H1 & H2 & H3 & H4). unfold finish_reduce in F. apply andb_prop in F. destruct F as [F1 F2].
  apply Nat.leb_le in F1, F2.
  exists (m_tables C), (m_board C), (m_low C), (m_high C). split; [exact H1|]. split; [exact H2|]. split.
  - intros e He. specialize (H3 e He). lia.
  - now exists (m_now C).
Qed.
