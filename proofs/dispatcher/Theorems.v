(** The main theorems. [Spec.v] says what they are about; docs/proofs.md explains them. *)

From Coq Require Import List Sorting.Sorted.
From NextpressDispatcher Require Import Spec Compiled Equal Laws.
Import ListNotations.

Section Theorems.

Variable layers : list layer.

(** The compiled chain does what the loop over all layers does, whatever the layers answer and when. *)
Theorem compiled_order_is_interpreted_order : forall es : list event,
  execute (compile layers) es = interpret layers es.
Proof. exact (execute_is_interpret layers). Qed.

(** The guard law: a layer is entered for a request only after every guard before it has called [next()] without an error, or
    after an error layer between the two has taken an error and continued without it. *)
Theorem guard_law : forall es before h after g,
  interpret layers es = before ++ Entered h None :: after -> g < h -> is_guard layers g ->
  In (Passed g) before \/ exists b, g < b < h /\ is_error_layer layers b /\ In (Passed b) before.
Proof. exact (guards_are_passed layers). Qed.

(** The hooks in front of a handler, those of every scope around it, have passed before it runs, if no error layer stands before it. *)
Theorem hooks_pass_first : forall es before h after hooks,
  interpret layers es = before ++ Entered h None :: after ->
  (forall g, In g hooks -> g < h /\ is_guard layers g) ->
  (forall b, b < h -> ~ is_error_layer layers b) ->
  forall g, In g hooks -> In (Passed g) before.
Proof. exact (hooks_pass_before_handlers layers). Qed.

(** Layers are entered in their order, and each once at most. *)
Theorem layers_are_entered_once : forall es : list event,
  StronglySorted lt (entered_places (interpret layers es)).
Proof. exact (entered_in_order layers). Qed.

(** An error leads to the first error layer after the last layer that was entered, or to the end; no other layer is entered. *)
Theorem errors_find_the_next_error_layer : forall s place e s' seen, react layers s (place, Fail e) = (s', seen) ->
  (exists p, seen = [Entered p (Some e)] /\ entered s <= p /\ handled_at layers p (Some e)
             /\ forall q, entered s <= q < p -> ~ handled_at layers q (Some e))
  \/ (seen = [Ended (Some e)] /\ forall l, In l (skipn (entered s) layers) -> handles l (Some e) = false).
Proof. exact (error_finds_next_error_layer layers). Qed.

End Theorems.
