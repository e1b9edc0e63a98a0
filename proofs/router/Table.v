(** Tables of routes by method, as they are registered: a route is compiled into a tree for its method, or into the tree of every
    method if it is for all of them. *)

From Coq Require Import List Arith Bool Lia Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search Correct.
Import ListNotations.

Section Table.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

Notation readings := (readings accepts fold at_end).

(** * One table, by the order of registration *)

(** The rank of a form is its position. *)
Fixpoint numbered (i : nat) (fs : @table A) : @ranked A :=
  match fs with
  | [] => []
  | (a, f) :: fs' => ((i, a), f) :: numbered (S i) fs'
  end.

Definition without_rank (m : nat * A * list text) : A * list text := let '(_, a, vs) := m in (a, vs).

(** A lookup in the order of registration. *)
Definition find (fs : @table A) (p : text) : option (A * list text) :=
  option_map without_rank (search accepts fold at_end (build (numbered 0 fs)) p [] None).

Definition find_all (fs : @table A) (p : text) : list (A * list text) :=
  map without_rank (search_all accepts fold at_end (build (numbered 0 fs)) p).

Lemma numbered_ranks i fs : ranks_of (numbered i fs) = seq i (length fs).
Proof. revert i. induction fs as [|(a & f) fs IH]; intros i; simpl; [easy|]. now rewrite IH. Qed.

Lemma numbered_without_duplicates fs : NoDup (ranks_of (numbered 0 fs)).
Proof. rewrite numbered_ranks. apply seq_NoDup. Qed.

Lemma rank_of_numbered i fs r a f : In ((r, a), f) (numbered i fs) -> i <= r.
Proof.
  revert i. induction fs as [|(b & g) fs IH]; intros i H; [easy|].
  destruct H as [[= <- _ _]|H]; [easy|]. apply IH in H. lia.
Qed.

Lemma spec_find_from i fs p r a f vs :
  In ((r, a), f) (numbered i fs) -> hd_error (readings f p) = Some vs ->
  (forall s b g, In ((s, b), g) (numbered i fs) -> readings g p <> [] -> r <= s) ->
  spec_find accepts fold at_end fs p = Some (a, vs).
Proof.
  revert i. induction fs as [|(b & g) fs IH]; intros i Hin Hvs Hle; [easy|]. simpl in *.
  destruct (readings g p) as [|ws wss] eqn:E.
  - destruct Hin as [[= _ -> ->]|Hin]; [now rewrite E in Hvs|]. apply (IH (S i)); [easy|easy|].
    intros s c h Hs. apply (Hle s c h). now right.
  - destruct Hin as [[= -> -> ->]|Hin].
    + rewrite E in Hvs. now injection Hvs as ->.
    + assert (r <= i) by (apply (Hle i b g); [now left|now rewrite E]). apply rank_of_numbered in Hin. lia.
Qed.

Lemma spec_find_nothing i fs p :
  (forall r a f, In ((r, a), f) (numbered i fs) -> readings f p = []) -> spec_find accepts fold at_end fs p = None.
Proof.
  revert i. induction fs as [|(a & f) fs IH]; intros i H; simpl; [easy|].
  rewrite (H i a f) by now left. apply (IH (S i)). intros r b g Hin. apply (H r b g). now right.
Qed.

Theorem find_is_spec_find fs p : find fs p = spec_find accepts fold at_end fs p.
Proof.
  unfold find. pose proof (search_finds_lowest accepts fold at_end _ p (numbered_without_duplicates fs)) as H.
  destruct (search _ _ _ _ p [] None) as [((r & a) & vs)|]; simpl.
  - destruct H as (f & Hf & Hvs & Hle). symmetry. eapply spec_find_from; eauto.
  - symmetry. now apply (spec_find_nothing 0).
Qed.

Lemma matching_is_sorted i fs p : StronglySorted before (matching accepts fold at_end (numbered i fs) p).
Proof.
  revert i. induction fs as [|(a & f) fs IH]; intros i; simpl; [constructor|].
  destruct (readings f p); simpl; [apply IH|]. constructor; [apply IH|]. rewrite Forall_forall.
  intros m Hm. apply in_flat_map in Hm as (((r & b) & g) & Hin & Hm). destruct (readings g p); [easy|].
  destruct Hm as [<-|[]]. apply rank_of_numbered in Hin. unfold before, rank; simpl. lia.
