(* How extraction writes integers. *)
let of_int (n : int) = n
