(** [rankBySpecificity]: the ranks that a traversal of the tree gives are the order of [Specificity.v]. A form must not end in two
    slashes, because the traversal does not look into a text such as [//]. *)

From Coq Require Import List Arith Bool Lia Morphisms Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search Correct Table Specificity Memo Order Registration.
Import ListNotations.

(** * The traversal *)

Section Visit.

Context {A : Type}.

(** What follows a node in a form, and the leaf of that form. *)
Definition entry := (list atom * leaf A)%type.

Definition is_slash_text (t : text) : bool := match t with [c] => c =? slash | _ => false end.

Definition first_char (t : text) : nat := hd 0 t.

Notation compare_texts := (fun a b => first_char (fst a) ?= first_char (fst b)).
Notation compare_keys := (fun a b => compare_captures (fst a) (fst b)).

(** [rankEnds]: the leaves of a node, after those behind a slash. *)
Fixpoint ends (n : node A) : list entry :=
  match n with
  | Node leaves texts _ =>
      flat_map (fun '(t, child) => if is_slash_text t then below [Char slash] (ends child) else []) texts
      ++ map (fun l => ([], l)) leaves
  end.

(** The leaves in the order in which they are ranked. [wild] is whether a wildcard leads to the node; [ranked] whether its ends are
    ranked before, because it is a slash. The texts of a node are visited in the order of their first characters. (The TypeScript
    visits those that begin with a character above 255 last, in the order of registration.) *)
Fixpoint visit (wild ranked : bool) (n : node A) : list entry :=
  match n with
  | Node leaves texts captures =>
      let children :=
        flat_map snd (sort compare_texts (map (fun '(t, child) =>
          (t, below (atoms_of_text t) (visit false (negb wild && is_slash_text t) child))) texts))
        ++ flat_map snd (sort compare_keys (map (fun '(c, child) =>
          (c, below [Read c] (visit (ends_in_wildcard [Read c]) false child))) captures)) in
      (if wild || ranked then [] else ends n) ++ children ++ (if wild then map (fun l => ([], l)) leaves else [])
  end.

Lemma visit_plain n : visit false false n = ends n ++ visit false true n.
Proof. now destruct n. Qed.

#[local] Instance below_respects_permutation front :
  Proper (@Permutation (list atom * leaf A) ==> @Permutation _) (below front).
Proof. intros a b H. now apply Permutation_map. Qed.

Lemma visit_texts_permutes (wild : bool) (texts : list (text * node A)) :
  (forall t child, In (t, child) texts -> Permutation (visit false false child) (contents child)) ->
  Permutation
    ((if wild then [] else flat_map (fun '(t, child) => if is_slash_text t then below [Char slash] (ends child) else []) texts)
     ++ flat_map snd (map (fun '(t, child) => (t, below (atoms_of_text t) (visit false (negb wild && is_slash_text t) child))) texts))
    (flat_map (fun '(t, child) => below (atoms_of_text t) (contents child)) texts).
Proof.
  intros H. induction texts as [|(t & child) texts IH]; [now destruct wild|].
  assert (H1 := H t child (or_introl eq_refl)). specialize (IH (fun t c Hin => H t c (or_intror Hin))).
  cbn [map flat_map snd]. rewrite <- IH, <- H1. destruct wild; cbn [negb andb]; [easy|].
  destruct (is_slash_text t) eqn:E.
  - destruct t as [|c [|]]; try easy. apply Nat.eqb_eq in E as ->.
    rewrite visit_plain. unfold below at 5. rewrite map_app, <- !app_assoc. apply Permutation_app_head.
    apply Permutation_app_swap_app.
  - simpl. apply Permutation_app_swap_app.
Qed.

Lemma visit_captures_permutes (captures : list (capture * node A)) :
  (forall c child, In (c, child) captures -> forall wild, Permutation (visit wild false child) (contents child)) ->
  Permutation
    (flat_map snd (map (fun '(c, child) => (c, below [Read c] (visit (ends_in_wildcard [Read c]) false child))) captures))
    (flat_map (fun '(c, child) => below [Read c] (contents child)) captures).
Proof.
  intros H. induction captures as [|(c & child) captures IH]; [easy|]. cbn [map flat_map snd].
  rewrite IH by (intros; eapply H; right; eauto). apply Permutation_app_tail. unfold below.
  apply Permutation_map. apply (H c). now left.
Qed.

Lemma visit_permutes n wild : Permutation (visit wild false n) (contents n).
Proof.
  revert wild. induction n as [leaves texts captures IHt IHc] using node_induction.
  pose proof (visit_captures_permutes captures IHc) as PC.
  assert (PT := fun wild => visit_texts_permutes wild texts (fun t child Hin => IHt t child Hin false)). clear IHt IHc.
  intros [|]; cbn [contents visit ends orb].
  - rewrite <- (PT true), <- PC. rewrite !(sort_permutes _). simpl app. rewrite <- Permutation_app_comm. reflexivity.
  - rewrite <- (PT false), <- PC. rewrite !(sort_permutes _). rewrite app_nil_r, <- !app_assoc. apply Permutation_app_swap_app.
Qed.

Lemma visited_is_content ranked n e : In e (visit false ranked n) -> In e (contents n).
Proof.
  intros H. apply (Permutation_in _ (visit_permutes n false)). destruct ranked; [|easy].
  rewrite visit_plain. apply in_app_iff. now right.
Qed.

(** * Where a form begins to be used *)

Variable all : list (list atom).

(** What [n] contains is what follows [front] in the forms, by the number of each. *)
Definition agrees (front : list atom) (n : node A) : Prop :=
  forall i g, nth_error all i = Some (front ++ g) <-> exists a, In (g, (i, a)) (contents n).

Lemma starts_with_front front g : starts_with front (front ++ g) = true.
Proof. induction front as [|a front IH]; simpl; [easy|]. now destruct (atom_eq_dec a a). Qed.

Lemma starts_with_rest front f : starts_with front f = true -> exists g, f = front ++ g.
Proof.
  revert f. induction front as [|a front IH]; intros f H; [now exists f|]. destruct f as [|b f]; [easy|]. simpl in H.
  destruct (atom_eq_dec a b) as [->|]; [|easy]. destruct (IH f H) as (g & ->). now exists g.
Qed.

Lemma first_use_at_most front fs i f : nth_error fs i = Some f -> starts_with front f = true -> first_use front fs <= i.
Proof.
  revert i. induction fs as [|h fs IH]; intros [|i] H Hs; simpl in *; try easy.
  - injection H as ->. rewrite Hs. lia.
  - destruct (starts_with front h); [lia|]. apply le_n_S. now apply IH.
Qed.

Lemma first_use_exists front fs :
  first_use front fs = length fs \/ exists f, nth_error fs (first_use front fs) = Some f /\ starts_with front f = true.
Proof.
  induction fs as [|h fs IH]; simpl; [now left|]. destruct (starts_with front h) eqn:E; [right; now exists h|].
  destruct IH as [->|(f & Hf & Hs)]; [now left|right; now exists f].
Qed.

Lemma earlier_is_used_first front_a front_b (a b : node A) :
  agrees front_a a -> agrees front_b b -> earlier a b -> first_use front_a all < first_use front_b all.
Proof.
  intros Ha Hb (i & Hi & Hj). apply in_map_iff in Hi as ((g & (i' & v)) & E & Hi). unfold rank_of in E. simpl in E. subst i'.
  assert (Hn : nth_error all i = Some (front_a ++ g)) by (apply Ha; now exists v).
  pose proof (first_use_at_most front_a all i _ Hn (starts_with_front front_a g)).
  assert (i < first_use front_b all); [|lia].
  destruct (first_use_exists front_b all) as [->|(f & Hf & Hs)].
  - apply nth_error_Some. now rewrite Hn.
  - apply starts_with_rest in Hs as (h & ->). apply Hb in Hf as (w & Hf). apply Hj.
    apply in_map_iff. now exists (h, (first_use front_b all, w)).
Qed.

Lemma agrees_below_text front leaves texts captures t child :
  well_formed (Node leaves texts captures) -> agrees front (Node leaves texts captures) -> In (t, child) texts ->
  agrees (front ++ atoms_of_text t) child.
Proof.
  intros W H Hin i g. inversion W as [? ? ? _ Hh Ht _]; subst. rewrite <- app_assoc. split.
  - intros Hn. apply H in Hn as (a & Hc). exists a. simpl in Hc. rewrite !in_app_iff in Hc.
    destruct (Ht t child Hin) as (Hne & _). destruct Hc as [Hc|[Hc|Hc]].
    + apply in_map_iff in Hc as (l & [= E _] & _). destruct t; easy.
    + apply in_flat_map in Hc as ((u & child') & Hu & Hc). apply in_map_iff in Hc as ((g' & l) & [= E ->] & Hc).
      destruct (Ht u child' Hu) as (Hne' & _).
      assert (Eh : head u = head t) by (destruct t, u; try easy; injection E as -> _; easy).
      assert (Ee : (u, child') = (t, child)).
      { clear - Hh Hu Hin Eh. induction texts as [|(v & w) texts IH]; [easy|]. simpl in Hh. inversion Hh as [|? ? Hn Hr]; subst.
        destruct Hu as [E|Hu], Hin as [E'|Hin]; [congruence|injection E as -> ->|injection E' as -> ->|now apply IH].
        - exfalso. apply Hn. rewrite Eh. apply in_map_iff. now exists (t, child).
        - exfalso. apply Hn. rewrite <- Eh. apply in_map_iff. now exists (u, child'). }
      injection Ee as -> ->. apply app_inv_head in E as ->. easy.
    + apply in_flat_map in Hc as ((c & child') & _ & Hc). apply in_map_iff in Hc as ((g' & l) & [= E _] & _). destruct t; easy.
  - intros (a & Hc). apply H. exists a. simpl. rewrite !in_app_iff. right. left. apply in_flat_map.
    exists (t, child). split; [easy|]. apply in_map_iff. now exists (g, (i, a)).
Qed.

Lemma agrees_below_capture front leaves texts captures c child :
  well_formed (Node leaves texts captures) -> NoDup (map fst captures) -> agrees front (Node leaves texts captures) ->
  In (c, child) captures -> agrees (front ++ [Read c]) child.
Proof.
  intros W Hu H Hin i g. inversion W as [? ? ? _ _ Ht _]; subst. rewrite <- app_assoc. split.
  - intros Hn. apply H in Hn as (a & Hc). exists a. simpl in Hc. rewrite !in_app_iff in Hc. destruct Hc as [Hc|[Hc|Hc]].
    + now apply in_map_iff in Hc as (l & [= E _] & _).
    + apply in_flat_map in Hc as ((u & child') & Hu' & Hc). apply in_map_iff in Hc as ((g' & l) & [= E _] & _).
      destruct (Ht u child' Hu') as (Hne & _). destruct u; easy.
    + apply in_flat_map in Hc as ((d & child') & Hd & Hc). apply in_map_iff in Hc as ((g' & l) & [= -> -> ->] & Hc).
      assert (E : child' = child); [|now subst].
      clear - Hu Hd Hin. induction captures as [|(e & w) captures IH]; [easy|]. simpl in Hu. inversion Hu as [|? ? Hn Hr]; subst.
      destruct Hd as [E|Hd], Hin as [E'|Hin]; [congruence|injection E as -> ->|injection E' as -> ->|now apply IH].
      * exfalso. apply Hn. apply in_map_iff. now exists (c, child).
      * exfalso. apply Hn. apply in_map_iff. now exists (c, child').
  - intros (a & Hc). apply H. exists a. simpl. rewrite !in_app_iff. right. right. apply in_flat_map.
    exists (c, child). split; [easy|]. apply in_map_iff. now exists (g, (i, a)).
Qed.

(** * The traversal is sorted *)

(** The order of specificity, and of registration between equals, below a node. *)
Definition precedes (front : list atom) (x y : entry) : Prop :=
  compare_forms all front (fst x) (fst y) = Lt
  \/ (compare_forms all front (fst x) (fst y) = Eq /\ rank_of x <= rank_of y).

Definition ends_in_two_slashes (f : list atom) : Prop := exists front, f = front ++ [Char slash; Char slash].

Lemma slashes_end front f : only_slashes f = true -> ends_in_two_slashes (front ++ Char slash :: Char slash :: f).
Proof.
  revert front. induction f as [|[c|c] f IH]; intros front H; [now exists front| |easy]. simpl in H.
  apply andb_true_iff in H as (Hc & H). apply Nat.eqb_eq in Hc as ->. destruct (IH (front ++ [Char slash]) H) as (x & E).
  exists x. rewrite <- E, <- app_assoc. reflexivity.
Qed.

Hypothesis no_two_slashes : forall i f, nth_error all i = Some f -> ~ ends_in_two_slashes f.

Lemma precedes_below front a l :
  StronglySorted (precedes (front ++ a)) l -> StronglySorted (precedes front) (below a l).
Proof.
  apply sorted_map. intros (f & x) (g & y) H. unfold precedes in *. simpl in *. now rewrite compare_same_front.
Qed.

Lemma wildcard_before_text front t : t <> [] -> ends_in_wildcard (front ++ atoms_of_text t) = false.
Proof.
  intros H. unfold ends_in_wildcard. destruct t as [|c t _] using rev_ind; [easy|].
  rewrite atoms_of_app, app_assoc, rev_app_distr. easy.
Qed.

Lemma wildcard_before_capture front c : ends_in_wildcard (front ++ [Read c]) = ends_in_wildcard [Read c].
Proof. unfold ends_in_wildcard. now rewrite rev_app_distr. Qed.

(** Leaves of one form are in the order of their ranks. *)
Lemma leaves_sorted front f (leaves : list (leaf A)) :
  StronglySorted le (map fst leaves) -> StronglySorted (precedes front) (map (fun l => (f, l)) leaves).
Proof.
  induction leaves as [|l leaves IH]; simpl; intros H; inversion H as [|? ? Hs Hf]; subst; constructor; [auto|].
  rewrite Forall_forall in *. intros e He. apply in_map_iff in He as (m & <- & Hm). right. simpl.
  split; [apply compare_equal|]. unfold rank_of. simpl. apply Hf. now apply in_map.
Qed.

Lemma distinct_sorted {B C} (f : B -> C) (l : list B) : NoDup (map f l) -> StronglySorted (fun a b => f a <> f b) l.
Proof.
  induction l as [|a l IH]; simpl; intros H; inversion H as [|? ? Hn Hr]; subst; constructor; [auto|].
  rewrite Forall_forall. intros b Hb E. apply Hn. rewrite E. now apply in_map.
Qed.

Lemma both_sorted {B} (R S : B -> B -> Prop) l :
  StronglySorted R l -> StronglySorted S l -> StronglySorted (fun a b => R a b /\ S a b) l.
Proof.
  induction 1 as [|a l Hs IH Hf]; intros H; inversion H as [|? ? Hs' Hf']; subst; constructor; [auto|].
  rewrite Forall_forall in *. auto.
Qed.

Lemma wildcard_before_slash front : ends_in_wildcard (front ++ [Char slash]) = false.
Proof. unfold ends_in_wildcard. now rewrite rev_app_distr. Qed.

Lemma ends_are_slashes n e : In e (ends n) -> only_slashes (fst e) = true.
Proof.
  revert e. induction n as [leaves texts captures IHt _] using node_induction. intros e H. cbn [ends] in H.
  apply in_app_iff in H as [H|H].
  - apply in_flat_map in H as ((t & child) & Hin & H). destruct (is_slash_text t); [|easy].
    apply in_map_iff in H as ((g & l) & <- & H). simpl. now apply (IHt t child Hin (g, l)).
  - now apply in_map_iff in H as (l & <- & _).
Qed.

Lemma ends_are_sorted n front : well_formed n -> ends_in_wildcard front = false -> StronglySorted (precedes front) (ends n).
Proof.
  revert front. induction n as [leaves texts captures IHt _] using node_induction. intros front W Hw.
  inversion W as [? ? ? Hl Hh Ht _]; subst. cbn [ends]. apply sorted_app.
  - apply sorted_blocks.
    + apply distinct_sorted in Hh. revert Hh. apply sorted_weaken. intros (t & a) (u & b) _ _ Hne x y Hx Hy.
      exfalso. apply Hne. destruct t as [|c [|]]; try easy. destruct u as [|d [|]]; try easy. simpl in *.
      destruct (Nat.eqb_spec c slash) as [->|]; [|easy]. destruct (Nat.eqb_spec d slash) as [->|]; easy.
    + intros (t & child) Hin. destruct (is_slash_text t); [|constructor]. apply precedes_below.
      apply (IHt t child Hin); [now apply (Ht t)|apply wildcard_before_slash].
  - now apply leaves_sorted.
  - intros x y Hx Hy. apply in_map_iff in Hy as (l & <- & _). left. cbn [fst]. rewrite compare_nothing_right, Hw.
    apply in_flat_map in Hx as ((t & child) & _ & Hx). destruct (is_slash_text t); [|easy].
    apply in_map_iff in Hx as ((g & m) & <- & Hx). apply ends_are_slashes in Hx. simpl in *. now rewrite Hx.
Qed.

(** What is visited after the leaves of a slash and those of the node itself. *)
Definition text_entries (wild : bool) (texts : list (text * node A)) : list entry :=
  flat_map snd (sort compare_texts (map (fun '(t, child) =>
    (t, below (atoms_of_text t) (visit false (negb wild && is_slash_text t) child))) texts)).

Definition capture_entries (captures : list (capture * node A)) : list entry :=
  flat_map snd (sort compare_keys (map (fun '(c, child) =>
    (c, below [Read c] (visit (ends_in_wildcard [Read c]) false child))) captures)).

Lemma capture_entry_form captures e : In e (capture_entries captures) -> exists c g, fst e = Read c :: g.
Proof.
  intros H. apply in_flat_map in H as (block & Hb & H). apply (Permutation_in _ (sort_permutes _ _)) in Hb.
  apply in_map_iff in Hb as ((c & child) & <- & _). apply in_map_iff in H as ((g & l) & <- & _). now exists c, g.
Qed.

(** Behind a single slash that is ranked, no form is left that has slashes only. *)
Lemma ranked_are_not_slashes n front e :
  well_formed n -> orderly n -> agrees front n -> In e (visit false true n) -> only_slashes (fst e) = false.
Proof.
  revert front e. induction n as [leaves texts captures IHt _] using node_induction. intros front e W O H Hin.
  inversion W as [? ? ? _ _ Ht _]; subst. inversion O as [? ? ? Ot _ _ _]; subst.
  cbn [visit orb app] in Hin. rewrite app_nil_r in Hin. apply in_app_iff in Hin as [Hin|Hin].
  - apply in_flat_map in Hin as (block & Hb & Hin). apply (Permutation_in _ (sort_permutes _ _)) in Hb.
    apply in_map_iff in Hb as ((t & child) & <- & Htc). apply in_map_iff in Hin as ((g & (i & v)) & <- & Hg).
    destruct (Ht t child Htc) as (Hne & Wc). destruct t as [|c t]; [easy|].
    pose proof (agrees_below_text front leaves texts captures (c :: t) child W H Htc) as Hc.
    destruct (only_slashes (Char c :: atoms_of_text t ++ g)) eqn:E; [|exact E]. exfalso.
    simpl in E. apply andb_true_iff in E as (Ec & E). apply Nat.eqb_eq in Ec as ->. destruct t as [|d t].
    + simpl in E. pose proof (IHt _ child Htc _ (g, (i, v)) Wc (Ot _ child Htc) Hc Hg) as Hs. simpl in Hs. congruence.
    + simpl in E. apply andb_true_iff in E as (Ed & E). apply Nat.eqb_eq in Ed as ->.
      assert (Hi : nth_error all i = Some (front ++ Char slash :: Char slash :: atoms_of_text t ++ g)).
      { pose proof (Hc i g) as (_ & Hn). rewrite <- app_assoc in Hn. apply Hn. exists v. eapply visited_is_content; eauto. }
      apply (no_two_slashes i _ Hi). eapply slashes_end; eauto.
  - destruct (capture_entry_form captures e Hin) as (c & g & E). now rewrite E.
Qed.

(** A form that begins with a text of the node. *)
Lemma text_entry_form front wild (n : node A) leaves texts captures e :
  n = Node leaves texts captures -> well_formed n -> orderly n -> agrees front n ->
  In e (text_entries wild texts) ->
  (exists c g, fst e = Char c :: g) /\ (wild = false -> only_slashes (fst e) = false).
Proof.
  intros -> W O H Hin. inversion W as [? ? ? _ _ Ht _]; subst. split.
  - apply in_flat_map in Hin as (block & Hb & Hin). apply (Permutation_in _ (sort_permutes _ _)) in Hb.
    apply in_map_iff in Hb as ((t & child) & <- & Htc). apply in_map_iff in Hin as ((g & l) & <- & Hg).
    destruct (Ht t child Htc) as (Hne & _). destruct t as [|c t]; [easy|]. now exists c, (atoms_of_text t ++ g).
  - intros ->. apply (ranked_are_not_slashes (Node leaves texts captures) front e W O H).
    cbn [visit orb app]. rewrite app_nil_r. apply in_app_iff. left. exact Hin.
Qed.

Lemma text_entries_sorted front wild leaves texts captures :
  well_formed (Node leaves texts captures) -> wild = ends_in_wildcard front ->
  (forall e, In e (text_entries wild texts) -> wild = false -> only_slashes (fst e) = false) ->
  (forall t child ranked, In (t, child) texts -> StronglySorted (precedes (front ++ atoms_of_text t)) (visit false ranked child)) ->
  StronglySorted (precedes front) (text_entries wild texts).
Proof.
  intros W Hw Hplain Hs. inversion W as [? ? ? _ Hh Ht _]; subst leaves0 texts0 captures0. apply sorted_blocks.
  - set (block := fun '(t, child) => (t, below (atoms_of_text t) (visit false (negb wild && is_slash_text t) child))).
    assert (Hd : StronglySorted (fun a b => head (fst a) <> head (fst b)) (map block texts)).
    { eapply sorted_map; [|exact (distinct_sorted _ _ Hh)]. intros (t & a) (u & b) Hne. exact Hne. }
    apply (sort_sorts compare_texts) in Hd.
    2: { intros x y. apply Nat.compare_antisym. }
    2: { intros x y z Hx Hy. rewrite Nat.compare_ngt_iff in *. lia. }
    revert Hd. apply sorted_weaken. intros x y Hx Hy Ho e e' He He'.
    assert (Pe : In e (text_entries wild texts)) by (apply in_flat_map; now exists x).
    assert (Pe' : In e' (text_entries wild texts)) by (apply in_flat_map; now exists y).
    apply (Permutation_in _ (sort_permutes _ _)) in Hx, Hy.
    apply in_map_iff in Hx as ((t & child) & <- & Hx), Hy as ((u & child') & <- & Hy). unfold block in *. cbn [fst snd] in *.
    apply in_map_iff in He as ((g & l) & <- & _), He' as ((g' & l') & <- & _).
    destruct (Ht t child Hx) as (Hnt & _), (Ht u child' Hy) as (Hnu & _).
    destruct t as [|c t], u as [|d u]; try easy. left. specialize (Hplain _ Pe) as Np. specialize (Hplain _ Pe') as Np'.
    cbn [fst first_char atoms_of_text map app hd] in *.
    rewrite compare_both. unfold in_order in Ho. cbn [fst first_char head hd_error hd] in Ho.
    destruct (atom_eq_dec (Char c) (Char d)) as [E|E].
    + exfalso. injection E as ->. rewrite Nat.compare_refl in Ho. destruct Ho as [Ho|(_ & Ho)]; easy.
    + assert (Hlt : (c ?= d) = Lt).
      { destruct Ho as [Ho|(Ho & _)]; [easy|]. apply Nat.compare_eq in Ho. congruence. }
      cbn [compare_different]. rewrite <- Hw. destruct wild; [easy|]. now rewrite Np, Np'.
  - intros block Hb. apply (Permutation_in _ (sort_permutes _ _)) in Hb.
    apply in_map_iff in Hb as ((t & child) & <- & Hb). cbn [snd]. apply precedes_below. now apply Hs.
Qed.

Lemma capture_entries_sorted front leaves texts captures :
  well_formed (Node leaves texts captures) -> orderly (Node leaves texts captures) -> agrees front (Node leaves texts captures) ->
  (forall c child, In (c, child) captures ->
     StronglySorted (precedes (front ++ [Read c])) (visit (ends_in_wildcard [Read c]) false child)) ->
  StronglySorted (precedes front) (capture_entries captures).
Proof.
  intros W O H Hs. inversion O as [? ? ? _ _ Hu He]; subst. apply sorted_blocks.
  - set (block := fun '(c, child) => (c, below [Read c] (visit (ends_in_wildcard [Read c]) false child))).
    assert (Hd : StronglySorted (fun a b => fst a <> fst b
                   /\ first_use (front ++ [Read (fst a)]) all < first_use (front ++ [Read (fst b)]) all) (map block captures)).
    { pose proof (both_sorted _ _ _ (distinct_sorted _ _ Hu) He) as Hb.
      assert (Hb' : StronglySorted (fun a b : capture * node A => fst a <> fst b
                   /\ first_use (front ++ [Read (fst a)]) all < first_use (front ++ [Read (fst b)]) all) captures).
      { revert Hb. apply sorted_weaken. intros (c & a) (d & b) Ha Hb (Hne & Hearlier). split; [easy|].
        apply (earlier_is_used_first _ _ a b); [| |easy].
        - now apply (agrees_below_capture front leaves texts captures).
        - now apply (agrees_below_capture front leaves texts captures). }
      eapply sorted_map; [|exact Hb']. intros (c & a) (d & b) Hr. exact Hr. }
    apply (sort_sorts compare_keys) in Hd.
    2: { intros x y. apply compare_captures_opposite. }
    2: { intros x y z. apply compare_captures_transitive. }
    revert Hd. apply sorted_weaken. intros x y Hx Hy Ho e e' He1 He2.
    apply (Permutation_in _ (sort_permutes _ _)) in Hx, Hy.
    apply in_map_iff in Hx as ((c & child) & <- & Hx), Hy as ((d & child') & <- & Hy). unfold block in *. cbn [fst snd] in *.
    apply in_map_iff in He1 as ((g & l) & <- & _), He2 as ((g' & l') & <- & _). left. cbn [fst app].
    rewrite compare_both. unfold in_order in Ho. cbn [fst] in Ho.
    destruct (atom_eq_dec (Read c) (Read d)) as [E|E].
    + exfalso. injection E as ->. destruct Ho as [Ho|(_ & Ho & _)]; [|easy].
      pose proof (compare_captures_opposite d d) as Hop. rewrite Ho in Hop. easy.
    + cbn [compare_different]. destruct Ho as [->|(-> & _ & Ho)]; [easy|]. simpl. now apply Nat.compare_lt_iff.
  - intros block Hb. apply (Permutation_in _ (sort_permutes _ _)) in Hb.
    apply in_map_iff in Hb as ((c & child) & <- & Hb). cbn [snd]. apply precedes_below. now apply Hs.
Qed.

(** The traversal of a tree is sorted by the comparison of forms. *)
Theorem visit_is_sorted n front wild ranked :
  well_formed n -> orderly n -> agrees front n -> wild = ends_in_wildcard front ->
  StronglySorted (precedes front) (visit wild ranked n).
Proof.
  revert front wild ranked. induction n as [leaves texts captures IHt IHc] using node_induction.
  intros front wild ranked W O H Hw. inversion W as [? ? ? Hl Hh Ht Hc]; subst. inversion O as [? ? ? Ot Oc Hu He]; subst.
  set (wild := ends_in_wildcard front).
  assert (TF := fun e => text_entry_form front wild _ leaves texts captures e eq_refl W O H).
  assert (ST : StronglySorted (precedes front) (text_entries wild texts)).
  { apply (text_entries_sorted front wild leaves texts captures W eq_refl); [intros e Hin; now apply TF|].
    intros t child r Hin. destruct (Ht t child Hin) as (Hne & Wc). apply (IHt t child Hin); [easy|now apply (Ot t)| |].
    - now apply (agrees_below_text front leaves texts captures).
    - symmetry. now apply wildcard_before_text. }
  assert (SC : StronglySorted (precedes front) (capture_entries captures)).
  { apply (capture_entries_sorted front leaves texts captures W O H). intros c child Hin.
    apply (IHc c child Hin); [now apply (Hc c)|now apply (Oc c)| |symmetry; apply wildcard_before_capture].
    now apply (agrees_below_capture front leaves texts captures). }
  clear IHt IHc.
  assert (Children : StronglySorted (precedes front) (text_entries wild texts ++ capture_entries captures)).
  { apply sorted_app; [exact ST|exact SC|]. intros x y Hx Hy. destruct (TF x Hx) as ((c & g & Ex) & _).
    destruct (capture_entry_form captures y Hy) as (d & g' & Ey). left. rewrite Ex, Ey, compare_both.
    now destruct (atom_eq_dec (Char c) (Read d)). }
  assert (Nonempty : forall e, In e (text_entries wild texts ++ capture_entries captures) -> fst e <> []).
  { intros e Hin. apply in_app_iff in Hin as [Hin|Hin]; [destruct (TF e Hin) as ((c & g & ->) & _)|]; [easy|].
    destruct (capture_entry_form captures e Hin) as (c & g & ->). easy. }
  assert (Plain : wild = false -> forall e, In e (text_entries wild texts ++ capture_entries captures) -> only_slashes (fst e) = false).
  { intros E e Hin. apply in_app_iff in Hin as [Hin|Hin]; [now apply TF|].
    destruct (capture_entry_form captures e Hin) as (c & g & ->). easy. }
  cbn [visit]. fold (text_entries wild texts). fold (capture_entries captures). destruct wild eqn:E; cbn [orb app].
  - apply sorted_app; [exact Children|now apply leaves_sorted|]. intros x y Hx Hy. apply in_map_iff in Hy as (l & <- & _). left.
    cbn [fst]. rewrite compare_nothing_right. unfold wild in E. rewrite E. specialize (Nonempty x Hx). now destruct (fst x).
  - rewrite app_nil_r. apply sorted_app; [|exact Children|].
    + destruct ranked; [constructor|]. now apply (ends_are_sorted (Node leaves texts captures)).
    + intros x y Hx Hy. destruct ranked; [easy|]. left. apply slashes_come_first; [easy| |now apply Plain].
      now apply (ends_are_slashes (Node leaves texts captures)).
Qed.

End Visit.

(** * One order *)

(** A list that is sorted by a relation of which no two members are related both ways is sorted transitively. *)
Lemma sorted_is_transitive {B} (R : B -> B -> Prop) l a b c :
  StronglySorted R l ->
  (forall x, In x l -> R x x) -> (forall x y, In x l -> In y l -> R x y -> R y x -> x = y) ->
  In a l -> In b l -> In c l -> R a b -> R b c -> R a c.
Proof.
  intros H. induction H as [|x l Hs IH Hf]; intros Hr Ha Ia Ib Ic Rab Rbc; [easy|]. rewrite Forall_forall in Hf.
  destruct Ic as [<-|Ic].
  - destruct Ib as [<-|Ib]; [easy|]. assert (b = x) as -> by (apply Ha; auto with datatypes). easy.
  - destruct Ia as [<-|Ia]; [now apply Hf|]. destruct Ib as [<-|Ib].
    + assert (a = x) as -> by (apply Ha; auto with datatypes). easy.
    + apply IH; auto with datatypes.
Qed.

Lemma sorted_lists_are_the_same {B} (R : B -> B -> Prop) k l :
  Permutation k l -> (forall x y, In x l -> In y l -> R x y -> R y x -> x = y) ->
  StronglySorted R k -> StronglySorted R l -> k = l.
Proof.
  revert l. induction k as [|x k IH]; intros l P Ha Hk Hl.
  - now apply Permutation_nil in P.
  - destruct l as [|y l]; [now apply Permutation_sym, Permutation_nil in P|].
    inversion Hk as [|? ? Hk' Hfk]; subst. inversion Hl as [|? ? Hl' Hfl]; subst. rewrite Forall_forall in *.
    assert (x = y) as ->.
    { assert (Hx : In x (y :: l)) by (apply (Permutation_in _ P); now left).
      assert (Hy : In y (x :: k)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
      destruct Hx as [->|Hx]; [easy|]. destruct Hy as [->|Hy]; [easy|]. apply Ha; [now right|now left|auto|auto]. }
    f_equal. apply IH; try easy; [now apply Permutation_cons_inv in P|]. intros. apply Ha; try easy; now right.
Qed.

Section Same.

Context {A : Type}.
Variable fs : @table A.

Notation all := (map (fun '(_, f) => atoms f) fs).
Notation registered := (numbered 0 fs).

(** No form ends in two slashes. *)
Hypothesis no_two_slashes : forall a f, In (a, f) fs -> ~ ends_in_two_slashes (atoms f).

(** A form with its number, as an entry of the tree. *)
Definition entry_of (x : leaf A * form) : list atom * leaf A := (atoms (snd x), fst x).

Notation order := (visit false false (build registered)).

Lemma numbered_places k (gs : @table A) i a f :
  In ((i, a), f) (numbered k gs) <-> k <= i /\ nth_error gs (i - k) = Some (a, f).
Proof.
  revert k. induction gs as [|(b & g) gs IH]; intros k; simpl.
  - split; [easy|]. intros (_ & H). now destruct (i - k).
  - rewrite IH. split.
    + intros [[= <- <- <-]|(Hl & Hn)]; [rewrite Nat.sub_diag; now split|]. split; [lia|].
      replace (i - k) with (S (i - S k)) by lia. exact Hn.
    + intros (Hl & Hn). destruct (Nat.eq_dec i k) as [->|Hi].
      * left. rewrite Nat.sub_diag in Hn. injection Hn as -> ->. easy.
      * right. split; [lia|]. replace (i - k) with (S (i - S k)) in Hn by lia. exact Hn.
Qed.

Lemma order_permutes : Permutation order (map entry_of registered).
Proof.
  rewrite visit_permutes, contents_of_build. erewrite map_ext; [reflexivity|]. now intros (l & f).
Qed.

Lemma tree_agrees : agrees all [] (build registered).
Proof.
  intros i g. simpl. split.
  - intros H. apply nth_error_In in H as Hin. rewrite nth_error_map in H.
    destruct (nth_error fs i) as [(a & f)|] eqn:E; [|easy]. injection H as <-. exists a.
    eapply Permutation_in; [symmetry; apply contents_of_build|]. apply in_map_iff. exists ((i, a), f). split; [easy|].
    apply numbered_places. rewrite Nat.sub_0_r. split; [lia|easy].
  - intros (a & H). eapply Permutation_in in H; [|apply contents_of_build].
    apply in_map_iff in H as ((l & f) & [= <- ->] & H). apply numbered_places in H as (_ & H).
    rewrite Nat.sub_0_r in H. rewrite nth_error_map, H. easy.
Qed.

Lemma order_is_sorted : StronglySorted (precedes all []) order.
Proof.
  apply visit_is_sorted; [|apply build_is_well_formed|apply build_is_orderly|apply tree_agrees|easy].
  intros i f H. apply nth_error_In, in_map_iff in H as ((a & g) & <- & H). now apply (no_two_slashes a).
Qed.

Lemma number_of_entry x y : In x registered -> In y registered -> fst (fst x) = fst (fst y) -> x = y.
Proof.
  destruct x as ((i & a) & f), y as ((j & b) & g). intros Hx Hy E. simpl in E. subst j.
  apply numbered_places in Hx as (_ & Hx), Hy as (_ & Hy). congruence.
Qed.

(** The order, of forms with their numbers. *)
Definition before_form (x y : leaf A * form) : Prop := precedes all [] (entry_of x) (entry_of y).

Lemma before_form_antisymmetric x y : In x registered -> In y registered -> before_form x y -> before_form y x -> x = y.
Proof.
  intros Hx Hy H H'. apply number_of_entry; try easy. unfold before_form, precedes in *.
  rewrite (compare_opposite all [] (fst (entry_of x))) in H'. destruct H as [H|(H & Hl)]; rewrite H in H'; simpl in H'.
  - destruct H' as [|(? & _)]; easy.
  - destruct H' as [|(_ & Hl')]; [easy|]. unfold rank_of in *. simpl in *. lia.
Qed.

Lemma before_form_transitive x y z :
  In x registered -> In y registered -> In z registered -> before_form x y -> before_form y z -> before_form x z.
Proof.
  intros Hx Hy Hz. unfold before_form. pose proof order_permutes as P.
  apply (sorted_is_transitive (precedes all []) order); [exact order_is_sorted| | | | |].
  - intros e He. right. split; [apply compare_equal|easy].
  - intros e e' He He' H H'. apply (Permutation_in _ P) in He, He'.
    apply in_map_iff in He as (u & <- & Hu), He' as (v & <- & Hv). f_equal. now apply before_form_antisymmetric.
  - eapply Permutation_in; [symmetry; exact P|now apply in_map].
  - eapply Permutation_in; [symmetry; exact P|now apply in_map].
  - eapply Permutation_in; [symmetry; exact P|now apply in_map].
Qed.

Lemma insert_by_specificity_permutes (x : leaf A * form) l : Permutation (insert_by_specificity all x l) (x :: l).
Proof.
  induction l as [|y l IH]; simpl; [easy|]. destruct (compare_forms _ _ _ _); try easy; rewrite IH; constructor.
Qed.

Lemma insert_by_specificity_sorts (x : leaf A * form) l :
  In x registered -> (forall y, In y l -> In y registered /\ fst (fst y) <= fst (fst x)) ->
  StronglySorted before_form l -> StronglySorted before_form (insert_by_specificity all x l).
Proof.
  intros Hx Hl H. induction H as [|y l Hs IH Hf]; simpl; [repeat constructor|]. rewrite Forall_forall in Hf.
  destruct (Hl y (or_introl eq_refl)) as (Hy & Hn).
  assert (Later : compare_forms all [] (atoms (snd x)) (atoms (snd y)) <> Lt ->
                  StronglySorted before_form (y :: insert_by_specificity all x l)).
  { intros Hc. constructor; [apply IH; intros z Hz; apply Hl; now right|]. rewrite Forall_forall. intros z Hz.
    apply (Permutation_in _ (insert_by_specificity_permutes x l)) in Hz as [<-|Hz]; [|auto].
    unfold before_form, precedes. rewrite (compare_opposite all [] (fst (entry_of x))). simpl.
    destruct (compare_forms all [] (atoms (snd x)) (atoms (snd y))); [right; now split|easy|now left]. }
  destruct (compare_forms all [] (atoms (snd x)) (atoms (snd y))) eqn:E; [now apply Later| |now apply Later].
  constructor; [constructor; [easy|now rewrite Forall_forall]|]. rewrite Forall_forall.
  assert (Hxy : before_form x y) by now left. intros z [<-|Hz]; [easy|].
  apply (before_form_transitive x y z); [easy|easy|apply (Hl z); now right|easy|auto].
Qed.

Lemma by_specificity_from gs k sorted :
  (forall x, In x (numbered k gs) -> In x registered) ->
  (forall x, In x sorted -> In x registered /\ fst (fst x) < k) ->
  StronglySorted before_form sorted ->
  let result := fold_left (fun sorted entry => insert_by_specificity all entry sorted) (numbered k gs) sorted in
  StronglySorted before_form result /\ Permutation result (numbered k gs ++ sorted).
Proof.
  revert k sorted. induction gs as [|(a & f) gs IH]; intros k sorted Hg Hs H; simpl; [now split|].
  set (x := ((k, a), f)). assert (Hx : In x registered) by (apply Hg; now left).
  destruct (IH (S k) (insert_by_specificity all x sorted)) as (I1 & I2).
  - intros y Hy. apply Hg. now right.
  - intros y Hy. apply (Permutation_in _ (insert_by_specificity_permutes x sorted)) in Hy as [<-|Hy]; [split; [easy|simpl; lia]|].
    destruct (Hs y Hy). split; [easy|lia].
  - apply insert_by_specificity_sorts; [easy| |easy]. intros y Hy. destruct (Hs y Hy) as (Hr & Hl). split; [easy|]. simpl. lia.
  - split; [exact I1|]. rewrite I2, insert_by_specificity_permutes. symmetry. apply Permutation_middle.
Qed.

Lemma all_of_registered : map (fun '(_, f) => atoms f) registered = all.
Proof.
  generalize 0. clear no_two_slashes. induction fs as [|(a & f) gs IH]; intros k; simpl; [easy|]. now rewrite IH.
Qed.

(** The traversal of the tree ranks the leaves in exactly the order that comparing the forms gives. *)
Theorem traversal_is_by_specificity : order = map entry_of (by_specificity registered).
Proof.
  unfold by_specificity. rewrite all_of_registered.
  destruct (by_specificity_from fs 0 []) as (Hs & P); [easy|easy|constructor|]. rewrite app_nil_r in P.
  apply (sorted_lists_are_the_same (precedes all [])).
  - rewrite order_permutes. now rewrite P.
  - intros e e' He He' H H'. apply in_map_iff in He as (u & <- & Hu), He' as (v & <- & Hv).
    apply (Permutation_in _ P) in Hu, Hv. f_equal. now apply before_form_antisymmetric.
  - apply order_is_sorted.
  - revert Hs. apply sorted_map. easy.
Qed.

Lemma by_specificity_permutes : Permutation (by_specificity registered) registered.
Proof.
  unfold by_specificity. rewrite all_of_registered.
  destruct (by_specificity_from fs 0 []) as (_ & P); [easy|easy|constructor|]. now rewrite app_nil_r in P.
Qed.

Definition without_number (x : leaf A * form) : A * form := (snd (fst x), snd x).

Lemma insert_without_numbers x l :
  map without_number (insert_by_specificity all x l) = insert_by_specificity all (without_number x) (map without_number l).
Proof.
  induction l as [|y l IH]; simpl; [easy|]. destruct (compare_forms _ _ _ _); simpl; now rewrite ?IH.
Qed.

Lemma by_specificity_without_numbers : by_specificity fs = map without_number (by_specificity registered).
Proof.
  unfold by_specificity. rewrite all_of_registered.
  assert (H : forall gs k sorted, fold_left (fun sorted entry => insert_by_specificity all entry sorted) gs (map without_number sorted)
    = map without_number (fold_left (fun sorted entry => insert_by_specificity all entry sorted) (numbered k gs) sorted)).
  { intros gs. induction gs as [|(a & f) gs IH]; intros k sorted; [easy|]. simpl.
    rewrite <- (IH (S k)). f_equal. now rewrite insert_without_numbers. }
  apply (H fs 0 []).
Qed.

(** The place of a number in a list. *)
Fixpoint place_of (i : nat) (l : list nat) : nat :=
  match l with
  | [] => 0
  | j :: rest => if i =? j then 0 else S (place_of i rest)
  end.

(** The table with the ranks that the traversal of its tree gives. *)
Definition ranked_by_traversal : @ranked A :=
  map (fun '((i, a), f) => ((place_of i (map rank_of order), a), f)) registered.

Lemma place_of_front front i l : ~ In i front -> place_of i (front ++ i :: l) = length front.
Proof.
  induction front as [|j front IH]; simpl; intros H; [now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec i j) as [->|]; [exfalso; apply H; now left|]. f_equal. apply IH. intros Hin. apply H. now right.
Qed.

Lemma places_number (l : @table (leaf A)) front :
  NoDup (front ++ map (fun x => fst (fst x)) l) ->
  map (fun '((i, a), f) => ((place_of i (front ++ map (fun x => fst (fst x)) l), a), f)) l
  = numbered (length front) (map without_number l).
Proof.
  revert front. induction l as [|((i & a) & f) l IH]; intros front H; [easy|]. cbn [map fst snd without_number numbered].
  rewrite place_of_front.
  - f_equal. specialize (IH (front ++ [i])). rewrite <- app_assoc, app_length, Nat.add_1_r in IH. now apply IH.
  - apply NoDup_remove in H as (_ & H). rewrite in_app_iff in H. tauto.
Qed.

Lemma ranked_by_traversal_permutes : Permutation ranked_by_traversal (numbered 0 (by_specificity fs)).
Proof.
  unfold ranked_by_traversal. rewrite traversal_is_by_specificity, map_map. rewrite by_specificity_without_numbers.
  pose proof (places_number (by_specificity registered) []) as E. cbn [app length] in E. rewrite <- E.
  - apply Permutation_map. symmetry. apply by_specificity_permutes.
  - rewrite by_specificity_permutes. replace (map (fun x => fst (fst x)) registered) with (ranks_of registered).
    + apply numbered_without_duplicates.
    + apply map_ext. now intros ((i & a) & f).
Qed.

(** With the ranks of its traversal, a tree finds the most specific form that matches, in the order of the comparison of forms. *)
Theorem search_finds_most_specific accepts fold at_end p :
  option_map without_rank (search accepts fold at_end (build ranked_by_traversal) p [] None)
  = spec_find accepts fold at_end (by_specificity fs) p.
Proof. apply ranks_decide, ranked_by_traversal_permutes. Qed.

End Same.
