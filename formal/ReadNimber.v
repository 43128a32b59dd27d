(* Proofs of Grundy values, as `allsmall nimber --certificate` writes them: the
   statement is read from text by the reader of Read.v. *)
From Coq Require Import List Bool ZArith Uint63 String Ascii.
Import ListNotations.
From Formal Require Import Statement Rules Trie Impartial Nimber Read.
Local Open Scope uint63_scope.

(* nimber xox/oxo 1 *)
Definition read_nimber (T : tables) (t : string) : option (board * nat) :=
  match split " " t with
  | [word; one; n] =>
      if String.eqb word "nimber" then
        match read_term T one with
        | Some (Board b) => bind (number n) (fun n => if n <? 1024 then Some (b, Z.to_nat (to_Z n)) else None)
        | _ => None
        end
      else None
  | _ => None
  end.
Definition Nimber_holds (header : list string) (text : string) : Prop :=
  exists T b n, read_tables no_tables header = Some T /\ read_nimber T text = Some (b, n) /\
    Grundy (neighbours_in T) b n.

Record counting := Counting {
  n_header : list string;
  n_stated : string;
  n_tables : tables;
  n_board : board;
  n_value : nat;
  found : nimbers }.
Definition start_nimber (header : list string) (text : string) : option counting :=
  bind (read_tables no_tables header) (fun T =>
    bind (read_nimber T text) (fun '(b, n) => Some (Counting header text T b n Leaf))).
Definition step_nimber (C : counting) (l : nimber_line) : option counting :=
  option_map (Counting (n_header C) (n_stated C) (n_tables C) (n_board C) (n_value C))
    (check_group (neighbours_in (n_tables C)) (found C) l).
Definition finish_nimber (C : counting) : bool :=
  match board_value (neighbours_in (n_tables C)) (found C) (n_board C) with
  | Some n => Nat.eqb n (n_value C)
  | None => false
  end.

Inductive counted : counting -> Prop :=
| nimber_start header text C : start_nimber header text = Some C -> counted C
| nimber_step C l C' : counted C -> step_nimber C l = Some C' -> counted C'.

(* Whatever lines were given: what is finished holds. *)
Theorem finish_nimber_sound C : counted C -> finish_nimber C = true -> Nimber_holds (n_header C) (n_stated C).
Proof.
  intros H F.
  assert (W : read_tables no_tables (n_header C) = Some (n_tables C) /\
    read_nimber (n_tables C) (n_stated C) = Some (n_board C, n_value C) /\
    sound (neighbours_in (n_tables C)) (found C)).
  { clear F. induction H as [h t C H|C l C' _ (H1 & H2 & H3) H].
    - unfold start_nimber, bind in H. destruct (read_tables _ h) as [T|] eqn:E1; [|discriminate].
      destruct (read_nimber T t) as [[b n]|] eqn:E2; [|discriminate]. injection H as <-. repeat split; auto.
    - unfold step_nimber in H. destruct (check_group _ _ l) as [E|] eqn:K; [|discriminate].
      injection H as <-. repeat split; auto. exact (check_group_sound _ _ _ _ H3 K). }
  destruct W as (H1 & H2 & H3). exists (n_tables C), (n_board C), (n_value C).
  split; [exact H1|]. split; [exact H2|].
  unfold finish_nimber in F. destruct (board_value _ _ _) as [n|] eqn:E; [|discriminate].
  apply Nat.eqb_eq in F. subst n. exact (board_value_Grundy _ _ _ _ H3 E).
Qed.
