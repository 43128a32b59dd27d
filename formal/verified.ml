type checking = Checker.checking

let letters text = List.init (String.length text) (String.get text)
let start header text = Checker.start (List.map letters header) (letters text)
let step = Checker.step
let text letters = String.of_seq (List.to_seq letters)
let finish c ks = if Checker.finish c ks then Some (text c.Checker.stated) else None

type counting = Checker.counting
let start_nimber header text = Checker.start_nimber (List.map letters header) (letters text)
let step_nimber = Checker.step_nimber
let finish_nimber c = if Checker.finish_nimber c then Some (text c.Checker.n_stated) else None

type reducing = Checker.reducing
let start_reduce header text = Checker.start_reduce (List.map letters header) (letters text)
let bounds c = (c.Checker.m_low, c.Checker.m_bound, c.Checker.m_high, List.length c.Checker.m_now)
let step_reduce = Checker.step_reduce
let finish_reduce c = if Checker.finish_reduce c then Some (text c.Checker.m_stated) else None

type ranking = Checker.ranking
let start_phutball text = Checker.start_phutball (letters text)
let step_phutball = Checker.step_phutball
let finish_phutball c = if Checker.finish_phutball c then Some (text c.Checker.p_stated) else None
