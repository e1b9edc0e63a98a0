(** Wildcards below wildcards remember the ends that were tried. It changes nothing, and bounds the steps. *)

From Coq Require Import List Arith Bool Lia Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search Steps.
Import ListNotations.

(** * Readers are monotonic *)

(** [q] is what is left of [p] from some place on. *)
Definition suffix (q p : text) : Prop := exists x, p = x ++ q.

Lemma suffix_refl p : suffix p p.
Proof. now exists []. Qed.

Lemma suffix_trans a b c : suffix a b -> suffix b c -> suffix a c.
Proof. intros (x & ->) (y & ->). exists (y ++ x). now rewrite app_assoc. Qed.

Lemma suffix_cons c q p : suffix q p -> suffix q (c :: p).
Proof. intros (x & ->). now exists (c :: x). Qed.

Lemma suffix_length q p : suffix q p -> length q <= length p.
Proof. intros (x & ->). rewrite app_length. lia. Qed.

(** Of two ends in one path, that with less left is behind the other. *)
Lemma suffixes_of_one_path a b p : suffix a p -> suffix b p -> length a <= length b -> suffix a b.
Proof.
  intros (x & ->) (y & E) H. revert y E. induction x as [|c x IH]; intros y E.
  - simpl in E. subst a. rewrite app_length in H. destruct y; [exists []; easy|simpl in H; lia].
  - destruct y as [|d y]; [exists (c :: x); easy|]. injection E as _ E. now apply (IH y).
Qed.

Section Readers.

Variable accepts : nat -> text -> bool.
Variable fold : bool.

Lemma after_length t p q : after fold t p = Some q -> length p = length t + length q.
Proof.
  revert p. induction t as [|c t IH]; intros p H; simpl in H; [injection H as ->; easy|].
  destruct p as [|d p]; [easy|]. destruct (fold_char fold d =? c); [|easy]. simpl. f_equal. now apply IH.
Qed.

Lemma after_suffix t p q : after fold t p = Some q -> suffix q p.
Proof.
  revert p. induction t as [|c t IH]; intros p H; simpl in H; [injection H as ->; apply suffix_refl|].
  destruct p as [|d p]; [easy|]. destruct (fold_char fold d =? c); [|easy]. apply suffix_cons. now apply IH.
Qed.

Lemma segment_suffix p : suffix (snd (segment p)) p.
Proof.
  induction p as [|c p IH]; simpl; [apply suffix_refl|]. destruct (c =? slash); [apply suffix_refl|].
  destruct (segment p). now apply suffix_cons.
Qed.

Lemma segment_monotonic x p : length (snd (segment p)) <= length (snd (segment (x ++ p))).
Proof.
  induction x as [|c x IH]; simpl; [easy|]. destruct (c =? slash).
  - simpl. rewrite app_length. pose proof (suffix_length _ _ (segment_suffix p)). lia.
  - now destruct (segment (x ++ p)).
Qed.

