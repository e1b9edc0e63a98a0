(** Extracts what the oracle compares with the TypeScript: the loop ([interpret]) and the compiled chain ([compile], [execute]). *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt.
From NextpressDispatcher Require Import Spec Compiled.

Extraction Language OCaml.
Extraction "dispatcher_model.ml" interpret compile execute.