Qed.

Lemma matching_is_spec_find_all i fs p :
  map without_rank (matching accepts fold at_end (numbered i fs) p) = spec_find_all accepts fold at_end fs p.
Proof.
  revert i. induction fs as [|(a & f) fs IH]; intros i; simpl; [easy|]. rewrite map_app, IH.
  now destruct (readings f p).
Qed.

Theorem find_all_is_spec_find_all fs p : find_all fs p = spec_find_all accepts fold at_end fs p.
Proof.
  unfold find_all. destruct (search_all_lists_matching accepts fold at_end _ p (numbered_without_duplicates fs)) as (Hp & Hs).
  rewrite <- (matching_is_spec_find_all 0). f_equal. apply sorted_lists_are_equal; [easy|apply matching_is_sorted|].
  intros m. split; apply Permutation_in; [easy|now symmetry].
Qed.

Theorem find_is_first fs p : find fs p = hd_error (find_all fs p).
Proof.
  rewrite find_is_spec_find, find_all_is_spec_find_all. induction fs as [|(a & f) fs IH]; simpl; [easy|].
  now destruct (readings f p).
Qed.

(** * Adding and removing *)

Lemma spec_find_app (fs gs : @table A) p :
  spec_find accepts fold at_end (fs ++ gs) p
  = match spec_find accepts fold at_end fs p with Some m => Some m | None => spec_find accepts fold at_end gs p end.
Proof.
  induction fs as [|(a & f) fs IH]; simpl; [easy|]. now destruct (readings f p).
Qed.

Lemma spec_find_all_app (fs gs : @table A) p :
  spec_find_all accepts fold at_end (fs ++ gs) p
  = spec_find_all accepts fold at_end fs p ++ spec_find_all accepts fold at_end gs p.
Proof. apply flat_map_app. Qed.

(** Forms that do not match a path change nothing for it, wherever they are inserted. *)
Theorem others_change_nothing fs added gs p :
  (forall a f, In (a, f) added -> readings f p = []) ->
  find (fs ++ added ++ gs) p = find (fs ++ gs) p /\ find_all (fs ++ added ++ gs) p = find_all (fs ++ gs) p.
Proof.
  intros H. rewrite !find_is_spec_find, !find_all_is_spec_find_all, !spec_find_app, !spec_find_all_app.
  assert (E : spec_find accepts fold at_end added p = None /\ spec_find_all accepts fold at_end added p = []).
  { induction added as [|(a & f) added IH]; [easy|]. simpl. rewrite (H a f) by now left. apply IH.
    intros b g Hg. apply (H b g). now right. }
  destruct E as (-> & ->). split; [|easy]. now destruct (spec_find accepts fold at_end fs p).
Qed.

(** * Methods *)

(** [None] is the method of routes for every method. *)
Record route := { method : option nat; value : A; route_forms : list form }.

(** The forms that a request of a method can match, in the order of registration. *)
Definition table_of (routes : list route) (m : nat) : @table A :=
  flat_map (fun r =>
    if match method r with None => true | Some n => n =? m end
    then map (fun f => (value r, f)) (route_forms r) else []) routes.

Definition find_route routes m p := find (table_of routes m) p.
Definition find_all_routes routes m p := find_all (table_of routes m) p.

(** Removes the routes that are chosen: the router chooses by method and pattern. *)
Definition remove (chosen : route -> bool) (routes : list route) : list route :=
  filter (fun r => negb (chosen r)) routes.

Theorem removing_what_was_added_restores routes added chosen :
  (forall r, In r routes -> chosen r = false) -> (forall r, In r added -> chosen r = true) ->
  remove chosen (routes ++ added) = routes.
Proof.
  intros Hr Ha. unfold remove. rewrite filter_app.
  assert (E : filter (fun r => negb (chosen r)) routes = routes).
  { clear Ha added. induction routes as [|r routes IH]; simpl; [easy|]. rewrite (Hr r) by now left. simpl. f_equal.
    apply IH. intros. apply Hr. now right. }
  rewrite E. clear E Hr. induction added as [|r added IH]; simpl; [apply app_nil_r|].
  rewrite (Ha r) by now left. simpl. apply IH. intros. apply Ha. now right.
Qed.

End Table.
