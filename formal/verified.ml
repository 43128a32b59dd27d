type checking = Checker.checking

let letters text = List.init (String.length text) (String.get text)
let start header text = Checker.start (List.map letters header) (letters text)
let step = Checker.step
let finish c ks =
  if Checker.finish c ks then Some (String.of_seq (List.to_seq c.Checker.stated)) else None
