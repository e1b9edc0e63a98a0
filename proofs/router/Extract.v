(** Extracts what the oracle compares with the TypeScript: the specification ([spec_find], [spec_find_all]) and the algorithm
    ([find], [find_all]), both over a table in the order of registration. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt.
From NextpressRouter Require Import Spec Tree Build Search Table.

Extraction Language OCaml.

Extraction "router_model.ml" spec_find spec_find_all find find_all table_of.
