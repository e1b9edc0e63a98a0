(** What the loop does in a few applications. *)

From Coq Require Import List.
From NextpressDispatcher Require Import Spec Nested.
Import ListNotations.

Definition handler : layer := Layer Handles_requests true true.
Definition error_handler : layer := Layer Handles_errors true true.
Definition of_another_path : layer := Layer Handles_requests false true.

(** A guard that has not called [next()] holds the request, also when the layer before it calls [next()] again. *)
Example guards_hold_requests :
  interpret Is_router [handler; handler; handler] [(0, Pass); (0, Pass)]
  = [Entered 0 None; Passed 0; Entered 1 None].
Proof. reflexivity. Qed.

(** An error goes past the handlers, and past error handlers of other paths. *)
Example errors_skip_handlers :
  interpret Is_router [handler; of_another_path; handler; error_handler; handler] [(0, Fail 7); (3, Pass)]
  = [Entered 0 None; Entered 3 (Some 7); Passed 3; Entered 4 None].
Proof. reflexivity. Qed.

(** A late error takes the turn of the layer that was entered last, which then cannot continue. *)
Example late_errors_take_the_turn :
  interpret Is_router [handler; handler; handler; error_handler] [(0, Pass); (0, Fail 7); (1, Pass)]
  = [Entered 0 None; Passed 0; Entered 1 None; Entered 3 (Some 7)].
Proof. reflexivity. Qed.

(** [next('router')] in a route leaves the route and the router around it, but not the application. *)
Example next_router_leaves_the_router :
  let route := Layer (Runs Is_route [handler; handler]) true true in
  let router := Layer (Runs Is_router [route; handler]) true true in
  observe interpreter [router; handler]
    [Continues; Continues; Continues; Function_answers [0; 0] (0, Skip_router); Continues; Continues]
  = [([], Entered 0 None); ([0], Entered 0 None); ([0; 0], Entered 0 None);
     ([0; 0], Ended Skip_router); ([0], Ended Pass); ([], Passed 0); ([], Entered 1 None)].
Proof. reflexivity. Qed.
