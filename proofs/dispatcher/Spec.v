(** How a request passes through the layers of an application: the loop that everyone knows from Express. In one thing it is not
    Express's: there, a repeated [next()] goes on to the next layer, even if the layer before it has not decided yet. *)

From Coq Require Import List Arith Bool Lia.
Import ListNotations.

(** A router goes on after [next('route')] and ends at [next('router')]. The handlers of a route end at both, and
    [next('router')] also ends the router around them. *)
Inductive sort := Is_router | Is_route.

(** What registered a layer: a function of up to three parameters handles requests, one of four handles errors, and Express never
    calls others. A router or a route handles requests with layers of its own. *)
Inductive kind := Handles_requests | Handles_errors | Handles_nothing | Runs (s : sort) (inner : list layer)

(** Whether the path and the method of the request at hand are those of the layer. *)
with layer := Layer (of_kind : kind) (path_matches method_matches : bool).

Definition of_kind (l : layer) : kind := let (k, _, _) := l in k.
Definition applies (l : layer) : bool := let (_, p, m) := l in p && m.

(** An error has a number, so that proofs can follow it. *)
Definition error := nat.

(** What a layer does: calls [next()], [next('route')] or [next('router')], or fails: throws, rejects, or calls [next(error)]. It may do
    so at any time after it was entered, several times, or never. *)
Inductive answer := Pass | Skip_route | Skip_router | Fail (e : error).

(** An answer of the layer at a place in a list. *)
Definition event := (nat * answer)%type.

(** What can be observed of one list, in order. *)
Inductive observation :=
  | Entered (place : nat) (pending : option error)
  (** The layer whose turn it was has continued without an error. *)
  | Passed (place : nat)
  (** The request has left the list. For the list outside, this is the answer of its layer. *)
  | Ended (a : answer).

(** * One list *)

(** Whether a layer is entered for a request, or for an error. *)
Definition handles (l : layer) (pending : option error) : bool :=
  applies l && match of_kind l, pending with
               | Handles_requests, None | Runs _ _, None => true
               | Handles_errors, Some _ => true
               | _, _ => false
               end.

(** The loop: the first layer from [place] on that handles what is pending. *)
Fixpoint scan (layers : list layer) (place : nat) (pending : option error) : option nat :=
  match layers with
  | [] => None
  | l :: rest => if handles l pending then Some place else scan rest (S place) pending
  end.

(** [turn] is the layer that may continue. Places below [behind] are never entered again. [nexts] are the layers that have been
    entered, and so have a [next] to call. *)
Record state := { turn : option nat; behind : nat; nexts : list nat }.

Definition before_all : state := {| turn := None; behind := 0; nexts := [] |}.

Definition end_of (pending : option error) : answer := match pending with None => Pass | Some e => Fail e end.

Section One_list.

Variable of_sort : sort.
Variable layers : list layer.

(** Enters the next layer for what is pending, or leaves the list. *)
Definition enter (pending : option error) (s : state) : state * list observation :=
  match scan (skipn (behind s) layers) (behind s) pending with
  | Some place => ({| turn := Some place; behind := S place; nexts := place :: nexts s |}, [Entered place pending])
  | None => ({| turn := None; behind := length layers; nexts := nexts s |}, [Ended (end_of pending)])
  end.

Definition has_turn (s : state) (place : nat) : bool :=
  match turn s with Some t => t =? place | None => false end.

Definition has_next (s : state) (place : nat) : bool := existsb (Nat.eqb place) (nexts s).

Definition leave (a : answer) (s : state) : state * list observation :=
  ({| turn := None; behind := behind s; nexts := nexts s |}, [Ended a]).

(** The layer whose turn it is continues. *)
Definition continue (place : nat) (a : answer) (s : state) : state * list observation :=
  let passed (next : state * list observation) := (fst next, Passed place :: snd next) in
  match a, of_sort with
  | Fail e, _ => enter (Some e) s
  | Pass, _ | Skip_route, Is_router => passed (enter None s)
  | Skip_route, Is_route | Skip_router, Is_router => leave Pass s
  | Skip_router, Is_route => leave Skip_router s
  end.

(** Only the last layer that was entered may continue without an error: a repeated or late [next()] is ignored. An error of any layer
    that was entered goes to the layers after the last one. *)
Definition react (s : state) (e : event) : state * list observation :=
  let (place, a) := e in
  if has_turn s place then continue place a s
  else if has_next s place then match a with Fail e => enter (Some e) s | _ => (s, []) end
  else (s, []).

Fixpoint react_all (s : state) (es : list event) : list observation :=
  match es with
  | [] => []
  | e :: es' => let (s', seen) := react s e in seen ++ react_all s' es'
  end.

(** All that is observed when a request enters the list and its layers answer. *)
Definition interpret (es : list event) : list observation :=
  let (s, seen) := enter None before_all in seen ++ react_all s es.

End One_list.
