(* Prints what the theorems rest on; ./test compares it with README.md.  Nothing
   is imported, so that every name is printed with its module. *)
From Formal Require Check Read Kernel ReadNimber Forest ReadReduce KernelReduce Lanes.
Print Assumptions Check.check_sound.
Print Assumptions Read.finish_sound.
Print Assumptions Kernel.kernel_sound.
Print Assumptions ReadNimber.finish_nimber_sound.
Print Assumptions Forest.forests.
Print Assumptions ReadReduce.finish_reduce_sound.
Print Assumptions KernelReduce.kernel_reduces_sound.
Print Assumptions Lanes.finish_phutball_sound.
