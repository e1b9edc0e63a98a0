(** The comparison of forms, case by case, and a stable sort. *)

From Coq Require Import List Arith Bool Lia Morphisms Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search Correct Table Specificity.
Import ListNotations.

(** * The comparison, by cases *)

Lemma compare_nothing_left all front g :
  compare_forms all front [] g = match g with [] => Eq | _ => if ends_in_wildcard front || only_slashes g then Gt else Lt end.
Proof. now destruct g. Qed.

Lemma compare_nothing_right all front f :
  compare_forms all front f [] = match f with [] => Eq | _ => if ends_in_wildcard front || only_slashes f then Lt else Gt end.
Proof. now destruct f. Qed.

(** Of two forms that begin differently. *)
Definition compare_different (all : list (list atom)) (front f g : list atom) (a b : atom) : comparison :=
  match a, b with
  | Char c, Char d =>
      if ends_in_wildcard front then c ?= d
      else if only_slashes f then Lt
      else if only_slashes g then Gt
      else c ?= d
  | Char _, Read _ => Lt
  | Read _, Char _ => Gt
  | Read c, Read d => then_by (compare_captures c d) (first_use (front ++ [a]) all ?= first_use (front ++ [b]) all)
  end.

Lemma compare_both all front a f b g :
  compare_forms all front (a :: f) (b :: g)
  = if atom_eq_dec a b then compare_forms all (front ++ [a]) f g else compare_different all front (a :: f) (b :: g) a b.
Proof. reflexivity. Qed.

Lemma compare_same_front all front a f g :
  compare_forms all front (a ++ f) (a ++ g) = compare_forms all (front ++ a) f g.
Proof.
  revert front. induction a as [|x a IH]; intros front; [now rewrite app_nil_r|]. simpl app.
  rewrite compare_both. destruct (atom_eq_dec x x) as [_|]; [|easy]. rewrite IH, <- app_assoc. reflexivity.
Qed.

Lemma compare_captures_opposite c d : compare_captures d c = CompOpp (compare_captures c d).
Proof.
  unfold compare_captures. rewrite (Nat.compare_antisym (class c)), (Nat.compare_antisym (amount d)),
    (Nat.compare_antisym (free_values c)), (Nat.compare_antisym (stop_length d)).
  destruct (class c ?= class d), (amount d ?= amount c), (free_values c ?= free_values d), (stop_length d ?= stop_length c); easy.
Qed.

Lemma compare_different_opposite all front a f b g :
  a <> b ->
  compare_different all front (b :: g) (a :: f) b a = CompOpp (compare_different all front (a :: f) (b :: g) a b).
Proof.
  destruct a as [c|c], b as [d|d]; intros H; cbn [compare_different]; try easy.
  - pose proof (Nat.compare_antisym c d) as E. destruct (ends_in_wildcard front); [easy|].
    destruct (only_slashes (Char c :: f)) eqn:Ef, (only_slashes (Char d :: g)) eqn:Eg; try easy.
    simpl in Ef, Eg. apply andb_true_iff in Ef as (Ec & _), Eg as (Ed & _). apply Nat.eqb_eq in Ec, Ed. congruence.
  - rewrite compare_captures_opposite, Nat.compare_antisym. now destruct (compare_captures c d).
Qed.

Lemma compare_opposite all front f g : compare_forms all front g f = CompOpp (compare_forms all front f g).
Proof.
  revert front g. induction f as [|a f IH]; intros front g.
  - rewrite compare_nothing_right, compare_nothing_left. destruct g; [easy|]. now destruct (_ || _).
  - destruct g as [|b g].
    + rewrite compare_nothing_right, compare_nothing_left. now destruct (_ || _).
    + rewrite !compare_both. destruct (atom_eq_dec b a) as [->|H].
      * destruct (atom_eq_dec a a); [apply IH|easy].
      * destruct (atom_eq_dec a b); [congruence|now apply compare_different_opposite].
Qed.

Lemma compare_equal all front f : compare_forms all front f f = Eq.
Proof.
  pose proof (compare_opposite all front f f) as H. now destruct (compare_forms all front f f).
Qed.

Lemma compare_captures_transitive c d e :
  compare_captures c d <> Gt -> compare_captures d e <> Gt -> compare_captures c e <> Gt.
Proof.
  unfold compare_captures, then_by.
  destruct (Nat.compare_spec (class c) (class d)); destruct (Nat.compare_spec (class d) (class e)); try easy;
    destruct (Nat.compare_spec (class c) (class e)); try easy; try lia;
  destruct (Nat.compare_spec (amount d) (amount c)); try easy; destruct (Nat.compare_spec (amount e) (amount d)); try easy;
    destruct (Nat.compare_spec (amount e) (amount c)); try easy; try lia;
  destruct (Nat.compare_spec (free_values c) (free_values d)); try easy;
    destruct (Nat.compare_spec (free_values d) (free_values e)); try easy;
    destruct (Nat.compare_spec (free_values c) (free_values e)); try easy; try lia;
  destruct (Nat.compare_spec (stop_length d) (stop_length c)); try easy;
    destruct (Nat.compare_spec (stop_length e) (stop_length d)); try easy;
    destruct (Nat.compare_spec (stop_length e) (stop_length c)); try easy; try lia.
Qed.

(** A form of slashes only comes before one that is not, but not behind a wildcard. *)
Lemma slashes_come_first all front f g :
  ends_in_wildcard front = false -> only_slashes f = true -> only_slashes g = false -> compare_forms all front f g = Lt.
