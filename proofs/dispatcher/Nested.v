(** Routers and routes inside of each other: each runs a list of its own, and what ends it is the answer of its layer outside.
    How one list runs is a parameter, so that the loop and the algorithm are put together in the same way. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec.
Import ListNotations.

(** Where a list is, innermost place first: [] is the application, and [place :: p] is what the layer at [place] of [p] runs. *)
Definition path := list nat.

Definition path_eqb (p q : path) : bool := if list_eq_dec Nat.eq_dec p q then true else false.

Definition list_of (l : layer) : option (sort * list layer) :=
  match of_kind l with Runs s inner => Some (s, inner) | _ => None end.

(** The list at a path. *)
Fixpoint list_at (application : list layer) (p : path) : option (sort * list layer) :=
  match p with
  | [] => Some (Is_router, application)
  | place :: outer =>
      match list_at application outer with
      | Some (_, layers) => match nth_error layers place with Some l => list_of l | None => None end
      | None => None
      end
  end.

(** A way to run one list: its state, what happens when a request enters, and when a layer answers. *)
Record machine := {
  state_of : Type;
  begins : sort -> list layer -> state_of * list observation;
  reacts : sort -> list layer -> state_of -> event -> state_of * list observation
}.

(** The loop. *)
Definition interpreter : machine := {|
  state_of := state;
  begins := fun _ layers => enter layers None before_all;
  reacts := react
|}.

(** What is to be done: a list is entered, or one of its layers answers. *)
Inductive work := Start (p : path) | Answer (p : path) (e : event).

(** An answer of a function, or the moment in which the first work that is left is done. Routers may be left in a later tick, so
    functions may answer before that. *)
Inductive input := Function_answers (p : path) (e : event) | Continues.

Section Nested.

Variable m : machine.
Variable application : list layer.

(** The lists that were entered, and the work that is left. *)
Record nest := { runs : list (path * state_of m); waiting : list work }.

Fixpoint run_at (rs : list (path * state_of m)) (p : path) : option (state_of m) :=
  match rs with
  | [] => None
  | (q, s) :: rest => if path_eqb q p then Some s else run_at rest p
  end.

Definition is_nested (layers : list layer) (place : nat) : bool :=
  match nth_error layers place with
  | Some l => match list_of l with Some _ => true | None => false end
  | None => false
  end.

(** What one observation of a list leads to in another. *)
Definition leads_to (layers : list layer) (p : path) (o : observation) : list work :=
  match o with
  | Entered place _ => if is_nested layers place then [Start (place :: p)] else []
  | Passed _ => []
  | Ended a => match p with [] => [] | place :: outer => [Answer outer (place, a)] end
  end.

(** The list at a path has a new state, and something was observed. *)
Definition goes_on (n : nest) (p : path) (layers : list layer) (result : state_of m * list observation)
  : nest * list (path * observation) :=
  ({| runs := (p, fst result) :: runs n; waiting := waiting n ++ flat_map (leads_to layers p) (snd result) |},
   map (pair p) (snd result)).

Definition do_work (n : nest) (w : work) : nest * list (path * observation) :=
  match w with
  | Start p =>
      match list_at application p, run_at (runs n) p with
      | Some (s, layers), None => goes_on n p layers (begins m s layers)
      | _, _ => (n, [])
      end
  | Answer p e =>
      match list_at application p, run_at (runs n) p with
      | Some (s, layers), Some state => goes_on n p layers (reacts m s layers state e)
      | _, _ => (n, [])
      end
  end.

(** A router or a route answers only by its end. *)
Definition is_function (p : path) (place : nat) : bool :=
  match list_at application p with Some (_, layers) => negb (is_nested layers place) | None => false end.

Definition receive (n : nest) (i : input) : nest * list (path * observation) :=
  match i with
  | Function_answers p e => if is_function p (fst e) then do_work n (Answer p e) else (n, [])
  | Continues => match waiting n with [] => (n, []) | w :: rest => do_work {| runs := runs n; waiting := rest |} w end
  end.

Fixpoint receive_all (n : nest) (inputs : list input) : nest * list (path * observation) :=
  match inputs with
  | [] => (n, [])
  | i :: rest =>
      let (n', seen) := receive n i in
      let (n'', more) := receive_all n' rest in
      (n'', seen ++ more)
  end.

(** All that is observed in all lists. *)
Definition observe (inputs : list input) : list (path * observation) :=
  snd (receive_all {| runs := []; waiting := [Start []] |} inputs).

End Nested.
