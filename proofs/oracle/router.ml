(* Reads tables and paths, and prints all that match, the best first: by registration, then by specificity. Ends with an error if
   the specification and the algorithm differ. *)

open Router_model

(* A line is a list of numbers. *)
let numbers line = ref (List.map int_of_string (String.split_on_char ' ' line))

let next line =
  match !line with
  | n :: rest -> line := rest; n
  | [] -> failwith "the line ends too early"

let rec times n read = if n = 0 then [] else let first = read () in first :: times (n - 1) read

let text line = times (next line) (fun () -> next line)

let constraint_ line = match next line with -1 -> None | n -> Some n

let step line =
  match next line with
  | 0 -> Text (text line)
  | 1 -> Capture (Rest (constraint_ line))
  | 2 ->
      let stop = text line in
      let c = constraint_ line in
      Capture (Until (stop, c, next line = 1))
  | 3 ->
      let first = constraint_ line in
      let others = times (next line) (fun () -> let separator = text line in (separator, constraint_ line)) in
      Capture (Composite (first, others, text line))
  | 4 -> let least = next line in Capture (Wildcard (least, text line))
  | kind -> failwith (Printf.sprintf "unknown step %d" kind)

(* A form is a route of its own here, whose value is its position. *)
let form line value =
  let method0 = match next line with 0 -> None | m -> Some m in
  { method0; value; route_forms = [times (next line) (fun () -> step line)] }

let lower c = if c >= 65 && c <= 90 then c + 32 else c
let is_digit c = c >= 48 && c <= 57
let is_letter c = lower c >= 97 && lower c <= 122

(* The constraints of `CONSTRAINTS` in router-tables.mjs, in the same order. *)
let accepts fold number value =
  let value = if fold then List.map lower value else value in
  let all check = value <> [] && List.for_all check value in
  match number with
  | 0 -> all is_digit
  | 1 -> all (fun c -> c = 97 || c = 98)
  | 2 -> value = [97; 45; 98] || value = [120]
  | 3 -> all (fun c -> is_digit c || is_letter c || c = 95)
  | 4 -> all (fun c -> c <> 46)
  | 5 -> value = [97]
  | _ -> failwith "unknown constraint"

let written (id, values) =
  let value v = String.concat "." (List.map string_of_int v) in
  string_of_int id ^ ":" ^ String.concat "," (List.map value values)

(* The tables of a method, in both orders of precedence, made once for all lookups. *)
let tables = Hashtbl.create 4

let with_tree table = (table, build (numbered 0 table))

(* The method 0 asks for the routes of all methods. *)
let routes_for method_ routes =
  if method_ > 0 then routes else List.map (fun r -> { r with method0 = Option.map (fun _ -> 0) r.method0 }) routes

let tables_of routes method_ =
  match Hashtbl.find_opt tables method_ with
  | Some both -> both
  | None ->
      let routes = routes_for method_ routes in
      let both = (with_tree (table_of routes method_), with_tree (table_by_specificity routes method_)) in
      Hashtbl.add tables method_ both;
      both

let found_in (fold, ending) (table, tree) path =
  let found = Option.map without_rank (search (accepts fold) fold ending tree path [] None) in
  let all = List.map without_rank (search_all (accepts fold) fold ending tree path) in
  if found <> spec_find (accepts fold) fold ending table path then failwith "search differs from spec_find";
  if all <> spec_find_all (accepts fold) fold ending table path then failwith "search_all differs from spec_find_all";
  if found <> List.nth_opt all 0 then failwith "search is not the first of search_all";
  String.concat ";" (List.map written all)

let lookup (fold, ending, routes) line =
  let method_ = next line in
  let path = text line in
  let registered, specific = tables_of routes method_ in
  print_endline (found_in (fold, ending) registered path ^ "\t" ^ found_in (fold, ending) specific path)

let () =
  let table = ref (false, Exact, []) in
  try
    while true do
      let line = read_line () in
      let rest = numbers (String.sub line 2 (String.length line - 2)) in
      if line.[0] = 'P' then lookup !table rest
      else
        let fold = next rest = 1 in
        let ending = match next rest with 0 -> Loose | 1 -> Exact | _ -> Prefix in
        let count = next rest in
        Hashtbl.reset tables;
        table := (fold, ending, List.init count (fun value -> form rest value))
    done
  with End_of_file -> ()
