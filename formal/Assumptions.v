(* Prints what the theorems rest on; ./test compares it with README.md. *)
From Formal Require Import Check Read Sanity.
Print Assumptions check_sound.
Print Assumptions finish_sound.