Proof.
  revert front g. induction f as [|a f IH]; intros front [|b g] Hw Hf Hg; try easy.
  - rewrite compare_nothing_left. now rewrite Hw, Hg.
  - rewrite compare_both. destruct a as [c|c]; [|easy]. destruct (atom_eq_dec (Char c) b) as [<-|E].
    + simpl in Hf, Hg. apply andb_true_iff in Hf as (Hc & Hf). rewrite Hc in Hg. apply IH; try easy.
      unfold ends_in_wildcard. now rewrite rev_app_distr.
    + cbn [compare_different]. destruct b as [d|d]; [|easy]. now rewrite Hw, Hf.
Qed.

(** * Sorting *)

(** A stable sort. *)
Section Sort.
  Context {B : Type}.
  Variable cmp : B -> B -> comparison.

  Fixpoint insert_sorted (x : B) (l : list B) : list B :=
    match l with
    | [] => [x]
    | y :: rest => match cmp x y with Gt => y :: insert_sorted x rest | _ => x :: l end
    end.

  Definition sort (l : list B) : list B := fold_right insert_sorted [] l.

  Lemma insert_sorted_permutes x l : Permutation (insert_sorted x l) (x :: l).
  Proof.
    induction l as [|y l IH]; simpl; [easy|]. destruct (cmp x y); try easy. rewrite IH. constructor.
  Qed.

  Lemma sort_permutes l : Permutation (sort l) l.
  Proof. induction l as [|x l IH]; simpl; [easy|]. now rewrite insert_sorted_permutes, IH. Qed.

  Hypothesis opposite : forall x y, cmp y x = CompOpp (cmp x y).
  Hypothesis transitive : forall x y z, cmp x y <> Gt -> cmp y z <> Gt -> cmp x z <> Gt.

  (** Sorted, and equals in their order [R]. *)
  Definition in_order (R : B -> B -> Prop) (x y : B) : Prop := cmp x y = Lt \/ (cmp x y = Eq /\ R x y).

  Lemma insert_sorted_sorts R x l :
    StronglySorted (in_order R) l -> (forall y, In y l -> R x y) -> StronglySorted (in_order R) (insert_sorted x l).
  Proof.
    intros H. induction H as [|y l Hs IH Hf]; intros Hx; simpl; [repeat constructor|]. rewrite Forall_forall in Hf.
    assert (Low : cmp x y <> Gt -> StronglySorted (in_order R) (x :: y :: l)).
    { intros Hc. constructor; [constructor; [easy|]; now rewrite Forall_forall|]. rewrite Forall_forall.
      assert (Any : forall z, In z (y :: l) -> cmp x z <> Gt -> in_order R x z).
      { intros z Hz Hn. unfold in_order. destruct (cmp x z); [right; auto|now left|easy]. }
      intros z [<-|Hz]; apply Any; try easy; [now left|now right|].
      apply (transitive x y z Hc). destruct (Hf z Hz) as [E|(E & _)]; now rewrite E. }
    destruct (cmp x y) eqn:E; [now apply Low|now apply Low|]. constructor.
    - apply IH. intros z Hz. apply Hx. now right.
    - rewrite Forall_forall. intros z Hz. apply (Permutation_in _ (insert_sorted_permutes x l)) in Hz as [<-|Hz]; [|auto].
      left. rewrite opposite, E. easy.
  Qed.

  Lemma sort_sorts R l : StronglySorted R l -> StronglySorted (in_order R) (sort l).
  Proof.
    induction 1 as [|x l Hs IH Hf]; simpl; [constructor|]. apply insert_sorted_sorts; [easy|].
    rewrite Forall_forall in Hf. intros y Hy. apply Hf. now apply (Permutation_in _ (sort_permutes l)).
  Qed.
End Sort.

Lemma sorted_app {B} (R : B -> B -> Prop) a b :
  StronglySorted R a -> StronglySorted R b -> (forall x y, In x a -> In y b -> R x y) -> StronglySorted R (a ++ b).
Proof.
  induction 1 as [|x a Hs IH Hf]; intros Hb H; [easy|]. simpl. constructor; [apply IH; auto with datatypes|].
  rewrite Forall_forall in *. intros y Hy. apply in_app_iff in Hy as [Hy|Hy]; [auto|]. apply H; [now left|easy].
Qed.

Lemma sorted_blocks {B C} (R : C -> C -> Prop) (f : B -> list C) l :
  StronglySorted (fun a b => forall x y, In x (f a) -> In y (f b) -> R x y) l ->
  (forall a, In a l -> StronglySorted R (f a)) -> StronglySorted R (flat_map f l).
Proof.
  induction 1 as [|a l Hs IH Hf]; intros H; simpl; [constructor|]. apply sorted_app.
  - apply H. now left.
  - apply IH. intros b Hb. apply H. now right.
  - rewrite Forall_forall in Hf. intros x y Hx Hy. apply in_flat_map in Hy as (b & Hb & Hy). now apply (Hf b Hb).
Qed.

Lemma sorted_weaken {B} (R S : B -> B -> Prop) l :
  (forall a b, In a l -> In b l -> R a b -> S a b) -> StronglySorted R l -> StronglySorted S l.
Proof.
  intros H Hs. induction Hs as [|a l Hs IH Hf]; constructor.
  - apply IH. intros x y Hx Hy. apply H; now right.
  - rewrite Forall_forall in *. intros b Hb. apply H; [now left|now right|auto].
Qed.
