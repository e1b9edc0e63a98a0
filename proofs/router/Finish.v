(** Before a tree is searched, its texts get the lengths that are compared fastest: short ones are joined with what follows them, long
    ones are divided. It changes nothing. *)

From Coq Require Import List Arith Bool Lia Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search.
Import ListNotations.

Section Finish.

(** A text of at most this length is compared at once. *)
Variable max_text : nat.
(** A shorter text is joined with what follows it. *)
Variable min_shared : nat.
Hypothesis min_shared_fits : 0 < min_shared <= max_text.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

Notation candidates := (@candidates accepts fold at_end A).

(** The texts of a node, with their children. *)
Definition texts_of := list (text * node A).

(** Children with another first character are not in the array. *)
Definition in_array (texts : texts_of) : bool :=
  forallb (fun '(t, _) => match t with c :: _ => c <? 256 | [] => false end) texts.

(** Replaces a short text by those that follow it, which then begin with it. Nothing else may follow, and nothing may end there. *)
Definition absorb (texts : texts_of) : texts_of :=
  match texts with
  | [(t, Node [] ((_ :: _ :: _) as inner) [])] =>
      if (length t <? min_shared) && in_array texts && in_array inner
      then map (fun '(u, child) => (t ++ u, child)) inner
      else texts
  | _ => texts
  end.

(** Divides a long text between two nodes. *)
Definition divide_text (entry : text * node A) : text * node A :=
  let (t, child) := entry in
  if length t <=? max_text then (t, child)
  else (firstn max_text t, Node [] [(skipn max_text t, child)] []).

(** Arranges a node, and then its children. [fuel] is only for Coq; a node that it does not suffice for stays as it is. *)
Fixpoint arrange (fuel : nat) (n : node A) : node A :=
  match fuel, n with
  | S fuel', Node leaves texts captures =>
      Node leaves (map (fun entry => let (t, child) := divide_text entry in (t, arrange fuel' child)) (absorb texts))
                  (map (fun '(c, child) => (c, arrange fuel' child)) captures)
  | 0, _ => n
  end.

(** Length of what two texts begin with. *)
Fixpoint common (a b : text) : nat :=
  match a, b with
  | c :: a', d :: b' => if c =? d then S (common a' b') else 0
  | _, _ => 0
  end.

(** The place of the discriminating character, in which all texts of a node differ: [discriminantIndex]. *)
Definition discriminant (texts : texts_of) : nat :=
  match texts with (t, _) :: (u, _) :: _ => common t u | _ => 0 end.

Definition is_only (texts : texts_of) : bool := match texts with [_] => true | _ => false end.

(** Whether the path has a character of a text at its place. *)
Definition character_stands (i : nat) (t p : text) : bool :=
  match nth_error t i, nth_error p i with
  | Some c, Some d => fold_char fold d =? c
  | _, _ => false
  end.

(** Enters the only child, or that with the discriminating character of the path, if its text stands there. *)
Definition try_texts (enter : node A -> text -> option (@found A) -> option found) (only : bool) (i : nat) (p : text)
    (best : option found) :=
  fix go (texts : texts_of) : option found :=
    match texts with
    | [] => best
    | (t, child) :: rest =>
        if only || character_stands i t p
        then match after fold t p with
             | Some q => if pays child best then enter child q best else best
             | None => best
             end
        else go rest
    end.

(** The search of an arranged tree. *)
Fixpoint search_arranged (n : node A) (p : text) (captured : list text) (best : option (@found A)) : option found :=
  match n with
  | Node leaves texts captures =>
      let best :=
        match leaves with
        | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
        | [] => best
        end in
      let best :=
        try_texts (fun child q best => search_arranged child q captured best) (is_only texts) (discriminant texts) p best texts in
      (fix in_captures captures best :=
         match captures with
         | [] => best
         | (c, child) :: rest =>
             in_captures rest
               (fold_left
                  (fun best '(values, q) =>
                     if pays child best then search_arranged child q (captured ++ values) best else best)
                  (reads accepts fold c p) best)
         end) captures best
  end.

(** * An arranged tree has the same candidates *)

Lemma after_app t u p : after fold (t ++ u) p = match after fold t p with Some q => after fold u q | None => None end.
Proof.
  revert p. induction t as [|c t IH]; intros p; [easy|]. destruct p as [|d p]; [easy|]. simpl.
  now destruct (fold_char fold d =? c).
Qed.

Notation text_candidates p captured :=
  (flat_map (fun '(t, child) => match after fold t p with Some q => candidates child q captured | None => [] end)).

Lemma absorb_keeps texts p captured : text_candidates p captured (absorb texts) = text_candidates p captured texts.
Proof.
  destruct texts as [|(t & [[|] [|a [|b inner]] [|]]) [|]]; try easy. unfold absorb.
  destruct (_ && _); [|easy]. remember (a :: b :: inner) as all eqn:E. clear E. cbn [flat_map].
  rewrite app_nil_r. destruct (after fold t p) as [q|] eqn:E.
  - cbn [Search.candidates flat_map]. rewrite app_nil_r.
    replace (if ends_with at_end q then _ else _) with (@nil (@found A)) by now destruct (ends_with at_end q).
    cbn [app]. induction all as [|(u & child) all IH]; [easy|]. cbn [map flat_map]. now rewrite after_app, E, IH.
  - induction all as [|(u & child) all IH]; [easy|]. cbn [map flat_map]. now rewrite after_app, E, IH.
Qed.

Lemma divide_text_keeps entry p captured :
  text_candidates p captured [divide_text entry] = text_candidates p captured [entry].
Proof.
  destruct entry as (t & child). unfold divide_text. destruct (length t <=? max_text); [easy|].
  cbn [flat_map]. rewrite !app_nil_r. rewrite <- (firstn_skipn max_text t) at 2. rewrite after_app.
  destruct (after fold (firstn max_text t) p) as [q|]; [|easy]. cbn [Search.candidates flat_map]. rewrite !app_nil_r.
  now destruct (ends_with at_end q).
Qed.

Theorem arrange_keeps_candidates fuel n p captured : candidates (arrange fuel n) p captured = candidates n p captured.
Proof.
  revert n p captured. induction fuel as [|fuel IH]; intros n p captured; [easy|].
  destruct n as [leaves texts captures]. cbn [arrange Search.candidates]. f_equal. f_equal.
  - rewrite <- (absorb_keeps texts). induction (absorb texts) as [|entry rest IHr]; [easy|]. cbn [map flat_map].
    pose proof (divide_text_keeps entry p captured) as D. cbn [flat_map] in D. rewrite !app_nil_r in D. rewrite <- D, IHr.
    f_equal. destruct (divide_text entry) as (t & child). destruct (after fold t p); [apply IH|easy].
  - induction captures as [|(c & child) rest IHr]; [easy|]. cbn [map flat_map]. rewrite IHr. f_equal.
    apply flat_map_ext. intros (values & q). apply IH.
Qed.

(** * One character decides *)

(** All texts of a node have a discriminating character, each another. *)
Definition discriminated (texts : texts_of) : Prop :=
  is_only texts = true
  \/ (NoDup (map (fun '(t, _) => nth_error t (discriminant texts)) texts)
      /\ forall t child, In (t, child) texts -> discriminant texts < length t).

Inductive arranged : node A -> Prop :=
  | arranged_node leaves texts captures :
      StronglySorted le (map fst leaves) ->
      discriminated texts ->
      (forall t child, In (t, child) texts -> arranged child) ->
      (forall c child, In (c, child) captures -> arranged child) ->
      arranged (Node leaves texts captures).

Lemma character_of_text i t p q : after fold t p = Some q -> i < length t ->
  exists d, nth_error p i = Some d /\ nth_error t i = Some (fold_char fold d).
Proof.
  revert t p. induction i as [|i IH]; intros [|c t] [|d p] H Hi; simpl in *; try easy; try lia;
    destruct (fold_char fold d =? c) eqn:E; try easy.
  - apply Nat.eqb_eq in E as <-. now exists d.
  - apply (IH t); [easy|lia].
Qed.

Lemma other_texts_have_no_candidates i d p captured (texts : texts_of) :
  nth_error p i = Some d ->
  ~ In (Some (fold_char fold d)) (map (fun '(t, _) => nth_error t i) texts) ->
  (forall t child, In (t, child) texts -> i < length t) ->
  text_candidates p captured texts = [].
Proof.
  intros Hd. induction texts as [|(t & child) texts IH]; intros Hn Hl; [easy|]. simpl.
  destruct (after fold t p) as [q|] eqn:E.
  - destruct (character_of_text i t p q E) as (d' & Hd' & Ht); [now apply (Hl t child); left|].
    exfalso. apply Hn. left. rewrite Ht. congruence.
  - simpl. apply IH; [|intros; eapply Hl; right; eauto]. intros H. apply Hn. now right.
Qed.

Lemma try_texts_chooses enter only i p captured best (texts : texts_of) :
  (forall t child q best, In (t, child) texts -> enter child q best = choose best (candidates child q captured)) ->
  (only = true /\ length texts <= 1)
  \/ (only = false /\ NoDup (map (fun '(t, _) => nth_error t i) texts) /\ (forall t child, In (t, child) texts -> i < length t)) ->
  try_texts enter only i p best texts = choose best (text_candidates p captured texts).
Proof.
  induction texts as [|(t & child) texts IH]; intros He H; [easy|]. cbn [try_texts flat_map].
  assert (One : match after fold t p with Some q => if pays child best then enter child q best else best | None => best end
                = choose best (match after fold t p with Some q => candidates child q captured | None => [] end)).
  { destruct (after fold t p) as [q|]; [|easy]. rewrite (He t) by now left.
    destruct (pays child best) eqn:P; [easy|]. now rewrite leaving_out_is_safe. }
  destruct H as [(-> & Hl)|(-> & Hn & Hl)].
  - destruct texts; [|simpl in Hl; lia]. simpl. now rewrite app_nil_r.
  - cbn [map] in Hn. inversion Hn as [|? ? Ht Hr]; subst. cbn [orb]. unfold character_stands.
    assert (Hi : i < length t) by now apply (Hl t child); left.
    assert (Hrest : forall t child, In (t, child) texts -> i < length t) by (intros; eapply Hl; right; eauto).
    destruct (nth_error t i) as [c|] eqn:Ec; [|apply nth_error_None in Ec; lia].
    destruct (nth_error p i) as [d|] eqn:Ed.
    + destruct (Nat.eqb_spec (fold_char fold d) c) as [<-|Hc].
      * rewrite (other_texts_have_no_candidates i d p captured texts Ed Ht Hrest), app_nil_r. exact One.
      * replace (match after fold t p with Some q => _ | None => _ end) with (@nil (@found A)).
        { apply IH; [intros; eapply He; right; eauto|]. right. now repeat split. }
        destruct (after fold t p) as [q|] eqn:E; [|easy].
        destruct (character_of_text i t p q E Hi) as (d' & Hd' & Ht'). congruence.
    + replace (match after fold t p with Some q => _ | None => _ end) with (@nil (@found A)).
      { apply IH; [intros; eapply He; right; eauto|]. right. now repeat split. }
      destruct (after fold t p) as [q|] eqn:E; [|easy].
      destruct (character_of_text i t p q E Hi) as (d' & Hd' & Ht'). congruence.
Qed.

(** The search of an arranged tree finds the first candidate of the lowest rank. *)
Theorem search_arranged_chooses n p captured best :
  arranged n -> search_arranged n p captured best = choose best (candidates n p captured).
Proof.
  intros W. revert p captured best.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros p captured best.
  inversion W as [? ? ? Hl Hd Ht Hc]; subst. cbn [search_arranged Search.candidates]. rewrite !(@choose_app A).
  match goal with |- _ = choose (choose ?chosen _) _ => replace (match leaves with [] => best | _ => _ end) with chosen end.
  2: { destruct (ends_with at_end p); [now rewrite first_leaf_is_best|]. now destruct leaves as [|(r & a) ?]. }
  match goal with |- _ = choose (choose ?chosen _) _ => generalize chosen as b; intros b end.
  rewrite (try_texts_chooses _ _ _ p captured b texts).
  2: { intros t child q b' Hin. apply (IHt t child Hin). now apply (Ht t). }
  2: { destruct Hd as [Ho|(Hn & Hi)].
       - left. split; [easy|]. now destruct texts as [|? [|]].
       - destruct (is_only texts) eqn:O; [left|right; now repeat split]. split; [easy|]. now destruct texts as [|? [|]]. }
  generalize (choose b (text_candidates p captured texts)) as b0. clear b best Hl Hd Ht IHt W leaves texts.
  induction captures as [|(c & child) captures IH]; intros b; [easy|]. cbn [flat_map]. rewrite choose_app, <- IH.
  2: { intros c' child' Hin. apply (IHc c' child'). now right. }
  2: { intros c' child' Hin. apply (Hc c' child'). now right. }
  f_equal. generalize (reads accepts fold c p) as ends. intros ends. revert b.
  induction ends as [|(values & q) ends IHe]; intros b; [easy|]. cbn [fold_left flat_map].
  rewrite choose_app, <- IHe. f_equal. destruct (pays child b) eqn:P; [|now rewrite leaving_out_is_safe].
  apply (IHc c child); [now left|]. apply (Hc c child). now left.
Qed.

(** * Arranging leaves a discriminating character *)

Lemma common_of_app t u v : common (t ++ u) (t ++ v) = length t + common u v.
Proof. induction t as [|c t IH]; [easy|]. simpl. now rewrite Nat.eqb_refl, IH. Qed.

Lemma common_of_heads t u : head t <> head u -> common t u = 0.
Proof.
  destruct t as [|c t], u as [|d u]; simpl; try easy. intros H. destruct (Nat.eqb_spec c d); [congruence|easy].
Qed.

Lemma common_of_firstn n t u : common t u < n -> common (firstn n t) (firstn n u) = common t u.
Proof.
  revert t u. induction n as [|n IH]; intros [|c t] [|d u] H; simpl in *; try easy; try lia.
  destruct (c =? d); [|easy]. rewrite IH; lia.
Qed.

Lemma heads_are_discriminated (texts : texts_of) :
  NoDup (map (fun '(t, _) => head t) texts) -> (forall t child, In (t, child) texts -> t <> []) ->
  discriminant texts = 0 /\ discriminated texts.
Proof.
  intros Hn Ht. assert (E : discriminant texts = 0).
  { destruct texts as [|(t & a) [|(u & b) texts]]; try easy. simpl. apply common_of_heads. intros E. simpl in Hn. rewrite E in Hn.
    inversion Hn as [|? ? H _]; subst. apply H. now left. }
  split; [easy|]. right. rewrite E. split.
  - erewrite map_ext; [exact Hn|]. intros (t & child). now destruct t.
  - intros t child Hin. apply Ht in Hin. destruct t; [easy|simpl; lia].
Qed.

Theorem well_formed_is_arranged n : well_formed n -> arranged n.
Proof.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros W. inversion W as [? ? ? Hl Hh Ht Hc]; subst.
  constructor; try easy.
  - apply heads_are_discriminated; [easy|]. intros t child Hin. now apply (Ht t child).
  - intros t child Hin. apply (IHt t child Hin). now apply (Ht t).
  - intros c child Hin. apply (IHc c child Hin). now apply (Hc c).
Qed.

(** What [absorb] leaves: texts with a discriminating character that is not far, and well-formed nodes behind them. *)
Lemma absorb_discriminates (texts : texts_of) :
  NoDup (map (fun '(t, _) => head t) texts) ->
  (forall t child, In (t, child) texts -> t <> [] /\ well_formed child) ->
  discriminated (absorb texts) /\ discriminant (absorb texts) < min_shared
  /\ forall t child, In (t, child) (absorb texts) -> t <> [] /\ well_formed child.
Proof.
  intros Hn Ht.
  assert (Plain : discriminated texts /\ discriminant texts < min_shared
                  /\ forall t child, In (t, child) texts -> t <> [] /\ well_formed child).
  { destruct (heads_are_discriminated texts Hn) as (E & Hd); [intros t child Hin; now apply (Ht t child)|].
    split; [easy|]. split; [rewrite E; lia|easy]. }
  destruct texts as [|(t & [[|] [|a [|b inner]] [|]]) [|]]; try exact Plain. unfold absorb.
  destruct (_ && _) eqn:C; [|exact Plain]. clear Plain.
  apply andb_true_iff in C as (C & _). apply andb_true_iff in C as (C & _). apply Nat.ltb_lt in C.
  destruct (Ht t _ (or_introl eq_refl)) as (Hne & W). inversion W as [? ? ? _ Hh Hi _]; subst.
  destruct (heads_are_discriminated _ Hh) as (E & Hd); [intros u child Hin; now apply (Hi u child)|].
  assert (E' : discriminant (map (fun '(u, child) => (t ++ u, child)) (a :: b :: inner)) = length t).
  { destruct a as (u & ca), b as (v & cb). cbn [map discriminant] in *. rewrite common_of_app. lia. }
  split; [|split; [lia|]].
  - right. rewrite E'. split.
    + rewrite map_map. erewrite map_ext; [exact Hh|]. intros (u & child). rewrite nth_error_app2 by easy.
      rewrite Nat.sub_diag. now destruct u.
    + intros u child Hin. apply in_map_iff in Hin as ((v & child') & [= <- <-] & Hin). rewrite app_length.
      destruct (Hi v child' Hin) as (Hv & _). destruct v; [easy|simpl; lia].
  - intros u child Hin. apply in_map_iff in Hin as ((v & child') & [= <- <-] & Hin).
    split; [now destruct t|]. now apply (Hi v child').
Qed.

Lemma divide_text_is_prefix entry : fst (divide_text entry) = firstn max_text (fst entry).
Proof.
  destruct entry as (t & child). unfold divide_text. destruct (Nat.leb_spec (length t) max_text); [|easy].
  simpl. now rewrite firstn_all2.
Qed.

Lemma divide_text_is_well_formed (t : text) child :
  t <> [] -> well_formed child -> well_formed (snd (divide_text (t, child))).
Proof.
  intros Ht W. unfold divide_text. destruct (Nat.leb_spec (length t) max_text) as [|H]; [easy|]. simpl.
  constructor; try easy; [constructor|repeat constructor; easy|]. intros u c [[= <- <-]|[]]. split; [|easy].
  intros E. apply (f_equal (@length _)) in E. rewrite skipn_length in E. simpl in E. lia.
Qed.

Lemma nth_error_of_firstn {B} n i (l : list B) : i < n -> nth_error (firstn n l) i = nth_error l i.
Proof.
  revert i l. induction n as [|n IH]; intros i [|b l] H; simpl; try easy; try lia. destruct i; [easy|]. simpl. apply IH. lia.
Qed.

Lemma dividing_keeps_discriminants (f : node A -> node A) (texts : texts_of) :
  discriminated texts -> discriminant texts < min_shared ->
  discriminated (map (fun entry => let (t, child) := divide_text entry in (t, f child)) texts).
Proof.
  intros Hd Hm. set (g := fun entry : text * node A => let (t, child) := divide_text entry in (t, f child)).
  assert (G : forall entry, fst (g entry) = firstn max_text (fst entry)).
  { intros entry. rewrite <- divide_text_is_prefix. unfold g. now destruct (divide_text entry). }
  destruct Hd as [Ho|(Hn & Hl)]; [left; now destruct texts as [|? [|]]|]. right.
  assert (E : discriminant (map g texts) = discriminant texts).
  { destruct texts as [|a [|b texts]]; try easy; [cbn [map discriminant]; now destruct (g a), a|].
    assert (Da : discriminant (map g (a :: b :: texts)) = common (fst (g a)) (fst (g b))).
    { simpl. now destruct (g a), (g b). }
    rewrite Da, !G. destruct a as (t & ca), b as (u & cb). cbn [discriminant] in *. apply common_of_firstn. simpl. lia. }
  rewrite E. split.
  - rewrite map_map. erewrite map_ext; [exact Hn|]. intros (t & child). pose proof (G (t, child)) as Gt.
    destruct (g (t, child)) as (t' & child'). simpl in Gt. subst t'. apply nth_error_of_firstn. lia.
  - intros t child Hin. apply in_map_iff in Hin as ((u & child') & Eg & Hin). pose proof (G (u, child')) as Gt.
    rewrite Eg in Gt. simpl in Gt. subst t. rewrite firstn_length. apply Hl in Hin. lia.
Qed.

Theorem arrange_is_arranged fuel n : well_formed n -> arranged (arrange fuel n).
Proof.
  revert n. induction fuel as [|fuel IH]; intros n W; [now apply well_formed_is_arranged|].
  inversion W as [leaves texts captures Hl Hh Ht Hc]; subst. cbn [arrange].
  destruct (absorb_discriminates texts Hh Ht) as (Hd & Hm & Ha). constructor; [easy| | |].
  - now apply dividing_keeps_discriminants.
  - intros t child Hin. apply in_map_iff in Hin as ((u & c) & E & Hin). destruct (Ha u c Hin) as (Hu & Wc).
    pose proof (divide_text_is_well_formed u c Hu Wc) as Wd. destruct (divide_text (u, c)) as (t' & c').
    injection E as _ <-. apply IH. exact Wd.
  - intros c child Hin. apply in_map_iff in Hin as ((d & child') & [= _ <-] & Hin). apply IH. now apply (Hc d).
Qed.

(** * All texts get short enough *)

Inductive fits : node A -> Prop :=
  | fits_node leaves texts captures :
      (forall t child, In (t, child) texts -> length t <= max_text /\ fits child) ->
      (forall c child, In (c, child) captures -> fits child) ->
      fits (Node leaves texts captures).

(** The characters and captures of a tree: as much fuel as [arrange] can need. *)
Fixpoint weight (n : node A) : nat :=
  match n with
  | Node _ texts captures =>
      list_sum (map (fun '(t, child) => S (length t + weight child)) texts)
      + list_sum (map (fun '(_, child) => S (weight child)) captures)
  end.

Lemma part_of_sum {B} (f : B -> nat) l b : In b l -> f b <= list_sum (map f l).
Proof.
  induction l as [|a l IH]; [easy|]. change (list_sum (map f (a :: l))) with (f a + list_sum (map f l)).
  intros [->|H]; [|apply IH in H]; lia.
Qed.

Lemma weight_of_text (texts : texts_of) t child :
  In (t, child) texts -> length t + weight child < list_sum (map (fun '(t, child) => S (length t + weight child)) texts).
Proof. intros H. exact (part_of_sum (fun '(t, child) => S (length t + weight child)) texts (t, child) H). Qed.

Lemma weight_of_absorbed (texts : texts_of) t child :
  In (t, child) (absorb texts) -> length t + weight child < list_sum (map (fun '(t, child) => S (length t + weight child)) texts).
Proof.
  destruct texts as [|(u & [[|] [|a [|b inner]] [|]]) [|]]; try apply weight_of_text. unfold absorb.
  destruct (_ && _); [|apply weight_of_text]. intros H. apply in_map_iff in H as ((v & c) & [= <- <-] & H).
  apply weight_of_text in H. rewrite app_length. cbn [map weight] in *.
  repeat change (list_sum (?x :: ?r)) with (x + list_sum r) in *. cbn [list_sum fold_right] in *. lia.
Qed.

(** With enough fuel, no text is longer than what is compared at once. *)
Theorem arrange_fits fuel n : weight n <= fuel -> fits (arrange fuel n).
Proof.
  revert n. induction fuel as [|fuel IH]; intros [leaves texts captures] H; cbn [arrange weight] in *; constructor.
  - intros t child Hin. apply weight_of_text in Hin. lia.
  - intros c child Hin. apply (part_of_sum (fun '(_, child) => S (weight child))) in Hin. lia.
  - intros t child Hin. apply in_map_iff in Hin as ((u & c) & E & Hin). apply weight_of_absorbed in Hin.
    unfold divide_text in E. destruct (Nat.leb_spec (length u) max_text) as [Hu|Hu]; injection E as <- <-.
    + split; [easy|]. apply IH. lia.
    + split; [rewrite firstn_length; lia|]. apply IH. cbn. rewrite skipn_length. lia.
  - intros c child Hin. apply in_map_iff in Hin as ((d & child') & [= _ <-] & Hin).
    apply (part_of_sum (fun '(_, child) => S (weight child))) in Hin. apply IH. lia.
Qed.

(** Joining short texts and dividing long ones changes nothing that the search finds, and the search compares one character to choose
    among the texts of a node. *)
Theorem arranging_changes_nothing fuel n p :
  well_formed n ->
  search_arranged (arrange fuel n) p [] None = search accepts fold at_end n p [] None.
Proof.
  intros W. rewrite search_arranged_chooses by now apply arrange_is_arranged.
  now rewrite arrange_keeps_candidates, search_chooses.
Qed.

End Finish.
