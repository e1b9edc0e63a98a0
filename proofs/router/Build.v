(** Adds forms to a tree, and divides texts where forms part. *)

From Coq Require Import List Arith Bool Lia Morphisms Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree.
Import ListNotations.

Definition capture_eq_dec (a b : capture) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(** What two texts begin with, and what is left of each. *)
Fixpoint shared (a b : text) : text * text * text :=
  match a, b with
  | c :: a', d :: b' => if c =? d then let '(s, x, y) := shared a' b' in (c :: s, x, y) else ([], a, b)
  | _, _ => ([], a, b)
  end.

Definition same_head (a b : text) : bool :=
  match a, b with c :: _, d :: _ => c =? d | _, _ => false end.

Section Build.

Context {A : Type}.

Fixpoint add_leaf (l : leaf A) (leaves : list (leaf A)) : list (leaf A) :=
  match leaves with
  | [] => [l]
  | m :: rest => if fst l <? fst m then l :: leaves else m :: add_leaf l rest
  end.

(** Replaces the child with the same beginning, or adds one. [descend] continues below what both begin with. *)
Fixpoint place (t : text) (descend : text -> node A -> node A) (texts : list (text * node A)) : list (text * node A) :=
  match texts with
  | [] => [(t, descend [] empty)]
  | (u, child) :: rest =>
      if same_head u t then
        let '(s, kept, more) := shared u t in
        let upper := match kept with [] => child | _ => Node [] [(kept, child)] [] end in
        (s, descend more upper) :: rest
      else (u, child) :: place t descend rest
  end.

(** Applies [continue] to the node that is reached by a text. [fuel] is at least the length of the text. *)
Fixpoint insert_text (fuel : nat) (t : text) (continue : node A -> node A) (n : node A) : node A :=
  match t, fuel, n with
  | _ :: _, S fuel', Node leaves texts captures =>
      Node leaves (place t (fun more => insert_text fuel' more continue) texts) captures
  | _, _, _ => continue n
  end.

(** A new capture is the last one. The router sorts them by specificity, which only saves steps: ranks decide which leaf is found. *)
Fixpoint insert_capture (c : capture) (continue : node A -> node A) (captures : list (capture * node A)) : list (capture * node A) :=
  match captures with
  | [] => [(c, continue empty)]
  | (d, child) :: rest =>
      if capture_eq_dec d c then (d, continue child) :: rest else (d, child) :: insert_capture c continue rest
  end.

Fixpoint insert (f : form) (l : leaf A) (n : node A) : node A :=
  match f with
  | [] => let (leaves, texts, captures) := n in Node (add_leaf l leaves) texts captures
  | Text t :: f' => insert_text (length t) t (insert f' l) n
  | Capture c :: f' => let (leaves, texts, captures) := n in Node leaves texts (insert_capture c (insert f' l) captures)
  end.

