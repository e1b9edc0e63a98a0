(** The chain that is prepared for a request: only the layers that apply, with tables of the next layer for requests and for
    errors. Running it is a lookup for each layer. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec.
Import ListNotations.

(** A layer of a chain, with its place in the stack. *)
Definition planned := (nat * layer)%type.

(** The layers that apply, found once for a path and a method. *)
Fixpoint plan (layers : list layer) (place : nat) : list planned :=
  match layers with
  | [] => []
  | l :: rest => if applies l then (place, l) :: plan rest (S place) else plan rest (S place)
  end.

Record chain := { members : list planned; to_request : list nat; to_error : list nat }.

(** For each position that of the first member at or after it that has a property, computed from the end. *)
Fixpoint positions (is : planned -> bool) (ms : list planned) (at_position after_last : nat) : list nat :=
  match ms with
  | [] => []
  | m :: rest =>
      let later := positions is rest (S at_position) after_last in
      (if is m then at_position else hd after_last later) :: later
  end.

Definition is_kind (k : kind) (m : planned) : bool :=
  match of_kind (snd m), k with
  | Handles_requests, Handles_requests => true
  | Handles_errors, Handles_errors => true
  | _, _ => false
  end.

Definition compile (layers : list layer) : chain :=
  let ms := plan layers 0 in
  {| members := ms;
     to_request := positions (is_kind Handles_requests) ms 0 (length ms);
     to_error := positions (is_kind Handles_errors) ms 0 (length ms) |}.

(** The state of a run: the position that may continue, and that of the last member that was entered, plus one. *)
Record run := { run_turn : option nat; position : nat }.

Section Runs.

Variable c : chain.

(** Enters the first member from a position on that handles what is pending. *)
Definition advance (pending : option error) (from : nat) : run * list observation :=
  let table := match pending with None => to_request c | Some _ => to_error c end in
  let at_position := nth from table (length (members c)) in
  match nth_error (members c) at_position with
  | Some (place, _) => ({| run_turn := Some at_position; position := S at_position |}, [Entered place pending])
  | None => ({| run_turn := None; position := length (members c) |}, [Ended pending])
  end.

Definition place_of (at_position : nat) : option nat := option_map fst (nth_error (members c) at_position).

Definition has_run_turn (r : run) (place : nat) : bool :=
  match run_turn r with
  | Some at_position => match place_of at_position with Some p => p =? place | None => false end
  | None => false
  end.

Definition continue_from (r : run) (e : event) : run * list observation :=
  let (place, a) := e in
  if has_run_turn r place then
    match a with
    | Pass => let (r', seen) := advance None (position r) in (r', Passed place :: seen)
    | Leave => ({| run_turn := None; position := position r |}, [Ended None])
    | Fail e => advance (Some e) (position r)
    end
  else
    match a with
    | Pass | Leave => (r, [])
    | Fail e => advance (Some e) (position r)
    end.

Fixpoint continue_all (r : run) (es : list event) : list observation :=
  match es with
  | [] => []
  | e :: es' => let (r', seen) := continue_from r e in seen ++ continue_all r' es'
  end.

Definition execute (es : list event) : list observation :=
  let (r, seen) := advance None 0 in seen ++ continue_all r es.

End Runs.
