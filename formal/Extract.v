(* The checker as OCaml.  Natural numbers become machine integers (they count
   terms and stones), Coq's 63-bit integers become OCaml's, and persistent
   arrays are copied when they are changed: see prim.ml. *)
From Formal Require Import Statement Check Read Nimber ReadNimber ReadReduce Lanes.
Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlString Uint63 PArray.

Extract Inlined Constant PrimInt63.int => "int".
Extract Inlined Constant Uint63.eqb => "Prim.eqb".
Extract Inlined Constant PrimInt63.eqb => "Prim.eqb".
Extract Inlined Constant PrimInt63.ltb => "Prim.ltb".
Extract Inlined Constant PrimInt63.leb => "Prim.leb".
Extract Inlined Constant Uint63.ltb => "Prim.ltb".
Extract Inlined Constant Uint63.leb => "Prim.leb".
Extract Inlined Constant PrimInt63.compare => "Prim.compare".
Extract Inlined Constant Uint63.compare => "Prim.compare".
Extract Inlined Constant PrimInt63.add => "Prim.add".
Extract Inlined Constant PrimInt63.sub => "Prim.sub".
Extract Inlined Constant PrimInt63.mul => "Prim.mul".
Extract Inlined Constant PrimInt63.land => "Prim.land_".
Extract Inlined Constant PrimInt63.lor => "Prim.lor_".
Extract Inlined Constant PrimInt63.lsl => "Prim.lsl_".
Extract Inlined Constant PrimInt63.lsr => "Prim.lsr_".

Extract Inductive comparison => "Prim.comparison" [ "Prim.Eq" "Prim.Lt" "Prim.Gt" ].
Extract Inductive nat => "int" [ "0" "Stdlib.succ" ] "(fun zero more n -> if n = 0 then zero () else more (n - 1))".
Extract Inlined Constant Nat.eqb => "Prim.eqb".
Extract Inlined Constant Nat.leb => "Prim.nat_leb".
Extract Inlined Constant Nat.add => "Prim.nat_add".
Extract Inlined Constant Nat.sub => "Prim.nat_sub".
Extract Inlined Constant fst => "Stdlib.fst".
Extract Inlined Constant snd => "Stdlib.snd".
Extract Inlined Constant List.length => "Stdlib.List.length".

Extract Constant PArray.array "'a" => "'a Prim.parray".
Extract Inlined Constant PArray.make => "Prim.make".
Extract Inlined Constant PArray.get => "Prim.get".
Extract Inlined Constant PArray.set => "Prim.set".

Extraction "checker.ml" Read.start Read.step Read.finish Read.header Read.stated Statement.checker
  ReadNimber.start_nimber ReadNimber.step_nimber ReadNimber.finish_nimber ReadNimber.n_stated
  ReadReduce.start_reduce ReadReduce.step_reduce ReadReduce.finish_reduce
  Lanes.start_phutball Lanes.step_phutball Lanes.finish_phutball.
