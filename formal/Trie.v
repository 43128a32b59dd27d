(* What is kept by number, in a trie with eight branches to a node.

   All that is shown of it is that what is found was entered.  The highest
   digits come first, so that lines that follow each other lie together. *)
From Coq Require Import List Bool Uint63.
Local Open Scope uint63_scope.

Inductive trie (A : Type) := Leaf | Entry (v : A) | Node (a b c d e f g h : trie A).
Arguments Leaf {A}.
Arguments Entry {A}.
Arguments Node {A}.
Section Trie.
  Variable A : Type.
  (* The digits of base eight of the numbers, and the binary digits. *)
  Fixpoint find (n : nat) (bits k : int) (t : trie A) : option A :=
    match n, t with
    | O, Entry v => Some v
    | S n, Node a b c d e f g h =>
        let bits := bits - 3 in
        let i := k >> bits in
        find n bits k
          (if (i land 4) =? 0 then
             if (i land 2) =? 0 then if (i land 1) =? 0 then a else b
             else if (i land 1) =? 0 then c else d
           else
             if (i land 2) =? 0 then if (i land 1) =? 0 then e else f
             else if (i land 1) =? 0 then g else h)
    | _, _ => None
    end.
  Definition node (a b c d e f g h : trie A) : trie A :=
    match a, b, c, d, e, f, g, h with
    | Leaf, Leaf, Leaf, Leaf, Leaf, Leaf, Leaf, Leaf => Leaf
    | _, _, _, _, _, _, _, _ => Node a b c d e f g h
    end.
  Fixpoint update (n : nat) (bits k : int) (new : option A) (t : trie A) : trie A :=
    match n with
    | O => match new with Some v => Entry v | None => Leaf end
    | S n =>
        let bits := bits - 3 in
        let i := k >> bits in
        match t with
        | Node a b c d e f g h =>
            if (i land 4) =? 0 then
              if (i land 2) =? 0 then
                if (i land 1) =? 0 then node (update n bits k new a) b c d e f g h
                else node a (update n bits k new b) c d e f g h
              else if (i land 1) =? 0 then node a b (update n bits k new c) d e f g h
              else node a b c (update n bits k new d) e f g h
            else
              if (i land 2) =? 0 then
                if (i land 1) =? 0 then node a b c d (update n bits k new e) f g h
                else node a b c d e (update n bits k new f) g h
              else if (i land 1) =? 0 then node a b c d e f (update n bits k new g) h
              else node a b c d e f g (update n bits k new h)
        | _ =>
            let t := update n bits k new Leaf in
            if (i land 4) =? 0 then
              if (i land 2) =? 0 then
                if (i land 1) =? 0 then node t Leaf Leaf Leaf Leaf Leaf Leaf Leaf
                else node Leaf t Leaf Leaf Leaf Leaf Leaf Leaf
              else if (i land 1) =? 0 then node Leaf Leaf t Leaf Leaf Leaf Leaf Leaf
              else node Leaf Leaf Leaf t Leaf Leaf Leaf Leaf
            else
              if (i land 2) =? 0 then
                if (i land 1) =? 0 then node Leaf Leaf Leaf Leaf t Leaf Leaf Leaf
                else node Leaf Leaf Leaf Leaf Leaf t Leaf Leaf
              else if (i land 1) =? 0 then node Leaf Leaf Leaf Leaf Leaf Leaf t Leaf
              else node Leaf Leaf Leaf Leaf Leaf Leaf Leaf t
        end
    end.
  Variable P : A -> Prop.
  Definition may (v : option A) : Prop := match v with Some a => P a | None => True end.
  Fixpoint every (t : trie A) : Prop :=
    match t with
    | Leaf => True
    | Entry v => P v
    | Node a b c d e f g h =>
        (every a /\ every b /\ every c /\ every d) /\ (every e /\ every f /\ every g /\ every h)
    end.
  Lemma find_every n : forall bits k t, every t -> may (find n bits k t).
  Proof.
    induction n as [|n IH]; intros bits k [|v|a b c d e f g h]; simpl; auto.
    intros ((H1 & H2 & H3 & H4) & (H5 & H6 & H7 & H8)). apply IH.
    destruct (_ =? 0), (_ =? 0), (_ =? 0); assumption.
  Qed.
  Lemma node_every a b c d e f g h : every (Node a b c d e f g h) -> every (node a b c d e f g h).
  Proof.
    unfold node. intros H. destruct a, b; auto. destruct c; auto. destruct d; auto. destruct e; auto.
    destruct f; auto. destruct g; auto. destruct h; auto. exact I.
  Qed.
  Lemma update_every n : forall bits k new t, may new -> every t -> every (update n bits k new t).
  Proof.
    induction n as [|n IH]; intros bits k new t Hn Ht; cbn [update]; [now destruct new|].
    cbv zeta. destruct t as [|v|a b c d e f g h];
      destruct (_ =? 0), (_ =? 0), (_ =? 0); apply node_every; simpl in *; intuition (auto; now apply IH).
  Qed.
End Trie.
Arguments every {A}.

Arguments find {A}.
Arguments update {A}.
Arguments may {A}.

(* Numbers of lines have eleven digits of base eight. *)
Definition levels : nat := 11.
Definition bits : int := 33.