(** A tree of ranked forms. *)
Definition build (forms : list (leaf A * form)) : node A :=
  fold_left (fun n '(l, f) => insert f l n) forms empty.

(** * A form is added, and nothing else changes *)

Lemma shared_divides a b s x y : shared a b = (s, x, y) -> a = s ++ x /\ b = s ++ y.
Proof.
  revert b s x y. induction a as [|c a IH]; intros [|d b] s x y H; simpl in H; try (injection H as <- <- <-; now split).
  destruct (c =? d) eqn:E; [|injection H as <- <- <-; now split].
  apply Nat.eqb_eq in E as ->. destruct (shared a b) as ((s' & x') & y') eqn:E. injection H as <- <- <-.
  destruct (IH b s' x' y' E) as (-> & ->). now split.
Qed.

Lemma same_head_shares a b s x y : same_head a b = true -> shared a b = (s, x, y) -> s <> [] /\ head s = head a.
Proof.
  destruct a as [|c a], b as [|d b]; simpl; try easy. intros ->. destruct (shared a b) as ((s' & x') & y').
  now intros [= <- <- <-].
Qed.

Lemma below_nothing (entries : list (list atom * leaf A)) : below [] entries = entries.
Proof. unfold below. rewrite <- (map_id entries) at 2. apply map_ext. now intros (back & l). Qed.

Lemma below_below a b (entries : list (list atom * leaf A)) : below a (below b entries) = below (a ++ b) entries.
Proof. unfold below. rewrite map_map. apply map_ext. intros (back & l). now rewrite app_assoc. Qed.

#[local] Instance below_respects_permutation front :
  Proper (@Permutation (list atom * leaf A) ==> @Permutation _) (below front).
Proof. intros a b H. now apply Permutation_map. Qed.

Lemma below_cons a back l (entries : list (list atom * leaf A)) :
  below a ((back, l) :: entries) = (a ++ back, l) :: below a entries.
Proof. reflexivity. Qed.

Lemma atoms_of_app a b : atoms_of_text (a ++ b) = atoms_of_text a ++ atoms_of_text b.
Proof. apply map_app. Qed.

Notation text_contents := (flat_map (fun '(t, child) => below (atoms_of_text t) (contents child))).
Notation capture_contents := (flat_map (fun '(c, child) => below [Read c] (contents child))).

(** [continue] adds one entry. *)
Definition adds (back : list atom) (l : leaf A) (continue : node A -> node A) : Prop :=
  forall n, Permutation (contents (continue n)) ((back, l) :: contents n).

Lemma contents_of_divided kept (child : node A) :
  contents (match kept with [] => child | _ => Node [] [(kept, child)] [] end)
  = below (atoms_of_text kept) (contents child).
Proof.
  destruct kept as [|c kept]; simpl; [now rewrite below_nothing|]. now rewrite !app_nil_r.
Qed.

Lemma place_adds t back l descend texts :
  t <> [] ->
  (forall more upper, length more < length t ->
     Permutation (contents (descend more upper)) ((atoms_of_text more ++ back, l) :: contents upper)) ->
  Permutation (text_contents (place t descend texts)) ((atoms_of_text t ++ back, l) :: text_contents texts).
Proof.
  intros Ht H. induction texts as [|(u & child) texts IH]; simpl.
  - rewrite app_nil_r, (H [] empty); [|destruct t; simpl; [easy|lia]].
    simpl. reflexivity.
  - destruct (same_head u t) eqn:E.
    + destruct (shared u t) as ((s & kept) & more) eqn:Es.
      destruct (same_head_shares _ _ _ _ _ E Es) as (Hs & _).
      destruct (shared_divides _ _ _ _ _ Es) as (-> & ->). simpl.
      rewrite H.
      2: { rewrite app_length. destruct s; [easy|simpl; lia]. }
      simpl. rewrite contents_of_divided. fold (below (atoms_of_text s) (below (atoms_of_text kept) (contents child))).
      rewrite below_below, !atoms_of_app, <- app_assoc. reflexivity.
    + simpl. rewrite IH. symmetry. apply Permutation_middle.
Qed.

Lemma insert_text_adds fuel t back l continue :
  length t <= fuel -> adds back l continue -> adds (atoms_of_text t ++ back) l (insert_text fuel t continue).
Proof.
  revert t. induction fuel as [|fuel IH]; intros [|c t] Hf H n; simpl in *; try lia; try apply H.
  destruct n as [leaves texts captures]. cbn [contents].
  rewrite (place_adds (c :: t) back l).
  - simpl. rewrite <- Permutation_middle. reflexivity.
  - easy.
  - intros more upper Hm. apply IH; [simpl in Hm; lia|exact H].
Qed.

Lemma insert_capture_adds c back l continue captures :
  adds back l continue ->
  Permutation (capture_contents (insert_capture c continue captures)) ((Read c :: back, l) :: capture_contents captures).
Proof.
  intros H. induction captures as [|(d & child) captures IH]; simpl.
  - rewrite (H empty). reflexivity.
  - destruct (capture_eq_dec d c) as [->|]; simpl.
    + rewrite H. reflexivity.
    + rewrite IH. symmetry. apply Permutation_middle.
Qed.

Lemma add_leaf_adds l leaves : Permutation (add_leaf l leaves) (l :: leaves).
Proof.
  induction leaves as [|m leaves IH]; simpl; [reflexivity|].
  destruct (fst l <? fst m); [reflexivity|]. rewrite IH. constructor.
Qed.

(** Inserting a form adds exactly its own entry, whatever the tree has to divide for it. *)
Theorem insert_adds f l n : Permutation (contents (insert f l n)) ((atoms f, l) :: contents n).
Proof.
  revert n. induction f as [|[t|c] f IH]; intros n; simpl.
  - destruct n as [leaves texts captures]. simpl. now rewrite add_leaf_adds.
  - apply insert_text_adds; [easy|exact IH].
  - destruct n as [leaves texts captures]. simpl. rewrite insert_capture_adds by exact IH.
    rewrite app_assoc, <- Permutation_middle, <- app_assoc. reflexivity.
Qed.

Lemma contents_of_build_from n forms :
  Permutation (contents (fold_left (fun n '(l, f) => insert f l n) forms n))
              (map (fun '(l, f) => (atoms f, l)) forms ++ contents n).
Proof.
  revert n. induction forms as [|(l & f) forms IH]; intros n; simpl; [reflexivity|].
  rewrite IH, insert_adds. symmetry. apply Permutation_middle.
Qed.

(** A tree contains the forms that it was built from. *)
Theorem contents_of_build forms : Permutation (contents (build forms)) (map (fun '(l, f) => (atoms f, l)) forms).
Proof.
  unfold build. rewrite contents_of_build_from. simpl. now rewrite app_nil_r.
Qed.

(** * The result is well formed *)

Definition keeps_form (continue : node A -> node A) : Prop :=
  forall n, well_formed n -> well_formed (continue n).

Lemma add_leaf_sorted l leaves :
  StronglySorted le (map fst leaves) -> StronglySorted le (map fst (add_leaf l leaves)).
Proof.
  induction leaves as [|m leaves IH]; simpl; intros H; [repeat constructor|].
  destruct (Nat.ltb_spec (fst l) (fst m)) as [E|E]; simpl; inversion H as [|? ? Hs Hm]; subst.
  - constructor; [exact H|]. constructor; [lia|]. eapply Forall_impl; [|exact Hm]. simpl. lia.
  - constructor; [auto|]. rewrite (Permutation_map fst (add_leaf_adds l leaves)). simpl. now constructor.
Qed.

Lemma place_heads t descend texts :
  t <> [] ->
  map (fun '(u, _) => head u) (place t descend texts) = map (fun '(u, _) => head u) texts
  \/ map (fun '(u, _) => head u) (place t descend texts) = map (fun '(u, _) => head u) texts ++ [head t]
     /\ ~ In (head t) (map (fun '(u, _) => head u) texts).
Proof.
  intros Ht. induction texts as [|(u & child) texts IH]; simpl; [right; split; easy|].
  destruct (same_head u t) eqn:E.
  - left. destruct (shared u t) as ((s & kept) & more) eqn:Es. simpl. f_equal.
    now apply (same_head_shares _ _ _ _ _ E Es).
  - simpl. destruct IH as [->|(-> & H)]; [now left|right]. split; [easy|].
    intros [He|Hin]; [|now apply H]. destruct u as [|c u], t as [|d t]; simpl in *; try easy.
    injection He as ->. now rewrite Nat.eqb_refl in E.
Qed.

Lemma divided_is_well_formed kept (child : node A) :
  well_formed child -> well_formed (match kept with [] => child | _ => Node [] [(kept, child)] [] end).
Proof.
  intros H. destruct kept as [|c kept]; [easy|]. constructor; simpl; try easy; repeat constructor; try easy.
  all: destruct H0 as [[= <- <-]|[]]; easy.
Qed.

Lemma place_children t descend texts :
  t <> [] ->
  (forall more upper, length more < length t -> well_formed upper -> well_formed (descend more upper)) ->
  (forall u child, In (u, child) texts -> u <> [] /\ well_formed child) ->
  forall u child, In (u, child) (place t descend texts) -> u <> [] /\ well_formed child.
Proof.
  intros Ht Hd. induction texts as [|(v & child) texts IH]; simpl; intros H u child' Hin.
  - destruct Hin as [[= <- <-]|[]]. split; [easy|]. apply Hd; [destruct t; simpl; [easy|lia]|].
    apply empty_is_well_formed.
  - destruct (same_head v t) eqn:E.
    + destruct (shared v t) as ((s & kept) & more) eqn:Es.
      destruct Hin as [[= <- <-]|Hin]; [|apply H; now right].
      destruct (same_head_shares _ _ _ _ _ E Es) as (Hs & _). split; [easy|]. apply Hd.
      * destruct (shared_divides _ _ _ _ _ Es) as (_ & ->). rewrite app_length. destruct s; [easy|simpl; lia].
      * apply divided_is_well_formed. apply (H v child). now left.
    + destruct Hin as [[= <- <-]|Hin]; [apply H; now left|]. apply IH; [|easy]. intros. apply H. now right.
Qed.

Lemma insert_text_keeps_form fuel t continue :
  length t <= fuel -> keeps_form continue -> keeps_form (insert_text fuel t continue).
Proof.
  revert t. induction fuel as [|fuel IH]; intros [|c t] Hf H n Hn; simpl in *; try lia; try now apply H.
  destruct n as [leaves texts captures]. inversion Hn as [? ? ? Hl Hh Ht Hc]; subst. constructor; try easy.
  - destruct (place_heads (c :: t) (fun more => insert_text fuel more continue) texts) as [->|(-> & Hi)]; try easy.
    eapply Permutation_NoDup; [apply Permutation_cons_append|]. now constructor.
  - apply place_children; try easy. intros more upper Hm Hu. apply IH; [simpl in Hm; lia|easy|easy].
Qed.

Lemma insert_capture_keeps_form c continue captures :
  keeps_form continue ->
  (forall d child, In (d, child) captures -> well_formed child) ->
  forall d child, In (d, child) (insert_capture c continue captures) -> well_formed child.
Proof.
  intros Hk. induction captures as [|(e & child) captures IH]; simpl; intros H d child' Hin.
  - destruct Hin as [[= <- <-]|[]]. apply Hk, empty_is_well_formed.
  - destruct (capture_eq_dec e c) as [->|].
    + destruct Hin as [[= <- <-]|Hin]; [apply Hk|]; eapply H; eauto; now left.
    + destruct Hin as [[= <- <-]|Hin]; [eapply H; now left|]. eapply IH; eauto.
Qed.

Theorem insert_keeps_form f l n : well_formed n -> well_formed (insert f l n).
Proof.
  revert n. induction f as [|[t|c] f IH]; intros n Hn; simpl.
  - destruct n as [leaves texts captures]. inversion Hn; subst. constructor; try easy. now apply add_leaf_sorted.
  - now apply insert_text_keeps_form.
  - destruct n as [leaves texts captures]. inversion Hn; subst. constructor; try easy.
    now apply insert_capture_keeps_form.
Qed.

Theorem build_is_well_formed forms : well_formed (build forms).
Proof.
  unfold build. generalize (@empty_is_well_formed A). generalize (@empty A).
  induction forms as [|(l & f) forms IH]; intros n Hn; simpl; [easy|]. apply IH. now apply insert_keeps_form.
Qed.

End Build.
