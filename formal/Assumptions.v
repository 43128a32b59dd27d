(* Prints what the theorems rest on; ./test compares it with README.md.  Nothing
   is imported, so that every name is printed with its module. *)
From Formal Require Check Read.
Print Assumptions Check.check_sound.
Print Assumptions Read.finish_sound.
