(* Reads layers and their answers, and prints what is observed. Ends with an error if the loop and the compiled chain differ. *)

open Dispatcher_model

let next line =
  match !line with
  | n :: rest -> line := rest; n
  | [] -> failwith "the line ends too early"

let rec times n read = if n = 0 then [] else let first = read () in first :: times (n - 1) read

let layer line =
  let of_kind = match next line with 0 -> Handles_requests | 1 -> Handles_errors | _ -> Handles_nothing in
  { of_kind; applies = next line = 1 }

let event line =
  let place = next line in
  let answer = match next line with -2 -> Pass | -1 -> Leave | e -> Fail e in
  (place, answer)

let pending = function Some e -> string_of_int e | None -> "-"

let written = function
  | Entered (place, e) -> [Printf.sprintf "enter %d %s" place (pending e)]
  | Ended e -> [Printf.sprintf "end %s" (pending e)]
  | Passed _ -> []

let () =
  try
    while true do
      let line = ref (List.map int_of_string (String.split_on_char ' ' (read_line ()))) in
      let layers = times (next line) (fun () -> layer line) in
      let events = times (next line) (fun () -> event line) in
      let seen = interpret layers events in
      if execute (compile layers) events <> seen then failwith "execute differs from interpret";
      print_endline (String.concat ", " (List.concat_map written seen))
    done
  with End_of_file -> ()
