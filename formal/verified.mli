(* All that the program knows of the checker.  A value of type [checking] comes
   from [start] and [step] alone, which are extracted: so the theorem
   [finish_sound] of Read.v applies whatever the program does with them. *)
type checking

(* The lines before the statement, and the statement. *)
val start : string list -> string -> checking option

(* A line and its number. *)
val step : checking -> int -> Checker.line -> checking option

(* The statement, if these lines prove its halves. *)
val finish : checking -> int list -> string option

(* Grundy values: [finish_nimber_sound] of ReadNimber.v applies in the same way. *)
type counting
val start_nimber : string list -> string -> counting option
val step_nimber : counting -> Checker.nimber_line -> counting option
val finish_nimber : counting -> string option

(* Solitaire: [finish_reduce_sound] of ReadReduce.v.  A step is a move from a cell
   to another. *)
type reducing
val start_reduce : string list -> string -> reducing option
val step_reduce : reducing -> Checker.cell -> Checker.cell -> reducing option
val finish_reduce : reducing -> string option

(* The lower bound that is stated and the one that is proved, the upper bound
   that is stated, the stones that are left now. *)
val bounds : reducing -> int * int * int * int

(* Phutball: [finish_phutball_sound] of Lanes.v. *)
type ranking
val start_phutball : string -> ranking option
val step_phutball : ranking -> Checker.lane_line -> ranking option
val finish_phutball : ranking -> string option
