(* Reads layers and their answers, and prints what is observed, and which layers are reported for a late next().
   Ends with an error if the loop and the compiled run differ. *)

open Dispatcher_model

let next line =
  match !line with
  | n :: rest -> line := rest; n
  | [] -> failwith "the line ends too early"

let rec times n read = if n = 0 then [] else let first = read () in first :: times (n - 1) read

let counted line read = let n = next line in times n read

let rec layer line =
  let number = next line in
  let path_matches = next line = 1 in
  let method_matches = next line = 1 in
  let kind =
    match number with
    | 0 -> Handles_requests
    | 1 -> Handles_errors
    | 2 -> Handles_nothing
    | 3 -> Runs (Is_router, counted line (fun () -> layer line))
    | _ -> Runs (Is_route, counted line (fun () -> layer line))
  in
  Layer (kind, path_matches, method_matches)

let answer line = match next line with -1 -> Pass | -2 -> Skip_route | -3 -> Skip_router | e -> Fail e

let pending = function Some e -> string_of_int e | None -> "-"

let ended = function Fail e -> string_of_int e | Skip_router -> "router" | _ -> "-"

(* The path of a list, outermost place first, before what was observed in it. *)
let prefix path = String.concat "" (List.rev_map (fun place -> string_of_int place ^ "/") path)

let written (path, observation) =
  match observation with
  | Entered (place, e) -> [Printf.sprintf "enter %s%d %s" (prefix path) place (pending e)]
  | Ended a -> [Printf.sprintf "end %s %s" (prefix path) (ended a)]
  | Passed _ -> []

let print seen reported =
  let late = List.sort_uniq compare (List.map (fun (path, place) -> Printf.sprintf "%s%d" (prefix path) place) reported) in
  print_endline (String.concat ", " (List.concat_map written seen @ List.map (fun name -> "late " ^ name) late))

(* As the server: the first chain of a router ends with the first route that applies. Without one it is empty. *)
let cut sort layers =
  let rec after_route place = function
    | [] -> 0
    | (Layer (Runs (Is_route, _), _, _) as l) :: _ when applies l -> place + 1
    | _ :: rest -> after_route (place + 1) rest
  in
  match sort with Is_route -> List.length layers | Is_router -> after_route 0 layers

let rec settle machine application (nest, seen) =
  if nest.waiting = [] then (nest, seen)
  else let nest, more = receive machine application nest Continues in settle machine application (nest, seen @ more)

let observe machine application inputs =
  let start = settle machine application ({ runs = []; waiting = [Start []] }, []) in
  let step (nest, seen) input =
    let nest, more = receive machine application nest input in
    settle machine application (nest, seen @ more)
  in
  List.fold_left step start inputs

(* The last state of each list is the first of its path. *)
let rec newest = function
  | [] -> []
  | (path, state) :: rest -> (path, state) :: newest (List.filter (fun (other, _) -> other <> path) rest)

let nested line =
  let application = counted line (fun () -> layer line) in
  let input () =
    let path = List.rev (counted line (fun () -> next line)) in
    let place = next line in
    let a = answer line in
    Function_answers (path, (place, a))
  in
  let inputs = counted line input in
  let _, expected = observe interpreter application inputs in
  let nest, seen = observe (compiled cut) application inputs in
  if seen <> expected then failwith "the compiled runs differ from the loop";
  let reported (path, state) = List.map (fun place -> (path, place)) (Obj.magic state : run).reported in
  print seen (List.concat_map reported (newest nest.runs))

(* One list whose layers also answer while the stack is unwound. *)
let flat line sort =
  let cut = next line in
  let layers = counted line (fun () -> layer line) in
  let run, first = begin_run cut layers in
  let run = ref run and seen = ref [first] and taken = ref [] in
  let tick () =
    match !run.queue with
    | [] -> false
    | w :: rest ->
        taken := taken_by !run w :: !taken;
        let r, more = do_later sort cut w (with_queue rest !run) in
        run := r;
        seen := more :: !seen;
        true
  in
  let rec tick_until is_done = if not (is_done ()) && tick () then tick_until is_done in
  let hear_answer () =
    match next line with
    (* The environment has waited. *)
    | -1 -> tick_until (fun () -> false)
    (* It has waited until a function was entered. *)
    | -2 ->
        let place = next line in
        tick_until (fun () -> turn_given !run.given place <> None)
    | place ->
        let a = answer line in
        tick_until (fun () -> turn_given !run.given place <> None);
        if not (waits !run a) then taken := [(place, a)] :: !taken;
        let r, more = hear sort cut !run (place, a) in
        run := r;
        seen := more :: !seen
  in
  ignore (counted line hear_answer);
  tick_until (fun () -> false);
  let seen = List.concat (List.rev !seen) in
  if interpret sort layers (List.concat (List.rev !taken)) <> seen then failwith "the run differs from the loop";
  print (List.map (fun o -> ([], o)) seen) (List.map (fun place -> ([], place)) !run.reported)

let () =
  try
    while true do
      let line = ref (List.map int_of_string (String.split_on_char ' ' (read_line ()))) in
      match next line with
      | 0 -> nested line
      | 1 -> flat line Is_router
      | _ -> flat line Is_route
    done
  with End_of_file -> ()
