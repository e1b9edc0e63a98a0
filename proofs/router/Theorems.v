(** The main theorems. [Spec.v] says what they are about; docs/proofs.md explains them. *)

From Coq Require Import List Bool Permutation.
From NextpressRouter Require Import Spec Written Tree Build Search Correct Table Steps Specificity Memo Traversal.
Import ListNotations.

Section Theorems.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

(** The search returns the first registered form that matches, with the captures of the specification. *)
Theorem search_finds_best : forall (fs : @table A) (p : text),
  find accepts fold at_end fs p = spec_find accepts fold at_end fs p.
Proof. exact (find_is_spec_find accepts fold at_end). Qed.

(** Whatever the ranks are, if they are distinct, the search returns the form of the lowest rank among those that match. *)
Theorem search_finds_lowest_rank : forall (fs : @ranked A) (p : text),
  NoDup (ranks_of fs) ->
  match search accepts fold at_end (build fs) p [] None with
  | Some (r, a, vs) =>
      exists f, In ((r, a), f) fs /\ hd_error (readings accepts fold at_end f p) = Some vs
                /\ forall s b g, In ((s, b), g) fs -> readings accepts fold at_end g p <> [] -> r <= s
  | None => forall r a f, In ((r, a), f) fs -> readings accepts fold at_end f p = []
  end.
Proof. exact (search_finds_lowest accepts fold at_end). Qed.

(** A tree whose ranks are the places of the forms in an order of precedence, such as specificity, finds the first that matches in
    that order, whatever the order of insertion was. *)
Theorem ranks_decide_in_any_order : forall (fs : @table A) (inserted : @ranked A) (p : text),
  Permutation inserted (numbered 0 fs) ->
  option_map without_rank (search accepts fold at_end (build inserted) p [] None) = spec_find accepts fold at_end fs p.
Proof. exact (ranks_decide accepts fold at_end). Qed.

(** With the ranks that a walk over the tree gives its leaves, the search finds the most specific form that matches: the first in
    the comparison of forms from left to right. *)
Theorem search_finds_most_specific_form : forall (fs : @table A) (p : text),
  (forall a f, In (a, f) fs -> ~ ends_in_two_slashes (atoms f)) ->
  option_map without_rank (search accepts fold at_end (build (ranked_by_traversal fs)) p [] None)
  = spec_find accepts fold at_end (by_specificity fs) p.
Proof. intros. now apply search_finds_most_specific. Qed.

(** The list of all matches has exactly the forms that match, in the order of registration. *)
Theorem find_all_lists_matches : forall (fs : @table A) (p : text),
  find_all accepts fold at_end fs p = spec_find_all accepts fold at_end fs p.
Proof. exact (find_all_is_spec_find_all accepts fold at_end). Qed.

(** A form has a reading exactly if the path matches it. *)
Theorem readings_are_all_matches : forall f p vs,
  In vs (readings accepts fold at_end f p) <-> matches accepts fold at_end f p vs.
Proof. exact (readings_are_matches accepts fold at_end). Qed.

(** The texts of a form and what a match captures, one after the other, are the path, but for the case of letters and for what may
    follow at the end. *)
Theorem captures_spell_the_path : forall f p vs, matches accepts fold at_end f p vs ->
  length vs = values_in f
  /\ exists rest, ends_with at_end rest = true /\ folded fold p = folded fold (written f vs) ++ folded fold rest.
Proof. exact (matches_are_written accepts fold at_end). Qed.

(** A lookup returns the first of the list of all matches. *)
Theorem find_is_first_of_find_all : forall (fs : @table A) (p : text),
  find accepts fold at_end fs p = hd_error (find_all accepts fold at_end fs p).
Proof. exact (find_is_first accepts fold at_end). Qed.

(** Adding forms, anywhere, does not change the result for paths that they do not match. *)
Theorem adding_others_changes_nothing : forall (fs added gs : @table A) (p : text),
  (forall a f, In (a, f) added -> readings accepts fold at_end f p = []) ->
  find accepts fold at_end (fs ++ added ++ gs) p = find accepts fold at_end (fs ++ gs) p
  /\ find_all accepts fold at_end (fs ++ added ++ gs) p = find_all accepts fold at_end (fs ++ gs) p.
Proof. exact (others_change_nothing accepts fold at_end). Qed.

(** Removing what was added restores all results, if nothing else is removed with it. *)
Theorem removing_restores : forall (routes added : list (@route A)) (chosen : route -> bool) (m : nat) (p : text),
  (forall r, In r routes -> chosen r = false) -> (forall r, In r added -> chosen r = true) ->
  find_route accepts fold at_end (remove chosen (routes ++ added)) m p = find_route accepts fold at_end routes m p
  /\ find_all_routes accepts fold at_end (remove chosen (routes ++ added)) m p
     = find_all_routes accepts fold at_end routes m p.
Proof. intros. now rewrite removing_what_was_added_restores. Qed.

(** Counting does not change the search. *)
Theorem counting_changes_nothing : forall (n : node A) p captured best count,
  fst (counted accepts fold at_end n p captured best count) = search accepts fold at_end n p captured best.
Proof. exact (counted_searches accepts fold at_end). Qed.

(** In a tree without wildcards, a search enters at most as many nodes as there are. *)
Theorem steps_are_bounded : forall (n : node A) p captured best,
  has_wildcard n = false -> snd (counted accepts fold at_end n p captured best 0) <= size n.
Proof. exact (search_enters_each_node_once accepts fold at_end). Qed.

(** A search that remembers which ends of a wildcard it has tried finds what the search without a memory finds. *)
Theorem memory_changes_nothing : forall (n : node A) (p : text),
  well_formed n ->
  fst (fst (remember accepts fold at_end n fresh p [] (None, 0))) = search accepts fold at_end n p [] None.
Proof. exact (remembering_changes_nothing accepts fold at_end). Qed.

(** With this memory, a search enters at most as many nodes as there are for each place of the path, however many wildcards are below
    others. *)
Theorem steps_with_wildcards_are_bounded : forall (n : node A) (p : text) captured best,
  snd (fst (remember accepts fold at_end n fresh p captured (best, 0))) <= size n * S (length p).
Proof. exact (remembering_bounds_steps accepts fold at_end). Qed.

End Theorems.
