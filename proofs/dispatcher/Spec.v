(** How a request passes through the layers of a stack: the loop that everyone knows from Express, over a list. *)

From Coq Require Import List Arith Bool Lia.
Import ListNotations.

(** A function of up to three parameters handles requests, one of four handles errors; Express never calls others. *)
Inductive kind := Handles_requests | Handles_errors | Handles_nothing.

(** [applies] says whether the path and the method of the request at hand are those of the layer. *)
Record layer := { of_kind : kind; applies : bool }.

(** An error has a number, so that proofs can follow it. *)
Definition error := nat.

(** What a layer does: calls [next()], calls [next('route')] or [next('router')], or fails: throws, rejects, or calls
    [next(error)]. A layer may do so at any time after it was entered, several times, or never. *)
Inductive answer := Pass | Leave | Fail (e : error).

(** An answer of the layer at a place in the stack. *)
Definition event := (nat * answer)%type.

(** What can be observed, in order. *)
Inductive observation :=
  | Entered (place : nat) (pending : option error)
  (** The layer whose turn it was has continued without an error. *)
  | Passed (place : nat)
  (** The stack was left, with or without an error. *)
  | Ended (pending : option error).

(** Whether a layer is entered for a request, or for an error. *)
Definition handles (l : layer) (pending : option error) : bool :=
  applies l && match of_kind l, pending with
               | Handles_requests, None => true
               | Handles_errors, Some _ => true
               | _, _ => false
               end.

(** The loop: the first layer from [place] on that handles what is pending. *)
Fixpoint scan (layers : list layer) (place : nat) (pending : option error) : option nat :=
  match layers with
  | [] => None
  | l :: rest => if handles l pending then Some place else scan rest (S place) pending
  end.

(** [turn] is the layer that may continue, and [entered] how many layers are behind: places below it are never entered again. *)
Record state := { turn : option nat; entered : nat }.

Definition start : state := {| turn := None; entered := 0 |}.

Section Interpreter.

Variable layers : list layer.

Definition enter (pending : option error) (from : nat) : state * list observation :=
  match scan (skipn from layers) from pending with
  | Some place => ({| turn := Some place; entered := S place |}, [Entered place pending])
  | None => ({| turn := None; entered := length layers |}, [Ended pending])
  end.

Definition has_turn (s : state) (place : nat) : bool :=
  match turn s with Some t => t =? place | None => false end.

(** Only the last layer that was entered may continue without an error: a repeated or late [next()] is ignored. An error of any
    layer goes to the layers after the last one. *)
Definition react (s : state) (e : event) : state * list observation :=
  let (place, a) := e in
  if has_turn s place then
    match a with
    | Pass => let (s', seen) := enter None (entered s) in (s', Passed place :: seen)
    | Leave => ({| turn := None; entered := entered s |}, [Ended None])
    | Fail e => enter (Some e) (entered s)
    end
  else
    match a with
    | Pass | Leave => (s, [])
    | Fail e => enter (Some e) (entered s)
    end.

Fixpoint react_all (s : state) (es : list event) : list observation :=
  match es with
  | [] => []
  | e :: es' => let (s', seen) := react s e in seen ++ react_all s' es'
  end.

(** All that is observed when a request enters the stack and the layers answer. *)
Definition interpret (es : list event) : list observation :=
  let (s, seen) := enter None 0 in seen ++ react_all s es.

End Interpreter.
