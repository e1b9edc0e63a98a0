(** The algorithm of packages/middleware/src/run.ts: chains that are prepared once, with tables of the next layer for requests and for
    errors, and the run of one request through them. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec.
Import ListNotations.

(** * Chains *)

(** A layer of a chain, with its place in the list. *)
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

Definition takes (pending : bool) (m : planned) : bool :=
  match of_kind (snd m) with
  | Handles_requests | Runs _ _ => negb pending
  | Handles_errors => pending
  | Handles_nothing => false
  end.

Definition compile (layers : list layer) : chain :=
  let ms := plan layers 0 in
  {| members := ms;
     to_request := positions (takes false) ms 0 (length ms);
     to_error := positions (takes true) ms 0 (length ms) |}.

(** The position of the first member at or after a place in the list. *)
Definition position_of_place (c : chain) (place : nat) : nat :=
  length (filter (fun m => fst m <? place) (members c)).

(** * Runs *)

(** Nested calls before the stack is unwound. *)
Definition max_depth : nat := 100.

(** Whose turn it is: nobody's after the request has left, or while the stack is unwound. Turns of two chains are different. *)
Inductive turn_of_run := LEFT | UNWINDING | TURN (number : nat).

(** What waits for a later tick. *)
Inductive later :=
  | Advance_unwound (pending : option error) (from : nat)
  | Continue_from (place : nat) (number : nat) (e : error).

(** [next_position] is the position after the last member that was entered ([at + 1]). [given] has, for each layer that was entered, the number of
    its turn, which its [next] remembers. [second] is the chain of all layers, while a run is in that up to the first route. *)
Record run := {
  current : chain;
  second : option chain;
  next_position : nat;
  offset : nat;
  run_turn : turn_of_run;
  interrupted : list nat;
  depth : nat;
  given : list (nat * nat);
  queue : list later;
  reported : list nat
}.

Section Runs.

Variable of_sort : sort.

(** The first chain has the layers before this place. *)
Variable cut : nat.

Definition end_run (pending : option error) (r : run) : run * list observation := (r, [Ended (end_of pending)]).

(** [advance] in one chain: enters the first member from a position on that handles what is pending, calls [leave] after the last one, and
    does neither but waits when the stack is deep. *)
Definition advance_in (leave : run -> run * list observation) (pending : option error) (from : nat) (r : run)
  : run * list observation :=
  let c := current r in
  let table := match pending with None => to_request c | Some _ => to_error c end in
  let at_position := nth from table (length (members c)) in
  if S (depth r) =? max_depth then
    ({| current := c; second := second r; next_position := from; offset := offset r; run_turn := UNWINDING;
        interrupted := interrupted r; depth := 0; given := given r; queue := queue r ++ [Advance_unwound pending from];
        reported := reported r |}, [])
  else
    match nth_error (members c) at_position with
    | Some (place, _) =>
        let number := offset r + at_position in
        ({| current := c; second := second r; next_position := S at_position; offset := offset r; run_turn := TURN number;
            interrupted := interrupted r; depth := S (depth r); given := (place, number) :: given r; queue := queue r;
            reported := reported r |}, [Entered place pending])
    | None =>
        leave {| current := c; second := second r; next_position := length (members c); offset := offset r; run_turn := LEFT;
                 interrupted := interrupted r; depth := S (depth r); given := given r; queue := queue r; reported := reported r |}
    end.

(** Continues with the members of the second chain after those that the first one had. *)
Definition switch_to (c : chain) (pending : option error) (r : run) : run * list observation :=
  let from := position_of_place c cut in
  advance_in (end_run pending) pending from
    {| current := c; second := None; next_position := from; offset := offset r + length (members (current r));
       run_turn := run_turn r; interrupted := interrupted r; depth := depth r; given := given r; queue := queue r; reported := reported r |}.

Definition leave_chain (pending : option error) (r : run) : run * list observation :=
  match second r with Some c => switch_to c pending r | None => end_run pending r end.

Definition advance (pending : option error) (from : nat) (r : run) : run * list observation :=
  advance_in (leave_chain pending) pending from r.

Definition with_turn (t : turn_of_run) (r : run) : run :=
  {| current := current r; second := second r; next_position := next_position r; offset := offset r; run_turn := t;
     interrupted := interrupted r; depth := depth r; given := given r; queue := queue r; reported := reported r |}.

Definition with_queue (q : list later) (r : run) : run :=
  {| current := current r; second := second r; next_position := next_position r; offset := offset r; run_turn := run_turn r;
     interrupted := interrupted r; depth := depth r; given := given r; queue := q; reported := reported r |}.

(** No layer may continue the request anymore. *)
Definition cancel (r : run) : run :=
  {| current := current r; second := second r; next_position := next_position r; offset := offset r; run_turn := LEFT;
     interrupted := match run_turn r with TURN number => number :: interrupted r | _ => interrupted r end;
     depth := depth r; given := given r; queue := queue r; reported := reported r |}.

(** Reports a repeated [next()], unless an error has taken the turn of its layer, or the layer is one of an earlier chain. *)
Definition report_late (place number : nat) (r : run) : run :=
  let is_interrupted := existsb (Nat.eqb number) (interrupted r) in
  {| current := current r; second := second r; next_position := next_position r; offset := offset r; run_turn := run_turn r;
     interrupted := interrupted r; depth := depth r; given := given r; queue := queue r;
     reported := if negb is_interrupted && (offset r <=? number) then place :: reported r else reported r |}.

(** What a framework does when the layer whose turn it was has called [next]. *)
Definition pass (place : nat) (a : answer) (r : run) : run * list observation :=
  let passed (next : run * list observation) := (fst next, Passed place :: snd next) in
  match a, of_sort with
  | Fail e, _ => advance (Some e) (next_position r) r
  | Pass, _ | Skip_route, Is_router => passed (advance None (next_position r) r)
  | Skip_route, Is_route | Skip_router, Is_router => (r, [Ended Pass])
  | Skip_router, Is_route => (r, [Ended Skip_router])
  end.

Definition has_run_turn (r : run) (number : nat) : bool :=
  match run_turn r with TURN t => t =? number | _ => false end.

(** An error that comes while the stack is unwound waits too: it must not overtake the layer that is entered next. *)
Definition waits (r : run) (a : answer) : bool :=
  match run_turn r, a with UNWINDING, Fail _ => true | _, _ => false end.

Definition continue_from (place number : nat) (a : answer) (r : run) : run * list observation :=
  if has_run_turn r number then pass place a (with_turn LEFT r)
  else
    match a with
    | Fail e =>
        if waits r a then (with_queue (queue r ++ [Continue_from place number e]) r, [])
        else let r' := cancel r in advance (Some e) (next_position r') r'
    | _ => (report_late place number r, [])
    end.

Fixpoint turn_given (g : list (nat * nat)) (place : nat) : option nat :=
  match g with
  | [] => None
  | (p, number) :: rest => if p =? place then Some number else turn_given rest place
  end.

(** A layer that was entered calls its [next], or fails. *)
Definition hear (r : run) (e : event) : run * list observation :=
  let (place, a) := e in
  match turn_given (given r) place with
  | Some number => continue_from place number a r
  | None => (r, [])
  end.

Definition do_later (w : later) (r : run) : run * list observation :=
  match w with
  | Advance_unwound pending from =>
      match run_turn r with UNWINDING => advance pending from r | _ => (r, []) end
  | Continue_from place number e => continue_from place number (Fail e) r
  end.

(** The next callback of [setImmediate]. *)
Definition tick (r : run) : run * list observation :=
  match queue r with
  | [] => (r, [])
  | w :: rest => do_later w (with_queue rest r)
  end.

(** A run in which ticks come before other answers. *)
Definition then_tick (result : run * list observation) : run * list observation :=
  let (r, seen) := result in let (r', more) := tick r in (r', seen ++ more).

Section Layers.

Variable layers : list layer.

Definition first_chain : run :=
  {| current := compile (firstn cut layers);
     second := if cut <? length layers then Some (compile layers) else None;
     next_position := 0; offset := 0; run_turn := LEFT; interrupted := []; depth := 0; given := []; queue := []; reported := [] |}.

Definition begin_run : run * list observation := advance None 0 first_chain.

Fixpoint hear_all (r : run) (es : list event) : list observation :=
  match es with
  | [] => []
  | e :: es' => let (r', seen) := then_tick (hear r e) in seen ++ hear_all r' es'
  end.

Definition execute (es : list event) : list observation :=
  let (r, seen) := then_tick begin_run in seen ++ hear_all r es.

End Layers.

End Runs.
