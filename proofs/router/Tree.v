(** The compressed radix tree, in which the forms of many patterns share their beginnings. *)

From Coq Require Import List Arith Bool Sorting.Sorted.
From NextpressRouter Require Import Spec.
Import ListNotations.

Section Tree.

Context {A : Type}.

(** The end of a form: its rank, the lowest of which wins, and the value of its route. *)
Definition leaf := (nat * A)%type.

(** A node has leaves, the best first, children that begin with a text, and children that begin with a capture. *)
Inductive node :=
  | Node (leaves : list leaf) (texts : list (text * node)) (captures : list (capture * node)).

Definition empty : node := Node [] [] [].

(** Induction over a tree, with the hypothesis for all children. *)
Section Induction.
  Variable P : node -> Prop.
  Hypothesis step : forall leaves texts captures,
    (forall t child, In (t, child) texts -> P child) ->
    (forall c child, In (c, child) captures -> P child) ->
    P (Node leaves texts captures).

  Fixpoint node_induction (n : node) : P n.
  Proof.
    destruct n as [leaves texts captures]. apply step.
    - induction texts as [|(t & child) texts IH]; intros t' child' H; [destruct H|].
      destruct H as [[= <- <-]|H]; [apply node_induction | exact (IH _ _ H)].
    - induction captures as [|(c & child) captures IH]; intros c' child' H; [destruct H|].
      destruct H as [[= <- <-]|H]; [apply node_induction | exact (IH _ _ H)].
  Defined.
End Induction.

(** The lowest rank here and below; [None] without any leaf. *)
Definition lower (a b : option nat) : option nat :=
  match a, b with
  | Some x, Some y => Some (Nat.min x y)
  | Some x, None => Some x
  | None, _ => b
  end.

Fixpoint lowest (n : node) : option nat :=
  match n with
  | Node leaves texts captures =>
      lower (fold_right (fun l => lower (Some (fst l))) None leaves)
        (lower (fold_right (fun child => lower (lowest (snd child))) None texts)
               (fold_right (fun child => lower (lowest (snd child))) None captures))
  end.

(** What a tree contains, in single characters: forms with the same characters are the same to a search, however the
    tree divides their texts. *)
Inductive atom :=
  | Char (c : char)
  | Read (c : capture).

Definition atoms_of_text (t : text) : list atom := map Char t.

Fixpoint atoms (f : form) : list atom :=
  match f with
  | [] => []
  | Text t :: f' => atoms_of_text t ++ atoms f'
  | Capture c :: f' => Read c :: atoms f'
  end.

Definition below (front : list atom) (entries : list (list atom * leaf)) : list (list atom * leaf) :=
  map (fun '(back, l) => (front ++ back, l)) entries.

Fixpoint contents (n : node) : list (list atom * leaf) :=
  match n with
  | Node leaves texts captures =>
      map (fun l => ([], l)) leaves
      ++ flat_map (fun '(t, child) => below (atoms_of_text t) (contents child)) texts
      ++ flat_map (fun '(c, child) => below [Read c] (contents child)) captures
  end.

Definition rank_of (entry : list atom * leaf) : nat := fst (snd entry).
Definition ranks (n : node) : list nat := map rank_of (contents n).

(** The texts of the children of a node begin with different characters, so that a search compares the path with one. *)
Definition head (t : text) : option char := hd_error t.

Inductive well_formed : node -> Prop :=
  | well_formed_node leaves texts captures :
      StronglySorted le (map fst leaves) ->
      NoDup (map (fun '(t, _) => head t) texts) ->
      (forall t child, In (t, child) texts -> t <> [] /\ well_formed child) ->
      (forall c child, In (c, child) captures -> well_formed child) ->
      well_formed (Node leaves texts captures).

Theorem empty_is_well_formed : well_formed empty.
Proof. constructor; try easy; constructor. Qed.

(** Every rank below a node is at least the lowest of the node. *)
Lemma lower_left a b r : lower a b = r -> forall x, a = Some x -> exists y, r = Some y /\ y <= x.
Proof.
  intros <- x ->. destruct b as [y|]; simpl; eexists; split; eauto using Nat.le_min_l.
Qed.

Lemma lower_right a b x : b = Some x -> exists y, lower a b = Some y /\ y <= x.
Proof.
  intros ->. destruct a as [y|]; simpl; eexists; split; eauto using Nat.le_min_r.
Qed.

Lemma lowest_of_list {B} (f : B -> option nat) (l : list B) b x :
  In b l -> f b = Some x -> exists y, fold_right (fun b => lower (f b)) None l = Some y /\ y <= x.
Proof.
  induction l as [|a l IH]; [easy|]. intros [->|H] E; simpl.
  - rewrite E. eapply lower_left; eauto.
  - destruct (IH H E) as (y & Ey & Hy). destruct (lower_right (f a) _ _ Ey) as (z & Ez & Hz).
    exists z. split; [easy|]. now transitivity y.
Qed.

Lemma lower_of_second a b x : (exists y, b = Some y /\ y <= x) -> exists z, lower a b = Some z /\ z <= x.
Proof.
  intros (y & E & H). destruct (lower_right a b y E) as (z & Ez & Hz). exists z. split; [easy|]. now transitivity y.
Qed.

Lemma lower_of_first a b x : (exists y, a = Some y /\ y <= x) -> exists z, lower a b = Some z /\ z <= x.
Proof.
  intros (y & E & H). destruct (lower_left a b _ eq_refl y E) as (z & Ez & Hz).
  exists z. split; [easy|]. now transitivity y.
Qed.

Lemma lowest_is_lowest n r : In r (ranks n) -> exists x, lowest n = Some x /\ x <= r.
Proof.
  revert r. induction n as [leaves texts captures IHt IHc] using node_induction. intros r H.
  unfold ranks in H. simpl in H. rewrite !map_app, !in_app_iff in H. simpl. destruct H as [H|[H|H]].
  - apply in_map_iff in H as ((a & l) & <- & H). apply in_map_iff in H as (l' & E & H). injection E as <- ->.
    apply lower_of_first.
    exact (lowest_of_list (fun l => Some (fst l)) leaves l (fst l) H eq_refl).
  - apply in_map_iff in H as (entry & <- & H). apply in_flat_map in H as ((t & child) & Hin & H).
    apply in_map_iff in H as ((back & l) & <- & H).
    destruct (IHt t child Hin (fst l)) as (x & Ex & Hx).
    { apply in_map_iff. now exists (back, l). }
    apply lower_of_second, lower_of_first. unfold rank_of; simpl.
    destruct (lowest_of_list (fun child => lowest (snd child)) texts (t, child) x Hin Ex) as (y & Ey & Hy).
    exists y. split; [easy|]. now transitivity x.
  - apply in_map_iff in H as (entry & <- & H). apply in_flat_map in H as ((c & child) & Hin & H).
    apply in_map_iff in H as ((back & l) & <- & H).
    destruct (IHc c child Hin (fst l)) as (x & Ex & Hx).
    { apply in_map_iff. now exists (back, l). }
    apply lower_of_second, lower_of_second. unfold rank_of; simpl.
    destruct (lowest_of_list (fun child => lowest (snd child)) captures (c, child) x Hin Ex) as (y & Ey & Hy).
    exists y. split; [easy|]. now transitivity x.
Qed.

End Tree.

Arguments node : clear implicits.
Arguments leaf : clear implicits.
