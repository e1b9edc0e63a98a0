(** The main theorems. [Spec.v] says what they are about, [Nested.v] puts lists into each other, and [Run.v] is the algorithm;
    docs/proofs.md explains them. *)

From Coq Require Import List Sorting.Sorted Permutation.
From NextpressDispatcher Require Import Spec Nested Run Hear Later Reports Laws NestedEqual NestedLaws.
Import ListNotations.

Section Theorems.

(** Up to which place the first chain of a list goes: any. The server takes the place of the first route that matches. *)
Variable cut : sort -> list layer -> nat.

(** What a request meets in an application of nested routers and routes, run by the algorithm. *)
Notation run_in application inputs := (observe (compiled cut) application inputs).

(** The compiled chains do what the loop over all layers does, in nested routers and routes, whatever the layers answer and when. *)
Theorem compiled_order_is_interpreted_order : forall (application : list layer) (inputs : list input),
  observe (compiled cut) application inputs = observe interpreter application inputs.
Proof. exact (observe_is_the_same cut). Qed.

(** Layers may also answer while a run waits for its stack to be unwound: it takes every answer once, and does what the loop does with
    the answers in the order in which the run has taken them. *)
Theorem unwinding_changes_no_order : forall of_sort n layers r answers taken seen,
  happens of_sort n layers r answers taken seen -> queue r = [] ->
  Permutation answers taken /\ seen = interpret of_sort layers taken.
Proof. exact unwound_run_is_the_loop. Qed.

(** In each router and route, a request meets what the loop over this list alone would do. *)
Theorem nested_lists_run_alone : forall application inputs p,
  let seen := seen_in p (run_in application inputs) in
  seen = [] \/ exists of_sort layers es, list_at application p = Some (of_sort, layers) /\ seen = interpret of_sort layers es.
Proof. intros application inputs p. rewrite observe_is_the_same. exact (lists_run_alone application inputs p). Qed.

(** The guard law: a layer is entered for a request only after every guard before it, in its list and in all lists around it, has called
    [next()] without an error, or after an error layer between the two has taken an error and continued without it. *)
Theorem guard_law : forall application inputs p before h after,
  run_in application inputs = before ++ (p, Entered h None) :: after ->
  forall q k of_sort layers g, In (q, k) (around p h) -> list_at application q = Some (of_sort, layers) ->
  g < k -> is_guard layers g ->
  In (q, Passed g) before \/ exists b, g < b < k /\ is_error_layer layers b /\ In (q, Passed b) before.
Proof.
  intros application inputs p before h after. rewrite observe_is_the_same. intros E q k of_sort layers g Hin L Hlt Hg.
  destruct (guards_of_all_levels application inputs p before h after E q k of_sort layers g Hin L Hlt Hg) as [H|(b & Hb & He & H)].
  - left. now apply in_seen_in.
  - right. exists b. split; [easy|]. split; [easy|]. now apply in_seen_in.
Qed.

(** The hooks of every scope around a handler have passed before it runs: those before it in its list, and in all lists around it, where no
    error layer stands in between. *)
Theorem hooks_of_all_scopes_pass_first : forall application inputs p before h after,
  run_in application inputs = before ++ (p, Entered h None) :: after ->
  forall q k of_sort layers hook, In (q, k) (around p h) -> list_at application q = Some (of_sort, layers) ->
  hook < k -> is_guard layers hook -> (forall b, hook < b < k -> ~ is_error_layer layers b) ->
  In (q, Passed hook) before.
Proof.
  intros application inputs p before h after E q k of_sort layers hook Hin L Hlt Hg Hb.
  destruct (guard_law application inputs p before h after E q k of_sort layers hook Hin L Hlt Hg) as [H|(b & H & He & _)]; [easy|].
  exfalso. exact (Hb b H He).
Qed.

(** A layer counts as passed only when it answers with [next()], or in a router with [next('route')], after it was entered. *)
Theorem passed_layers_have_answered : forall of_sort layers es place a more p,
  interpret of_sort layers (es ++ [(place, a)]) = interpret of_sort layers es ++ more -> In (Passed p) more ->
  p = place /\ (a = Pass \/ of_sort = Is_router /\ a = Skip_route) /\ In p (entered_places (interpret of_sort layers es)).
Proof. intros of_sort layers es place a more p. exact (passed_has_answered of_sort layers es place a p more). Qed.

(** The layers of each list are entered in their order, and each once at most. *)
Theorem layers_are_entered_once : forall application inputs p,
  StronglySorted lt (entered_places (seen_in p (run_in application inputs))).
Proof.
  intros application inputs p. destruct (nested_lists_run_alone application inputs p) as [E|(of_sort & layers & es & _ & E)].
  - rewrite E. constructor.
  - rewrite E. apply entered_in_order.
Qed.

(** An error of any layer that was entered leads to the first error layer after the last one entered, or out of the list; nothing else
    is entered. *)
Theorem errors_find_the_next_error_layer : forall of_sort layers es place e,
  let seen := interpret of_sort layers es in
  In place (entered_places seen) -> (forall a, ~ In (Ended a) seen) ->
  (exists p, interpret of_sort layers (es ++ [(place, Fail e)]) = seen ++ [Entered p (Some e)]
     /\ is_error_layer layers p /\ after_all seen p /\ forall q, after_all seen q -> q < p -> ~ is_error_layer layers q)
  \/ interpret of_sort layers (es ++ [(place, Fail e)]) = seen ++ [Ended (Fail e)]
     /\ forall q, after_all seen q -> ~ is_error_layer layers q.
Proof. exact error_finds_next_error_layer. Qed.

(** A layer is reported for a late [next()] only if it has answered before: not if errors of other layers have taken its turn. *)
Theorem only_second_answers_are_reported : forall of_sort n layers r answers taken seen place,
  happens of_sort n layers r answers taken seen -> In place (reported r) -> 2 <= times_answered answers place.
Proof. exact reported_layers_answered_twice. Qed.

End Theorems.
