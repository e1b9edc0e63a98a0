(** Extracts what the oracle compares with the TypeScript: the loop and the compiled runs in nested lists, and one run with its ticks. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt.
From NextpressDispatcher Require Import Spec Nested Run Later NestedEqual.

Extraction Language OCaml.
Extraction "dispatcher_model.ml"
  interpreter compiled receive interpret begin_run hear waits do_later taken_by with_queue turn_given.