Lemma until_suffix stop p v q : until fold stop p = Some (v, q) -> suffix q p /\ length q + length stop <= length p.
Proof.
  revert v. induction p as [|c p IH]; intros v H; [easy|]. cbn [until] in H. destruct (c =? slash); [easy|].
  destruct (after fold stop (c :: p)) as [rest|] eqn:E.
  - injection H as _ ->. split; [eapply after_suffix; eauto|]. apply after_length in E. lia.
  - destruct (until fold stop p) as [(v' & q')|]; [|easy]. injection H as _ ->.
    destruct (IH v' eq_refl) as (Hs & Hl). split; [now apply suffix_cons|simpl; lia].
Qed.

Lemma until_monotonic stop x p v q v' q' :
  until fold stop p = Some (v, q) -> until fold stop (x ++ p) = Some (v', q') -> length q <= length q'.
Proof.
  intros H. revert v'. induction x as [|c x IH]; intros v' H'.
  - simpl in H'. rewrite H in H'. now injection H' as _ ->.
  - cbn [app until] in H'. destruct (c =? slash); [easy|]. destruct (after fold stop (c :: x ++ p)) as [rest|] eqn:E.
    + injection H' as _ ->. apply until_suffix in H as (_ & H). apply after_length in E. simpl in E.
      rewrite app_length in E. lia.
    + destruct (until fold stop (x ++ p)) as [(v1 & q1)|]; [|easy]. injection H' as _ ->. now apply (IH v1).
Qed.

Lemma prefixes_suffix stop p v q : In (v, q) (prefixes fold stop p) -> p = v ++ q.
Proof.
  revert v. induction p as [|c p IH]; intros v H; simpl in H.
  - destruct H as [[= <- <-]|[]]. easy.
  - destruct H as [[= <- <-]|H]; [easy|]. destruct (_ && _); [easy|].
    apply in_map_iff in H as ((v' & q') & [= <- <-] & H). simpl. now rewrite <- (IH v' H).
Qed.

(** What an end of a wildcard leaves, and what the next farther one leaves. *)
Definition farther {B} (a b : B * text) : Prop := suffix (snd a) (snd b) /\ length (snd a) < length (snd b).

Lemma prefixes_sorted stop p : StronglySorted (fun a b => farther b a) (prefixes fold stop p).
Proof.
  induction p as [|c p IH]; simpl; [repeat constructor|].
  destruct (_ && _); [repeat constructor|]. constructor.
  - clear -IH. induction IH as [|(v & q) l Hs IH Hf]; simpl; constructor; [easy|].
    rewrite Forall_forall in *. intros b Hb. apply in_map_iff in Hb as ((v' & q') & <- & Hb). exact (Hf _ Hb).
  - rewrite Forall_forall. intros b Hb. apply in_map_iff in Hb as ((v & q) & <- & Hb).
    apply prefixes_suffix in Hb. unfold farther. simpl. subst p. split; [now exists (c :: v)|].
    rewrite app_length. lia.
Qed.

Lemma sorted_filter {B} (R : B -> B -> Prop) f l : StronglySorted R l -> StronglySorted R (filter f l).
Proof.
  induction 1 as [|b l Hs IH Hf]; simpl; [constructor|]. destruct (f b); [|easy]. constructor; [easy|].
  rewrite Forall_forall in *. intros c Hc. apply filter_In in Hc as (Hc & _). auto.
Qed.

Lemma sorted_map {B C} (R : B -> B -> Prop) (S : C -> C -> Prop) (f : B -> C) l :
  (forall a b, R a b -> S (f a) (f b)) -> StronglySorted R l -> StronglySorted S (map f l).
Proof.
  intros H. induction 1 as [|b l Hs IH Hf]; simpl; constructor; [easy|].
  rewrite Forall_forall in *. intros c Hc. apply in_map_iff in Hc as (d & <- & Hd). auto.
Qed.

Lemma sorted_at_end {B} (R : B -> B -> Prop) l b :
  StronglySorted R l -> (forall a, In a l -> R a b) -> StronglySorted R (l ++ [b]).
Proof.
  induction 1 as [|a l Hs IH Hf]; simpl; intros H; [repeat constructor|]. constructor; [apply IH; auto|].
  rewrite Forall_forall in *. intros c Hc. apply in_app_iff in Hc as [Hc|[<-|[]]]; auto.
Qed.

Lemma sorted_rev {B} (R : B -> B -> Prop) l : StronglySorted (fun a b => R b a) l -> StronglySorted R (rev l).
Proof.
  induction 1 as [|a l Hs IH Hf]; simpl; [constructor|]. apply sorted_at_end; [easy|].
  rewrite Forall_forall in Hf. intros b Hb. apply Hf. now apply in_rev.
Qed.

(** A wildcard that begins earlier can end, behind its beginning, only where one can that begins later. *)
Lemma prefixes_of_later_start stop x p v q :
  In (v, q) (prefixes fold stop (x ++ p)) -> length q <= length p -> exists u, In (u, q) (prefixes fold stop p).
Proof.
  revert v. induction x as [|c x IH]; intros v H Hl; [now exists v|]. simpl in H. destruct H as [[= <- <-]|H].
  - simpl in Hl. rewrite app_length in Hl. lia.
  - destruct (_ && _); [easy|]. apply in_map_iff in H as ((v' & q') & [= <- <-] & H). now apply (IH v').
Qed.

(** * Ends of captures and of texts *)

Notation reads := (reads accepts fold).

(** What can be read is the same for texts and for captures: at most one end of a text. *)
Definition text_ends (t p : text) : list (list text * text) :=
  match after fold t p with Some q => [([], q)] | None => [] end.

(** From [S (length q)] on, for what is left, all ends are tried that can follow the place at which [q] is left. *)
Definition text_tried (t p : text) : nat := 0.

Definition capture_tried (c : capture) (p : text) : nat :=
  match c with Wildcard least _ => S (length p) - least | _ => 0 end.

Definition is_wildcard (c : capture) : bool := match c with Wildcard _ _ => true | _ => false end.

Lemma reads_suffix c p v q : In (v, q) (reads c p) -> suffix q p.
Proof.
  destruct c as [k|stop k w|first others tail|least stop]; simpl; intros H.
  - pose proof (segment_suffix p). destruct (segment p). destruct (_ && _); [|easy]. now destruct H as [[= _ <-]|[]].
  - destruct (until fold stop p) as [(v' & q')|] eqn:E; [|easy]. destruct (_ && _); [|easy].
    destruct H as [[= _ <-]|[]]. now apply until_suffix in E.
  - destruct (composite accepts fold first others tail p) as [read|] eqn:E; [|easy]. destruct H as [->|[]].
    unfold composite in E. pose proof (segment_suffix p). destruct (segment p) as (s & rest).
    destruct (_ && _); [|easy]. destruct (divide _ _ _ _ _ _); [|easy]. now injection E as _ <-.
  - apply in_rev, in_map_iff in H as ((v' & q') & [= _ <-] & H). apply filter_In in H as (H & _).
    apply prefixes_suffix in H. now exists v'.
Qed.

Lemma wildcard_reads least stop p v q :
  In (v, q) (reads (Wildcard least stop) p) <->
  exists u, v = [u] /\ In (u, q) (prefixes fold stop p) /\ least + length q <= length p.
Proof.
  simpl. rewrite <- in_rev, in_map_iff. split.
  - intros ((u & q') & [= <- <-] & H). apply filter_In in H as (H & Hl). apply Nat.leb_le in Hl.
    exists u. repeat split; [easy|]. apply prefixes_suffix in H. subst p. rewrite app_length. lia.
  - intros (u & -> & H & Hl). exists (u, q). split; [easy|]. apply filter_In. split; [easy|]. apply Nat.leb_le.
    apply prefixes_suffix in H. subst p. rewrite app_length in Hl. lia.
Qed.

Lemma reads_sorted c p : StronglySorted farther (reads c p).
Proof.
  destruct c as [k|stop k w|first others tail|least stop]; simpl.
  - destruct (segment p). destruct (_ && _); repeat constructor.
  - destruct (until fold stop p) as [(v' & q')|]; [destruct (_ && _)|]; repeat constructor.
  - destruct (composite accepts fold first others tail p); repeat constructor.
  - apply sorted_rev. apply (sorted_map (fun a b => farther b a)); [|apply sorted_filter, prefixes_sorted].
    now intros (v & q) (v' & q').
Qed.

(** What a memory relies on: of two starts in one path, the later one has the later end. It is true of every reader but wildcards, and of
    wildcards for the ends that the later start has not tried. *)
Lemma reads_monotonic c x p v q v' q' :
  In (v, q) (reads c p) -> In (v', q') (reads c (x ++ p)) -> capture_tried c p <= length q' -> suffix q q'.
Proof.
  intros H H' Ht. apply (suffixes_of_one_path _ _ (x ++ p)).
  - eapply suffix_trans; [eapply reads_suffix; eauto|now exists x].
  - eapply reads_suffix; eauto.
  - destruct c as [k|stop k w|first others tail|least stop].
    + simpl in *. pose proof (segment_monotonic x p). destruct (segment p), (segment (x ++ p)).
      destruct (_ && _); [|easy]. destruct (_ && _); [|easy]. destruct H as [[= _ <-]|[]], H' as [[= _ <-]|[]]. easy.
    + simpl in *. destruct (until fold stop p) as [(u & r)|] eqn:E; [|easy]. destruct (_ && _); [|easy].
      destruct (until fold stop (x ++ p)) as [(u' & r')|] eqn:E'; [|easy]. destruct (_ && _); [|easy].
      destruct H as [[= _ <-]|[]], H' as [[= _ <-]|[]]. eapply until_monotonic; eauto.
    + simpl in *. unfold composite in *. pose proof (segment_monotonic x p).
      destruct (segment p), (segment (x ++ p)). destruct (_ && _); [|easy]. destruct (_ && _); [|easy].
      destruct (divide _ _ _ _ p _); [|easy]. destruct (divide _ _ _ _ _ _); [|easy].
      destruct H as [[= _ <-]|[]], H' as [[= _ <-]|[]]. easy.
    + apply wildcard_reads in H as (u & _ & _ & H). unfold capture_tried in Ht. lia.
Qed.

(** What an earlier start can still reach behind the later start, the later start has reached. *)
Lemma reads_again c x p v q :
  In (v, q) (reads c (x ++ p)) -> length q < capture_tried c p -> exists u, In (u, q) (reads c p).
Proof.
  destruct c as [k|stop k w|first others tail|least stop]; try (simpl; lia).
  intros H Hl. apply wildcard_reads in H as (u & -> & H & _). unfold capture_tried in Hl.
  destruct (prefixes_of_later_start stop x p u q H) as (w & Hw); [lia|].
  exists [w]. apply wildcard_reads. exists w. repeat split; [easy|lia].
Qed.

Lemma count_of_sorted (l : list (list text * text)) low high :
  StronglySorted farther l -> (forall v q, In (v, q) l -> low <= length q < high) -> length l <= high - low.
Proof.
  intros H. revert low. induction H as [|(v & q) l Hs IH Hf]; intros low Hl; simpl; [lia|].
  rewrite Forall_forall in Hf. assert (H0 := Hl v q (or_introl eq_refl)).
  assert (length l <= high - S (length q)); [|lia].
  apply IH. intros v' q' Hin. destruct (Hf _ Hin) as (_ & Hlt). simpl in Hlt. split; [lia|].
  now apply (Hl v' q' (or_intror Hin)).
Qed.

End Readers.

(** * The search that remembers *)

(** What a search remembers of a node that a wildcard leads to, and of the nodes below. All ends of the wildcard are tried with which
    less than [tried] characters are left. *)
Inductive memo := Memo (tried : nat) (below_texts below_captures : list memo).

Definition fresh : memo := Memo 0 [] [].
Definition tried (m : memo) : nat := let 'Memo n _ _ := m in n.

Definition first_memo (ms : list memo) : memo := hd fresh ms.

(** Notes that more ends are tried. *)
Definition note (n : nat) (m : memo) : memo := let 'Memo k ts cs := m in Memo (Nat.max k n) ts cs.

Section Remember.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

(** The best so far, and the number of nodes that the search has entered. *)
Definition state := (option (@found A) * nat)%type.

(** A search below one node. *)
Definition visit := memo -> text -> list text -> state -> state * memo.

(** Enters a node for each end before it that can still lead to a better leaf. *)
Fixpoint try_ends (enter : visit) (child : node A) (captured : list text) (ends : list (list text * text)) (s : state) (m : memo)
    : state * memo :=
  match ends with
  | [] => (s, m)
  | (values, q) :: rest =>
      let (s, m) := if pays child (fst s) then enter m q (captured ++ values) s else (s, m) in
      try_ends enter child captured rest s m
  end.

Definition untried (m : memo) (ends : list (list text * text)) : list (list text * text) :=
  filter (fun '(_, q) => tried m <=? length q) ends.

(** The children of a node in order. Of an end that is tried, nothing better can come, so it is left out. *)
Definition try_children {K} (ends : K -> text -> list (list text * text)) (tried_at : K -> text -> nat) (enter : node A -> visit) :=
  fix go (children : list (K * node A)) (ms : list memo) (p : text) (captured : list text) (s : state) : state * list memo :=
    match children with
    | [] => (s, [])
    | (k, child) :: rest =>
        let (s, m) := try_ends (enter child) child captured (untried (first_memo ms) (ends k p)) s (first_memo ms) in
        let (s, ms) := go rest (tl ms) p captured s in
        (s, note (tried_at k p) m :: ms)
    end.

Definition best_leaf (leaves : list (leaf A)) (p : text) (captured : list text) (best : option (@found A)) :=
  match leaves with
  | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
  | [] => best
  end.

(** The search of [Search.v], with a counter of the nodes that it enters. A wildcard below no other is entered once, so that it makes no
    difference whether it remembers. *)
Fixpoint remember (n : node A) (m : memo) (p : text) (captured : list text) (s : state) : state * memo :=
  match n with
  | Node leaves texts captures =>
      let 'Memo k ts cs := m in
      let s := (best_leaf leaves p captured (fst s), S (snd s)) in
      let (s, ts) := try_children (text_ends fold) text_tried remember texts ts p captured s in
      let (s, cs) := try_children (reads accepts fold) capture_tried remember captures cs p captured s in
      (s, Memo k ts cs)
  end.

(** * It finds the same *)

Notation candidates := (@candidates accepts fold at_end A).

Definition no_worse (best better : option (@found A)) : Prop := forall r, is_lower r best = false -> is_lower r better = false.

Lemma no_worse_trans a b c : no_worse a b -> no_worse b c -> no_worse a c.
Proof. intros H H' r Hr. auto. Qed.

Lemma choose_no_worse best ms : no_worse best (choose best ms).
Proof.
  revert best. induction ms as [|m ms IH]; intros best; [now intros r|]. unfold choose. simpl.
  eapply no_worse_trans; [|apply IH]. intros r H. destruct (is_lower (rank m) best) eqn:E; [|easy].
  unfold is_lower in *. destruct best as [b|]; [|easy]. apply Nat.ltb_ge in H. apply Nat.ltb_lt in E. apply Nat.ltb_ge. lia.
Qed.

Lemma chosen_is_lowest (best : option (@found A)) ms m : In m ms -> is_lower (rank m) (choose best ms) = false.
Proof.
  revert best. induction ms as [|a ms IH]; intros best; [easy|]. intros [->|H]; [|now apply IH].
  unfold choose. simpl. apply choose_no_worse. destruct (is_lower (rank m) best) eqn:E; [|easy]. apply Nat.ltb_irrefl.
Qed.

(** Nothing better comes from an end at which [q] is left. *)
Definition done (best : option (@found A)) (child : node A) (q : text) : Prop :=
  forall captured m, In m (candidates child q captured) -> is_lower (rank m) best = false.

Lemma done_no_worse best better child q : no_worse best better -> done best child q -> done better child q.
Proof. intros H Hd captured m Hm. apply H. now apply (Hd captured). Qed.

Lemma map_flat_map {B C D} (f : C -> D) (g : B -> list C) l : map f (flat_map g l) = flat_map (fun b => map f (g b)) l.
Proof. induction l as [|b l IH]; simpl; [easy|]. now rewrite map_app, IH. Qed.

Lemma flat_map_same {B C} (f g : B -> list C) l : (forall b, In b l -> f b = g b) -> flat_map f l = flat_map g l.
Proof. induction l as [|b l IH]; simpl; intros H; [easy|]. rewrite (H b) by now left. rewrite IH; [easy|]. auto. Qed.

(** Which leaves match does not depend on what was captured before. *)
Lemma ranks_without_captures n p a b : map rank (candidates n p a) = map rank (candidates n p b).
Proof.
  revert p a b. induction n as [leaves texts captures IHt IHc] using node_induction. intros p a b.
  cbn [Search.candidates]. rewrite !map_app, !map_flat_map. f_equal; [|f_equal].
  - destruct (ends_with at_end p); [|easy]. rewrite !map_map. apply map_ext. now intros (r & v).
  - apply flat_map_same. intros (t & child) Hin. destruct (after fold t p); [|easy]. now apply (IHt t).
  - apply flat_map_same. intros (c & child) Hin. rewrite !map_flat_map. apply flat_map_same.
    intros (v & q) _. now apply (IHc c).
Qed.

Lemma visited_is_done best child q captured : done (choose best (candidates child q captured)) child q.
Proof.
  intros other m Hm. apply (in_map rank) in Hm. rewrite (ranks_without_captures child q other captured) in Hm.
  apply in_map_iff in Hm as (m' & <- & Hm). now apply chosen_is_lowest.
Qed.

Lemma choose_of_done best child q captured : done best child q -> choose best (candidates child q captured) = best.
Proof. intros H. apply choose_nothing_lower. intros m Hm. now apply (H captured). Qed.

(** What a search remembers is true for every start from which no more than [h] is left, until a start from which more is left:
    ends that are tried are done. *)
Inductive true_from (best : option (@found A)) : node A -> memo -> text -> Prop :=
  | true_from_node leaves texts captures k ts cs h :
      (forall i t child p v q, nth_error texts i = Some (t, child) -> suffix h p -> In (v, q) (text_ends fold t p) ->
         length q < tried (nth i ts fresh) -> done best child q) ->
      (forall i t child p v q, nth_error texts i = Some (t, child) -> suffix h p -> In (v, q) (text_ends fold t p) ->
         tried (nth i ts fresh) <= length q -> true_from best child (nth i ts fresh) q) ->
      (forall i c child p v q, nth_error captures i = Some (c, child) -> suffix h p -> In (v, q) (reads accepts fold c p) ->
         length q < tried (nth i cs fresh) -> done best child q) ->
      (forall i c child p v q, nth_error captures i = Some (c, child) -> suffix h p -> In (v, q) (reads accepts fold c p) ->
         tried (nth i cs fresh) <= length q -> true_from best child (nth i cs fresh) q) ->
      true_from best (Node leaves texts captures) (Memo k ts cs) h.

Lemma true_from_earlier best n m h h' : suffix h h' -> true_from best n m h -> true_from best n m h'.
Proof.
  intros Hs H. inversion H as [leaves texts captures k ts cs ? H1 H2 H3 H4]; subst. constructor.
  - intros i t child p v q Hi Hp. apply (H1 i t child p v q Hi (suffix_trans _ _ _ Hs Hp)).
  - intros i t child p v q Hi Hp. apply (H2 i t child p v q Hi (suffix_trans _ _ _ Hs Hp)).
  - intros i t child p v q Hi Hp. apply (H3 i t child p v q Hi (suffix_trans _ _ _ Hs Hp)).
  - intros i t child p v q Hi Hp. apply (H4 i t child p v q Hi (suffix_trans _ _ _ Hs Hp)).
Qed.

Lemma true_from_no_worse best better n m h : no_worse best better -> true_from best n m h -> true_from better n m h.
Proof.
  intros Hb. induction 1 as [leaves texts captures k ts cs h H1 H2 IH2 H3 H4 IH4]. constructor.
  - intros; eapply done_no_worse; eauto.
  - intros; eapply IH2; eauto.
  - intros; eapply done_no_worse; eauto.
  - intros; eapply IH4; eauto.
Qed.

Lemma nth_of_nothing i : nth i ([] : list memo) fresh = fresh.
Proof. now destruct i. Qed.

Lemma fresh_is_true best n h : true_from best n fresh h.
Proof.
  revert h. induction n as [leaves texts captures IHt IHc] using node_induction. intros h.
  constructor; intros i k child p v q Hi Hs Hin; rewrite nth_of_nothing; simpl; try lia; intros _.
  - apply (IHt k child). eapply nth_error_In; eauto.
  - apply (IHc k child). eapply nth_error_In; eauto.
Qed.

(** What is left of a memo's own number. *)
Lemma true_from_note best n m h k : true_from best n (note k m) h <-> true_from best n m h.
Proof. destruct m. split; intros H; inversion H; subst; now constructor. Qed.

Lemma tried_of_note k m : tried (note k m) = Nat.max (tried m) k.
Proof. now destruct m. Qed.

(** A visit finds the best, and leaves a memo that is true. *)
Definition visits (enter : visit) (child : node A) : Prop :=
  forall m q captured s, true_from (fst s) child m q ->
    let (s', m') := enter m q captured s in
    fst s' = choose (fst s) (candidates child q captured) /\ true_from (fst s') child m' q /\ tried m' = tried m.

Notation candidates_at child captured :=
  (flat_map (fun '(values, q) => candidates child q (captured ++ values))).

Lemma try_ends_finds enter child captured ends s m (future : text -> Prop) :
  visits enter child ->
  StronglySorted farther ends ->
  (forall v q, In (v, q) ends -> true_from (fst s) child m q) ->
  (forall q, future q -> true_from (fst s) child m q) ->
  (forall v q q', In (v, q) ends -> future q' -> suffix q q') ->
  let (s', m') := try_ends enter child captured ends s m in
  fst s' = choose (fst s) (candidates_at child captured ends)
  /\ (forall q, future q -> true_from (fst s') child m' q) /\ tried m' = tried m.
Proof.
  intros He Hs. revert s m. induction Hs as [|(values & q) ends Hs IH Hf]; intros s m Hends Hfuture Hlater.
  - simpl. now repeat split.
  - simpl. rewrite choose_app. rewrite Forall_forall in Hf. destruct (pays child (fst s)) eqn:P.
    + pose proof (He m q (captured ++ values) s (Hends _ _ (or_introl eq_refl))) as H.
      destruct (enter m q (captured ++ values) s) as (s1 & m1). destruct H as (E1 & H1 & T1). rewrite <- E1.
      specialize (IH s1 m1). destruct (try_ends enter child captured ends s1 m1) as (s2 & m2). rewrite <- T1. apply IH.
      * intros v q' Hin. apply (true_from_earlier _ _ _ q); [|easy]. now apply (Hf (v, q')).
      * intros q' Hq. apply (true_from_earlier _ _ _ q); [|easy]. apply (Hlater values q q'); [now left|easy].
      * intros v q1 q2 Hin. apply (Hlater v). now right.
    + rewrite (leaving_out_is_safe _ _ _ child q (captured ++ values) (fst s) P). apply IH; [|easy|].
      * intros v q' Hin. apply (Hends v). now right.
      * intros v q1 q2 Hin. apply (Hlater v). now right.
Qed.

Lemma choose_without_done best child captured m ends :
  (forall v q, In (v, q) ends -> length q < tried m -> done best child q) ->
  choose best (candidates_at child captured (untried m ends)) = choose best (candidates_at child captured ends).
Proof.
  revert best. induction ends as [|(v & q) ends IH]; intros best H; [easy|]. simpl.
  rewrite choose_app. destruct (Nat.leb_spec (tried m) (length q)) as [E|E].
  - simpl. rewrite choose_app. apply IH. intros v' q' Hin Hl. eapply done_no_worse; [apply choose_no_worse|].
    apply (H v' q'); [now right|easy].
  - rewrite choose_of_done by (apply (H v q); [now left|easy]). apply IH. intros v' q' Hin. apply (H v'). now right.
Qed.

Section Children.

Context {K : Type}.
Variable ends : K -> text -> list (list text * text).
Variable tried_at : K -> text -> nat.
Variable enter : node A -> visit.
Hypothesis ends_sorted : forall k p, StronglySorted farther (ends k p).
Hypothesis ends_monotonic : forall k x p v q v' q',
  In (v, q) (ends k p) -> In (v', q') (ends k (x ++ p)) -> tried_at k p <= length q' -> suffix q q'.
Hypothesis ends_again : forall k x p v q,
  In (v, q) (ends k (x ++ p)) -> length q < tried_at k p -> exists u, In (u, q) (ends k p).

(** The two halves of [true_from] for some children. *)
Definition all_true (best : option (@found A)) (children : list (K * node A)) (ms : list memo) (h : text) : Prop :=
  forall i k child p v q, nth_error children i = Some (k, child) -> suffix h p -> In (v, q) (ends k p) ->
    (length q < tried (nth i ms fresh) -> done best child q)
    /\ (tried (nth i ms fresh) <= length q -> true_from best child (nth i ms fresh) q).

Lemma all_true_no_worse best better children ms h : no_worse best better -> all_true best children ms h -> all_true better children ms h.
Proof.
  intros Hb H i k child p v q Hi Hs Hin. destruct (H i k child p v q Hi Hs Hin) as (Hd & Ht).
  split; intros Hl; [eapply done_no_worse|eapply true_from_no_worse]; eauto.
Qed.

Lemma try_child_finds k child m p captured s :
  visits (enter child) child ->
  (forall x v q, In (v, q) (ends k (x ++ p)) ->
     (length q < tried m -> done (fst s) child q) /\ (tried m <= length q -> true_from (fst s) child m q)) ->
  let (s', m') := try_ends (enter child) child captured (untried m (ends k p)) s m in
  fst s' = choose (fst s) (candidates_at child captured (ends k p))
  /\ forall x v q, In (v, q) (ends k (x ++ p)) ->
       (length q < tried (note (tried_at k p) m') -> done (fst s') child q)
       /\ (tried (note (tried_at k p) m') <= length q -> true_from (fst s') child (note (tried_at k p) m') q).
Proof.
  intros He H.
  pose proof (try_ends_finds (enter child) child captured (untried m (ends k p)) s m
    (fun q => exists x v, In (v, q) (ends k (x ++ p)) /\ tried m <= length q /\ tried_at k p <= length q) He) as F.
  destruct (try_ends _ _ _ _ _ _) as (s' & m').
  destruct F as (E & Hf & T).
  - apply sorted_filter, ends_sorted.
  - intros v q Hin. apply filter_In in Hin as (Hin & Hl). apply Nat.leb_le in Hl. now apply (H [] v q).
  - intros q (x & v & Hin & Hl & _). now apply (H x v q).
  - intros v q q' Hin (x & v' & Hin' & _ & Hl). apply filter_In in Hin as (Hin & _).
    exact (ends_monotonic k x p v q v' q' Hin Hin' Hl).
  - rewrite choose_without_done in E by (intros v q Hin; now apply (H [] v q)). split; [exact E|].
    intros x v q Hin. rewrite tried_of_note, T. split.
    + intros Hl. destruct (Nat.lt_ge_cases (length q) (tried m)) as [Hm|Hm].
      * eapply done_no_worse; [|apply (H x v q Hin); easy]. rewrite E. apply choose_no_worse.
      * destruct (ends_again k x p v q Hin) as (u & Hu); [lia|]. rewrite E. clear - Hu.
        revert Hu. generalize (fst s) as best. induction (ends k p) as [|(w & r) l IH]; intros best Hu; [easy|].
        simpl. rewrite choose_app. destruct Hu as [[= -> ->]|Hu]; [|now apply IH].
        eapply done_no_worse; [apply choose_no_worse|apply visited_is_done].
    + intros Hl. apply true_from_note. apply Hf. exists x, v. repeat split; [easy|lia|lia].
Qed.

Lemma try_children_finds children ms p captured s :
  (forall k child, In (k, child) children -> visits (enter child) child) ->
  all_true (fst s) children ms p ->
  let (s', ms') := try_children ends tried_at enter children ms p captured s in
  fst s' = choose (fst s) (flat_map (fun '(k, child) => candidates_at child captured (ends k p)) children)
  /\ all_true (fst s') children ms' p.
Proof.
  revert ms s. induction children as [|(k & child) children IH]; intros ms s He H.
  - simpl. split; [easy|]. intros i k child q v r Hi. now destruct i.
  - cbn [try_children flat_map]. rewrite choose_app.
    pose proof (try_child_finds k child (first_memo ms) p captured s (He _ _ (or_introl eq_refl))) as F.
    destruct (try_ends _ _ _ _ _ _) as (s1 & m1). destruct F as (E1 & F).
    { intros x v q Hin. assert (N : nth 0 ms fresh = first_memo ms) by now destruct ms.
      rewrite <- N. apply (H 0 k child (x ++ p) v q); [easy|now exists x|easy]. }
    specialize (IH (tl ms) s1 (fun k c Hin => He k c (or_intror Hin))).
    fold (try_children ends tried_at enter).
    destruct (try_children _ _ _ children _ _ _ _) as (s2 & ms2). destruct IH as (E2 & H2).
    { apply (all_true_no_worse (fst s)); [rewrite E1; apply choose_no_worse|].
      intros i k' child' q v r Hi. assert (N : nth (S i) ms fresh = nth i (tl ms) fresh) by (destruct ms; [now destruct i|easy]).
      rewrite <- N. now apply (H (S i) k' child' q v r). }
    rewrite <- E1. split; [exact E2|].
    assert (Hb : no_worse (fst s1) (fst s2)) by (rewrite E2; apply choose_no_worse).
    intros [|i] k' child' q v r Hi Hs Hin.
    + injection Hi as <- <-. destruct Hs as (x & ->). destruct (F x v r Hin) as (Hd & Ht). cbn [nth].
      split; intros Hl; [eapply done_no_worse|eapply true_from_no_worse]; eauto.
    + now apply (H2 i k' child' q v r).
Qed.

End Children.

Lemma text_ends_sorted t p : StronglySorted farther (text_ends fold t p).
Proof. unfold text_ends. destruct (after fold t p); repeat constructor. Qed.

Lemma text_ends_suffix t p v q : In (v, q) (text_ends fold t p) -> suffix q p.
Proof. unfold text_ends. destruct (after fold t p) eqn:E; [|easy]. intros [[= _ <-]|[]]. eapply after_suffix; eauto. Qed.

Lemma text_ends_monotonic t x p v q v' q' :
  In (v, q) (text_ends fold t p) -> In (v', q') (text_ends fold t (x ++ p)) -> text_tried t p <= length q' -> suffix q q'.
Proof.
  intros H H' _. apply (suffixes_of_one_path _ _ (x ++ p)).
  - eapply suffix_trans; [eapply text_ends_suffix; eauto|now exists x].
  - eapply text_ends_suffix; eauto.
  - unfold text_ends in *. destruct (after fold t p) eqn:E; [|easy]. destruct (after fold t (x ++ p)) eqn:E'; [|easy].
    destruct H as [[= _ <-]|[]], H' as [[= _ <-]|[]]. apply after_length in E, E'. rewrite app_length in E'. lia.
Qed.

Lemma text_ends_again t x p v q :
  In (v, q) (text_ends fold t (x ++ p)) -> length q < text_tried t p -> exists u, In (u, q) (text_ends fold t p).
Proof. unfold text_tried. lia. Qed.

Lemma all_true_of_node best leaves texts captures k ts cs h :
  true_from best (Node leaves texts captures) (Memo k ts cs) h
  <-> all_true (text_ends fold) best texts ts h /\ all_true (reads accepts fold) best captures cs h.
Proof.
  split.
  - intros H. inversion H; subst. split; intros i c child p v q Hi Hs Hin; split; eauto.
  - intros (H1 & H2). constructor; intros i c child p v q Hi Hs Hin.
    + apply (H1 i c child p v q Hi Hs Hin).
    + apply (H1 i c child p v q Hi Hs Hin).
    + apply (H2 i c child p v q Hi Hs Hin).
    + apply (H2 i c child p v q Hi Hs Hin).
Qed.

Theorem remember_visits n : well_formed n -> visits (remember n) n.
Proof.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros W.
  inversion W as [? ? ? Hl _ Ht Hc]; subst. intros [k ts cs] p captured s H.
  apply all_true_of_node in H as (H1 & H2). cbn [remember].
  assert (E0 : choose (fst s) (if ends_with at_end p then map (fun '(r, a) => (r, a, captured)) leaves else [])
               = best_leaf leaves p captured (fst s)).
  { unfold best_leaf. destruct (ends_with at_end p); [now rewrite first_leaf_is_best|]. now destruct leaves as [|(r & a) ?]. }
  set (s0 := (best_leaf leaves p captured (fst s), S (snd s))).
  assert (B0 : no_worse (fst s) (fst s0)) by (cbn; rewrite <- E0; apply choose_no_worse).
  pose proof (try_children_finds (text_ends fold) text_tried remember text_ends_sorted text_ends_monotonic text_ends_again
    texts ts p captured s0) as F.
  destruct (try_children (text_ends fold) _ _ _ _ _ _ _) as (s1 & ts1). destruct F as (E1 & F1).
  { intros t child Hin. apply (IHt t child Hin). now apply (Ht t). }
  { now apply (all_true_no_worse _ (fst s)). }
  assert (B1 : no_worse (fst s0) (fst s1)) by (rewrite E1; apply choose_no_worse).
  pose proof (try_children_finds (reads accepts fold) capture_tried remember (reads_sorted accepts fold)
    (reads_monotonic accepts fold) (reads_again accepts fold) captures cs p captured s1) as F.
  destruct (try_children (reads accepts fold) _ _ _ _ _ _ _) as (s2 & cs2). destruct F as (E2 & F2).
  { intros c child Hin. apply (IHc c child Hin). now apply (Hc c). }
  { apply (all_true_no_worse _ (fst s)); [eauto using no_worse_trans|easy]. }
  split; [|split; [|easy]].
  - rewrite E2, E1. unfold s0. cbn [fst]. rewrite <- E0. cbn [Search.candidates].
    symmetry. etransitivity; [apply choose_app|]. etransitivity; [apply choose_app|]. f_equal. f_equal.
    apply flat_map_ext. intros (t & child). unfold text_ends. destruct (after fold t p); [|easy]. simpl.
    etransitivity; [|symmetry; apply app_nil_r]. now rewrite app_nil_r.
  - apply all_true_of_node. split; [|easy]. apply (all_true_no_worse _ (fst s1)); [rewrite E2; apply choose_no_worse|easy].
Qed.

(** A search that remembers finds what the search without a memory finds. *)
Theorem remembering_changes_nothing n p :
  well_formed n ->
  fst (fst (remember n fresh p [] (None, 0))) = search accepts fold at_end n p [] None.
Proof.
  intros W. rewrite search_chooses by easy.
  pose proof (remember_visits n W fresh p [] (None, 0) (fresh_is_true _ _ _)) as H.
  destruct (remember n fresh p [] (None, 0)) as (s & m). now destruct H as (E & _).
Qed.


(** * How many nodes it enters *)

(** Nodes below [n] and [n] itself, without those that are behind a wildcard. *)
Fixpoint plain (n : node A) : nat :=
  match n with
  | Node _ texts captures =>
      1 + list_sum (map (fun '(_, child) => plain child) texts)
        + list_sum (map (fun '(c, child) => if is_wildcard c then 0 else plain child) captures)
  end.

(** As [plain], for the nodes behind each wildcard, at any depth. *)
Fixpoint behind (n : node A) : nat :=
  match n with
  | Node _ texts captures =>
      list_sum (map (fun '(_, child) => behind child) texts)
      + list_sum (map (fun '(c, child) => (if is_wildcard c then plain child else 0) + behind child) captures)
  end.

Lemma plain_and_behind n : plain n + behind n = size n.
Proof.
  induction n as [leaves texts captures IHt IHc] using node_induction. simpl.
  assert (Et : list_sum (map (fun '(_, child) => plain child) texts) + list_sum (map (fun '(_, child) => behind child) texts)
               = list_sum (map (fun '(_, child) => size child) texts)).
  { clear IHc. induction texts as [|(t & child) texts IH]; [easy|]. simpl.
    rewrite <- (IHt t child) by now left. rewrite <- IH by (intros; eapply IHt; right; eauto). lia. }
  assert (Ec : list_sum (map (fun '(c, child) => if is_wildcard c then 0 else plain child) captures)
               + list_sum (map (fun '(c, child) => (if is_wildcard c then plain child else 0) + behind child) captures)
               = list_sum (map (fun '(_, child) => size child) captures)).
  { clear IHt Et. induction captures as [|(c & child) captures IH]; [easy|]. simpl.
    rewrite <- (IHc c child) by now left. rewrite <- IH by (intros; eapply IHc; right; eauto). destruct (is_wildcard c); lia. }
  lia.
Qed.

(** The sum over the children of a node, each with its memo. *)
Definition sum_children {K} (f : K -> node A -> memo -> nat) :=
  fix go (children : list (K * node A)) (ms : list memo) : nat :=
    match children with
    | [] => 0
    | (k, child) :: rest => f k child (first_memo ms) + go rest (tl ms)
    end.

(** The nodes that can still be entered through wildcards, in a path of [l] characters: each wildcard has [l + 1] ends. *)
Fixpoint left_to_try (l : nat) (n : node A) (m : memo) : nat :=
  match n with
  | Node _ texts captures =>
      let 'Memo _ ts cs := m in
      sum_children (fun _ child m => left_to_try l child m) texts ts
      + sum_children (fun c child m => (if is_wildcard c then (S l - tried m) * plain child else 0) + left_to_try l child m) captures cs
  end.

Lemma left_to_try_note l n m k : left_to_try l n (note k m) = left_to_try l n m.
Proof. now destruct n, m. Qed.

Lemma left_to_try_fresh l n : left_to_try l n fresh <= S l * behind n.
Proof.
  induction n as [leaves texts captures IHt IHc] using node_induction. cbn [left_to_try behind fresh].
  rewrite Nat.mul_add_distr_l. apply Nat.add_le_mono.
  - clear IHc. induction texts as [|(t & child) texts IH]; [cbn; lia|]. cbn [sum_children map first_memo hd tl].
    change (list_sum (?x :: ?r)) with (x + list_sum r). rewrite Nat.mul_add_distr_l.
    apply Nat.add_le_mono; [apply (IHt t); now left|]. apply IH. intros. eapply IHt. right. eauto.
  - clear IHt. induction captures as [|(c & child) captures IH]; [cbn; lia|]. cbn [sum_children map first_memo hd tl].
    change (list_sum (?x :: ?r)) with (x + list_sum r). rewrite !Nat.mul_add_distr_l.
    apply Nat.add_le_mono; [|apply IH; intros; eapply IHc; right; eauto].
    apply Nat.add_le_mono; [|apply (IHc c); now left]. cbn [tried fresh]. destruct (is_wildcard c); lia.
Qed.

(** A visit enters the nodes before the next wildcards once, and the others only as often as something is left to try. *)
Definition bounded (l : nat) (enter : visit) (child : node A) : Prop :=
  forall m q captured s, length q <= l ->
    let (s', m') := enter m q captured s in
    snd s' + left_to_try l child m' <= snd s + plain child + left_to_try l child m /\ tried m' = tried m.

Lemma try_ends_bounded l enter child captured (ends : list (list text * text)) s m :
  bounded l enter child ->
  (forall v q, In (v, q) ends -> length q <= l) ->
  let (s', m') := try_ends enter child captured ends s m in
  snd s' + left_to_try l child m' <= snd s + length ends * plain child + left_to_try l child m /\ tried m' = tried m.
Proof.
  intros He. revert s m. induction ends as [|(v & q) ends IH]; intros s m Hl; simpl; [split; [lia|easy]|].
  destruct (pays child (fst s)).
  - pose proof (He m q (captured ++ v) s (Hl v q (or_introl eq_refl))) as H.
    destruct (enter m q (captured ++ v) s) as (s1 & m1). destruct H as (H1 & T1).
    specialize (IH s1 m1 (fun v q Hin => Hl v q (or_intror Hin))).
    destruct (try_ends enter child captured ends s1 m1) as (s2 & m2). destruct IH as (H2 & T2).
    split; [lia|congruence].
  - specialize (IH s m (fun v q Hin => Hl v q (or_intror Hin))).
    destruct (try_ends enter child captured ends s m) as (s2 & m2). destruct IH as (H2 & T2). split; [lia|easy].
Qed.

Lemma untried_length m (ends : list (list text * text)) : length (untried m ends) <= length ends.
Proof.
  induction ends as [|(v & q) ends IH]; simpl; [easy|]. destruct (tried m <=? length q); simpl; lia.
Qed.

Section BoundedChildren.

Context {K : Type}.
Variable ends : K -> text -> list (list text * text).
Variable tried_at : K -> text -> nat.
Variable often : K -> bool.
Variable enter : node A -> visit.
Variable l : nat.
Hypothesis ends_shorter : forall k p v q, In (v, q) (ends k p) -> suffix q p.
Hypothesis ends_once : forall k p, often k = false -> length (ends k p) <= 1.
Hypothesis ends_counted : forall k p m, often k = true -> length (untried m (ends k p)) <= tried_at k p - tried m.
Hypothesis tried_in_path : forall k p, tried_at k p <= S (length p).

Notation sum_plain := (fun children => list_sum (map (fun '(k, child) => if often k then 0 else plain child) children)).
Notation sum_left := (sum_children (fun k child m => (if often k then (S l - tried m) * plain child else 0) + left_to_try l child m)).

Lemma try_child_bounded k child m p captured s :
  length p <= l -> bounded l (enter child) child ->
  let (s', m') := try_ends (enter child) child captured (untried m (ends k p)) s m in
  snd s' + ((if often k then (S l - tried (note (tried_at k p) m')) * plain child else 0) + left_to_try l child (note (tried_at k p) m'))
  <= snd s + (if often k then 0 else plain child)
     + ((if often k then (S l - tried m) * plain child else 0) + left_to_try l child m).
Proof.
  intros Hp He. pose proof (try_ends_bounded l (enter child) child captured (untried m (ends k p)) s m He) as H.
  destruct (try_ends _ _ _ _ _ _) as (s' & m'). destruct H as (H & T).
  { intros v q Hin. apply filter_In in Hin as (Hin & _). apply ends_shorter, suffix_length in Hin. lia. }
  rewrite left_to_try_note, tried_of_note, T. pose proof (tried_in_path k p) as Ht.
  destruct (often k) eqn:O.
  - pose proof (ends_counted k p m O) as Hc.
    assert (length (untried m (ends k p)) + (S l - Nat.max (tried m) (tried_at k p)) <= S l - tried m) as Hs by lia.
    apply (Nat.mul_le_mono_r _ _ (plain child)) in Hs. rewrite Nat.mul_add_distr_r in Hs.
    lia.
  - assert (length (untried m (ends k p)) <= 1) as Hs.
    { etransitivity; [apply untried_length|]. now apply ends_once. }
    apply (Nat.mul_le_mono_r _ _ (plain child)) in Hs. lia.
Qed.

Lemma try_children_bounded children ms p captured s :
  length p <= l -> (forall k child, In (k, child) children -> bounded l (enter child) child) ->
  let (s', ms') := try_children ends tried_at enter children ms p captured s in
  snd s' + sum_left children ms' <= snd s + sum_plain children + sum_left children ms.
Proof.
  intros Hp. revert ms s. induction children as [|(k & child) children IH]; intros ms s He; [cbn; lia|].
  cbn [try_children].
  pose proof (try_child_bounded k child (first_memo ms) p captured s Hp (He _ _ (or_introl eq_refl))) as H1.
  destruct (try_ends _ _ _ _ _ _) as (s1 & m1). fold (try_children ends tried_at enter).
  specialize (IH (tl ms) s1 (fun k c Hin => He k c (or_intror Hin))).
  destruct (try_children _ _ _ children _ _ _ _) as (s2 & ms2). cbn [sum_children map first_memo hd tl].
  change (list_sum (?x :: ?r)) with (x + list_sum r). unfold first_memo in *. cbv beta in *.
  destruct (often k); lia.
Qed.

End BoundedChildren.

Lemma wildcard_ends_counted c p m :
  is_wildcard c = true -> length (untried m (reads accepts fold c p)) <= capture_tried c p - tried m.
Proof.
  destruct c as [k|stop k w|first others tail|least stop]; try easy. intros _. apply count_of_sorted.
  - apply sorted_filter, reads_sorted.
  - intros v q Hin. apply filter_In in Hin as (Hin & Hl). apply Nat.leb_le in Hl.
    apply wildcard_reads in Hin as (u & _ & _ & Hq). unfold capture_tried. lia.
Qed.

Lemma remember_bounded l n : bounded l (remember n) n.
Proof.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros [k ts cs] p captured s Hp.
  cbn [remember]. set (s0 := (best_leaf leaves p captured (fst s), S (snd s))).
  pose proof (try_children_bounded (text_ends fold) text_tried (fun _ => false) remember l text_ends_suffix) as F.
  specialize (F ltac:(intros t q _; unfold text_ends; destruct (after fold t q); simpl; lia) ltac:(easy)
                ltac:(unfold text_tried; lia) texts ts p captured s0 Hp IHt).
  destruct (try_children (text_ends fold) _ _ _ _ _ _ _) as (s1 & ts1).
  pose proof (try_children_bounded (reads accepts fold) capture_tried is_wildcard remember l (reads_suffix accepts fold)) as G.
  specialize (G ltac:(intros c q Hc; pose proof (reads_once accepts fold c q); now destruct c) wildcard_ends_counted
                ltac:(intros c q; unfold capture_tried; destruct c; lia) captures cs p captured s1 Hp IHc).
  destruct (try_children (reads accepts fold) _ _ _ _ _ _ _) as (s2 & cs2).
  split; [|easy]. cbn [left_to_try plain]. unfold s0 in F. cbn [snd] in F. cbn [Nat.add] in F. lia.
Qed.

(** A search that remembers enters each node once at most for each place of the path, however many wildcards are below others. *)
Theorem remembering_bounds_steps n p captured best :
  snd (fst (remember n fresh p captured (best, 0))) <= size n * S (length p).
Proof.
  pose proof (remember_bounded (length p) n fresh p captured (best, 0) (le_n _)) as H.
  destruct (remember n fresh p captured (best, 0)) as (s & m). destruct H as (H & _).
  pose proof (left_to_try_fresh (length p) n). pose proof (plain_and_behind n). simpl in *. nia.
Qed.

End Remember.
