(** The order of precedence [specificity], as a comparison of forms from left to right, character by character. *)

From Coq Require Import List Arith Bool Permutation.
From NextpressRouter Require Import Spec Tree Build Search Correct Table.
Import ListNotations.

(** * Captures *)

(** Captures that share a segment with text come first, then the rest of a segment, then captures before a wildcard, then wildcards. *)
Definition class (c : capture) : nat :=
  match c with
  | Until _ _ false | Composite _ _ _ => 0
  | Rest _ => 1
  | Until _ _ true => 2
  | Wildcard _ _ => 3
  end.

(** The more text, or the more characters at least, the more specific. *)
Definition amount (c : capture) : nat :=
  match c with
  | Rest _ => 0
  | Until stop _ _ => length stop
  | Composite _ others tail => list_sum (map (fun '(separator, _) => length separator) others) + length tail
  | Wildcard least _ => least
  end.

Definition count_free (cs : list constraint) : nat := length (filter is_free cs).

(** Then the fewer values without a constraint. *)
Definition free_values (c : capture) : nat :=
  match c with
  | Rest k | Until _ k _ => count_free [k]
  | Composite first others _ => count_free (first :: map snd others)
  | Wildcard _ _ => 0
  end.

Definition stop_length (c : capture) : nat := match c with Wildcard _ stop => length stop | _ => 0 end.

Definition then_by (a b : comparison) : comparison := match a with Eq => b | _ => a end.

(** [Lt] for the more specific capture. *)
Definition compare_captures (c d : capture) : comparison :=
  then_by (class c ?= class d)
    (then_by (amount d ?= amount c)
      (then_by (free_values c ?= free_values d) (stop_length d ?= stop_length c))).

(** * Forms *)

Definition atom_eq_dec (a b : atom) : {a = b} + {a <> b}.
Proof. decide equality; [apply Nat.eq_dec|apply capture_eq_dec]. Defined.

Fixpoint starts_with (front l : list atom) : bool :=
  match front, l with
  | [], _ => true
  | a :: front', b :: l' => if atom_eq_dec a b then starts_with front' l' else false
  | _ :: _, [] => false
  end.

(** The place of the first form that begins in a way. *)
Fixpoint first_use (front : list atom) (fs : list (list atom)) : nat :=
  match fs with
  | [] => 0
  | f :: fs' => if starts_with front f then 0 else S (first_use front fs')
  end.

Definition ends_in_wildcard (front : list atom) : bool :=
  match rev front with Read (Wildcard _ _) :: _ => true | _ => false end.

Definition only_slashes (l : list atom) : bool :=
  forallb (fun a => match a with Char c => c =? slash | Read _ => false end) l.

(** [Lt] for the more specific of two forms that both begin with [front]. Text comes before captures, and of texts the one with the
    lower character: a path can have both only after a wildcard. Of captures that are equally specific, the one that was registered
    first. Where one form ends, it comes first: but not after a wildcard, and not if only slashes follow, because a path that ends in
    one of them is meant there. *)
Fixpoint compare_forms (fs : list (list atom)) (front f g : list atom) : comparison :=
  let is_after_wildcard := ends_in_wildcard front in
  match f, g with
  | [], [] => Eq
  | [], _ :: _ => if is_after_wildcard || only_slashes g then Gt else Lt
  | _ :: _, [] => if is_after_wildcard || only_slashes f then Lt else Gt
  | a :: f', b :: g' =>
      if atom_eq_dec a b then compare_forms fs (front ++ [a]) f' g'
      else match a, b with
           | Char c, Char d =>
               if is_after_wildcard then c ?= d
               else if only_slashes f then Lt
               else if only_slashes g then Gt
               else c ?= d
           | Char _, Read _ => Lt
           | Read _, Char _ => Gt
           | Read c, Read d =>
               then_by (compare_captures c d) (first_use (front ++ [a]) fs ?= first_use (front ++ [b]) fs)
           end
  end.

Section Order.

Context {A : Type}.

Fixpoint insert_by_specificity (all : list (list atom)) (entry : A * form) (fs : @table A) : @table A :=
  match fs with
  | [] => [entry]
  | other :: rest =>
      match compare_forms all [] (atoms (snd entry)) (atoms (snd other)) with
      | Lt => entry :: fs
      | _ => other :: insert_by_specificity all entry rest
      end
  end.

(** The forms in the order of precedence; equal ones stay in the order of registration. *)
Definition by_specificity (fs : @table A) : @table A :=
  let all := map (fun '(_, f) => atoms f) fs in
  fold_left (fun sorted entry => insert_by_specificity all entry sorted) fs [].

(** Routes of the method itself are before those of every method. *)
Definition table_by_specificity (routes : list (@route A)) (m : nat) : @table A :=
  let forms_of (keep : option nat -> bool) : @table A := flat_map (fun r : @route A => if keep (method r) then map (fun f => (value r, f)) (route_forms r) else []) routes in
  by_specificity (forms_of (fun o => match o with Some n => n =? m | None => false end)
                  ++ forms_of (fun o => match o with None => true | Some _ => false end)).

(** * Ranks decide, not the order of insertion *)

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.

Lemma numbered_entries_permuted (fs : @table A) (inserted : @ranked A) :
  Permutation inserted (numbered 0 fs) -> NoDup (ranks_of inserted).
Proof.
  intros H. eapply Permutation_NoDup; [symmetry; exact (Permutation_map _ H)|].
  apply numbered_without_duplicates.
Qed.

(** A tree whose leaves have the places of their forms as ranks finds what the loop over the table finds, in whatever order
    the forms were inserted. *)
Theorem ranks_decide (fs : @table A) (inserted : @ranked A) (p : text) :
  Permutation inserted (numbered 0 fs) ->
  option_map without_rank (search accepts fold at_end (build inserted) p [] None) = spec_find accepts fold at_end fs p.
Proof.
  intros Hp. pose proof (search_finds_lowest accepts fold at_end inserted p (numbered_entries_permuted fs inserted Hp)) as H.
  destruct (search _ _ _ _ p [] None) as [((r & a) & vs)|]; simpl.
  - destruct H as (f & Hf & Hvs & Hle). symmetry. apply (spec_find_from accepts fold at_end 0 fs p r a f vs); [|easy|].
    + eapply Permutation_in; eauto.
    + intros s b g Hg. apply (Hle s b g). eapply Permutation_in; [symmetry|]; eauto.
  - symmetry. apply (spec_find_nothing accepts fold at_end 0). intros r a f Hf. apply (H r a f).
    eapply Permutation_in; [symmetry|]; eauto.
Qed.

End Order.
