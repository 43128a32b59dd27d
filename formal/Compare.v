(* How two sums compare, by who wins their difference: G = H if the second
   player wins G - H, G > H if Left wins it, G < H if Right does, and neither
   if the first player wins. *)
From Coq Require Import List Permutation Uint63.
Import ListNotations.
From Formal Require Import Statement Sums Rules Check Sanity.

(* Who wins the difference when Left starts, and when Right starts. *)
Definition difference_claims (r : relation) : list (player * player) :=
  match r with
  | Equals => [(Right, Left); (Left, Right)]
  | Greater => [(Left, Left); (Left, Right)]
  | Less => [(Right, Left); (Right, Right)]
  | Confused => [(Left, Left); (Right, Right)]
  end.

Section Compare.
  Variable neighbours : int -> int -> list int.
  Variable options : int -> list int * list int.
  Notation moves := (Statement.moves neighbours options).
  Notation sum := (list term).
  Notation GE := (Sums.GE term moves).
  Notation GF := (Sums.GF term moves).
  Notation eqv := (Sums.eqv term moves).
  Notation Win := (Statement.Win neighbours options).
  Notation At_least := (Statement.At_least neighbours options).
  Let size_moves := Rules.size_moves neighbours options.
  Let neg_moves := Rules.neg_moves neighbours options.
  Let perm_eqv := Sums.perm_eqv term moves size size_moves.
  Let swap A B : eqv (A ++ B) (B ++ A).
  Proof. apply perm_eqv, Permutation_app_comm. Qed.

  (* [Win] for Left is what the algebra of sums calls GE and GF. *)
  Lemma Win_claim w p X : Win w p X -> w = Left -> match p with Right => GE X | Left => GF X end.
  Proof.
    induction 1 as [A t B m Hm H IH|X H IH]; intros ->.
    - simpl in *. apply GF_intro with (A ++ m :: B); [now constructor|now apply IH].
    - simpl. constructor. intros X' S. inversion S as [A t B m Hm E E']. subst.
      now apply (IH A t B m).
  Qed.
  Lemma claim_Win X : (GE X -> Win Left Right X) /\ (GF X -> Win Left Left X).
  Proof. now apply Check.claim_Win with (n := sz term size X). Qed.
  Lemma negs_negs (X : sum) : map neg (map neg X) = X.
  Proof. rewrite map_map. rewrite <- (map_id X) at 2. apply map_ext, neg_neg. Qed.

  Lemma GE_at_least G H : GE (G ++ map neg H) -> At_least G H.
  Proof.
    intros D p X W. apply Win_claim in W; auto.
    destruct p; apply claim_Win.
    - apply (eqv_GF _ _ _ _ (swap X G)).
      apply (GF_greater term moves size neg size_moves neg_moves neg_neg X H G); auto.
      now apply (eqv_GF _ _ _ _ (swap H X)).
    - apply (eqv_GE _ _ _ _ (swap X G)).
      apply (GE_greater term moves size neg size_moves neg_moves neg_neg X H G); auto.
      now apply (eqv_GE _ _ _ _ (swap H X)).
  Qed.

  Lemma GF_not_at_least G H : GF (G ++ map neg H) -> ~ At_least H G.
  Proof.
    intros D K.
    assert (M : Win Left Right (G ++ map neg G)).
    { apply claim_Win. exact (mirror term moves size neg size_moves neg_moves neg_neg _ G (le_n _)). }
    apply K in M.
    assert (D' : GF (map neg (H ++ map neg G))).
    { rewrite map_app, negs_negs. now apply (eqv_GF _ _ _ _ (swap G (map neg H))). }
    apply claim_Win, (Win_neg neighbours options Left Left) in D'. rewrite negs_negs in D'.
    exact (one_winner neighbours options _ _ M D').
  Qed.

  (* What is won of the difference from Right's side is won of its negative. *)
  Lemma negative_claim G H p : Win Right p (G ++ map neg H) ->
    match p with Left => GE (H ++ map neg G) | Right => GF (H ++ map neg G) end.
  Proof.
    intros W. apply (Win_neg neighbours options Right p) in W.
    rewrite map_app, negs_negs in W. apply Win_claim in W; auto. destruct p; simpl in W.
    - exact (eqv_GE _ _ _ _ (swap _ _) W).
    - exact (eqv_GF _ _ _ _ (swap _ _) W).
  Qed.

  Theorem difference_compares r G H :
    (forall w p, In (w, p) (difference_claims r) -> Win w p (G ++ map neg H)) ->
    Compares neighbours options r G H.
  Proof.
    intros K. destruct r; simpl in K; split.
    - apply GE_at_least. apply (Win_claim Left Right); auto.
    - apply GE_at_least. apply (negative_claim G H Left); auto.
    - apply GE_at_least. apply (Win_claim Left Right); auto.
    - apply GF_not_at_least. apply (Win_claim Left Left); auto.
    - apply GE_at_least. apply (negative_claim G H Left); auto.
    - apply GF_not_at_least. apply (negative_claim G H Right); auto.
    - apply GF_not_at_least. apply (negative_claim G H Right); auto.
    - apply GF_not_at_least. apply (Win_claim Left Left); auto.
  Qed.
End Compare.
