(** Extracts what the oracle compares with the TypeScript: the specification ([spec_find], [spec_find_all]) and the algorithm
    ([build], [search], [search_all]), both over a table in its order of precedence. [find] and [find_all] of [Table.v] are these,
    in parts, so that the program builds a tree once for many lookups. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt.
From NextpressRouter Require Import Spec Tree Build Search Table Specificity.

Extraction Language OCaml.

Extraction "router_model.ml" spec_find spec_find_all numbered build search search_all without_rank table_of table_by_specificity.
