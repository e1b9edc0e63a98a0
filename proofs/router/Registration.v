(** A tree keeps the captures of a node in the order in which they were registered. *)

From Coq Require Import List Arith Bool Lia Morphisms Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search Correct Table.
Import ListNotations.

Section Registration.

Context {A : Type}.

(** [a] has a leaf that was registered before all leaves of [b]. *)
Definition earlier (a b : node A) : Prop := exists i, In i (ranks a) /\ forall j, In j (ranks b) -> i < j.

(** The captures of each node are in the order of their first leaves, and each is there once. *)
Inductive orderly : node A -> Prop :=
  | orderly_node leaves texts captures :
      (forall t child, In (t, child) texts -> orderly child) ->
      (forall c child, In (c, child) captures -> orderly child /\ ranks child <> []) ->
      NoDup (map fst captures) ->
      StronglySorted (fun a b => earlier (snd a) (snd b)) captures ->
      orderly (Node leaves texts captures).

Lemma empty_is_orderly : orderly empty.
Proof. constructor; try easy; constructor. Qed.

(** [continue] adds a leaf whose rank is higher than those before. *)
Definition keeps_order (l : leaf A) (continue : node A -> node A) : Prop :=
  (exists back, adds back l continue)
  /\ forall n, (forall i, In i (ranks n) -> i < fst l) -> orderly n -> orderly (continue n).

Lemma ranks_after_adding back l continue (n : node A) : adds back l continue -> Permutation (ranks (continue n)) (fst l :: ranks n).
Proof. intros H. unfold ranks. rewrite (H n). easy. Qed.

Lemma ranks_of_divided kept (child : node A) :
  ranks (match kept with [] => child | _ => Node [] [(kept, child)] [] end) = ranks child.
Proof.
  unfold ranks. rewrite contents_of_divided. unfold below. rewrite map_map. apply map_ext. now intros (b & l).
Qed.

Lemma divided_is_orderly kept (child : node A) :
  orderly child -> orderly (match kept with [] => child | _ => Node [] [(kept, child)] [] end).
Proof.
  intros H. destruct kept; [easy|]. constructor; try easy; try constructor. intros t child' [[= <- <-]|[]]. easy.
Qed.

Lemma ranks_of_text_child t (child : node A) leaves texts captures :
  In (t, child) texts -> forall i, In i (ranks child) -> In i (ranks (Node leaves texts captures)).
Proof.
  intros Hin i Hi. apply in_map_iff in Hi as ((g & l) & <- & Hg). apply in_map_iff. exists (atoms_of_text t ++ g, l).
  split; [easy|]. simpl. rewrite !in_app_iff. right. left. apply in_flat_map. exists (t, child). split; [easy|].
  apply in_map_iff. now exists (g, l).
Qed.

Lemma ranks_of_capture_child c (child : node A) leaves texts captures :
  In (c, child) captures -> forall i, In i (ranks child) -> In i (ranks (Node leaves texts captures)).
Proof.
  intros Hin i Hi. apply in_map_iff in Hi as ((g & l) & <- & Hg). apply in_map_iff. exists ([Read c] ++ g, l).
  split; [easy|]. simpl. rewrite !in_app_iff. right. right. apply in_flat_map. exists (c, child). split; [easy|].
  apply in_map_iff. now exists (g, l).
Qed.

Lemma place_keeps_order t descend texts (l : leaf A) :
  (forall more upper, (forall i, In i (ranks upper) -> i < fst l) -> length more < length t ->
     orderly upper -> orderly (descend more upper)) ->
  t <> [] ->
  (forall u child, In (u, child) texts -> orderly child /\ forall i, In i (ranks child) -> i < fst l) ->
  forall u child, In (u, child) (place t descend texts) -> orderly child.
Proof.
  intros Hd Ht. induction texts as [|(v & child) texts IH]; simpl; intros H u child' Hin.
  - destruct Hin as [[= <- <-]|[]]. apply Hd; [easy|destruct t; simpl; [easy|lia]|apply empty_is_orderly].
  - destruct (same_head v t) eqn:E.
    + destruct (shared v t) as ((s & kept) & more) eqn:Es. destruct Hin as [[= <- <-]|Hin].
      * destruct (H v child (or_introl eq_refl)) as (Ho & Hr). apply Hd; [now rewrite ranks_of_divided| |now apply divided_is_orderly].
        destruct (same_head_shares _ _ _ _ _ E Es) as (Hs & _). destruct (shared_divides _ _ _ _ _ Es) as (_ & ->).
        rewrite app_length. destruct s; [easy|simpl; lia].
      * now apply (H u child' (or_intror Hin)).
    + destruct Hin as [[= <- <-]|Hin]; [now apply (H v child (or_introl eq_refl))|].
      apply (IH (fun u c Hc => H u c (or_intror Hc)) u child' Hin).
Qed.

Lemma insert_text_keeps_order fuel t (l : leaf A) continue :
  length t <= fuel -> keeps_order l continue -> forall n, (forall i, In i (ranks n) -> i < fst l) -> orderly n ->
  orderly (insert_text fuel t continue n).
Proof.
  revert t. induction fuel as [|fuel IH]; intros [|c t] Hf (Ha & Hk) n Hr Hn; simpl in *; try lia; try now apply Hk.
  destruct n as [leaves texts captures]. inversion Hn as [? ? ? Ht Hc Hu Hs]; subst. constructor; try easy.
  apply (place_keeps_order (c :: t) _ texts l); [|easy|].
  - intros more upper Hru Hm Ho. apply IH; [simpl in Hm; lia|now split|easy|easy].
  - intros u child Hin. split; [now apply (Ht u)|]. intros i Hi. apply Hr. now apply (ranks_of_text_child u child).
Qed.

Lemma insert_capture_keys c continue (captures : list (capture * node A)) d :
  In d (map fst (insert_capture c continue captures)) -> d = c \/ In d (map fst captures).
Proof.
  induction captures as [|(e & child) captures IH]; simpl; [now intros [->|[]]; left|].
  destruct (capture_eq_dec e c) as [->|]; simpl; [tauto|]. intros [->|H]; [tauto|]. apply IH in H. tauto.
Qed.

Lemma insert_capture_keeps_order c (l : leaf A) continue captures :
  keeps_order l continue ->
  (forall d child, In (d, child) captures -> orderly child /\ ranks child <> [] /\ forall i, In i (ranks child) -> i < fst l) ->
  NoDup (map fst captures) ->
  StronglySorted (fun a b => earlier (snd a) (snd b)) captures ->
  let after := insert_capture c continue captures in
  (forall d child, In (d, child) after -> orderly child /\ ranks child <> [])
  /\ NoDup (map fst after)
  /\ StronglySorted (fun a b => earlier (snd a) (snd b)) after
  /\ forall d child, In (d, child) after -> In (d, child) captures \/ exists old, Permutation (ranks child) (fst l :: ranks old)
                                                                     /\ (old = empty \/ In (d, old) captures).
Proof.
  intros ((back & Ha) & Hk) Hc Hu Hs. assert (Hnew : forall n, Permutation (ranks (continue n)) (fst l :: ranks n)).
  { intros n. eapply ranks_after_adding; eauto. }
  assert (Hsome : forall n, ranks (continue n) <> []).
  { intros n E. pose proof (Hnew n) as P. rewrite E in P. now apply Permutation_nil in P. }
  induction captures as [|(e & child) captures IH]; cbn [insert_capture].
  - split; [|split; [repeat constructor; easy|split; [repeat constructor|]]].
    + intros d child [[= <- <-]|[]]. split; [|apply Hsome]. apply Hk; [easy|apply empty_is_orderly].
    + intros d child [[= <- <-]|[]]. right. exists empty. split; [apply Hnew|now left].
  - inversion Hu as [|? ? Hne Hu']; subst. inversion Hs as [|? ? Hs' Hf]; subst. rewrite Forall_forall in Hf.
    destruct (Hc e child (or_introl eq_refl)) as (Ho & Hne' & Hlt).
    destruct (capture_eq_dec e c) as [->|Hec].
    + split; [|split; [easy|split]].
      * intros d child' [[= <- <-]|Hin]; [split; [now apply Hk|apply Hsome]|]. split; now apply (Hc d child' (or_intror Hin)).
      * constructor; [easy|]. rewrite Forall_forall. intros b Hb. destruct (Hf b Hb) as (i & Hi & Hj). exists i.
        split; [|easy]. eapply Permutation_in; [symmetry; apply Hnew|]. now right.
      * intros d child' [[= <- <-]|Hin]; [right; exists child; split; [apply Hnew|right; now left]|left; now right].
    + destruct (IH (fun d c Hin => Hc d c (or_intror Hin)) Hu' Hs') as (I1 & I2 & I3 & I4). split; [|split; [|split]].
      * intros d child' [[= <- <-]|Hin]; [easy|now apply (I1 d)].
      * cbn [map fst]. constructor; [|easy]. intros Hin. apply insert_capture_keys in Hin as [->|Hin]; [easy|now apply Hne].
      * constructor; [easy|]. rewrite Forall_forall. intros (d & child') Hb. cbn [snd].
        destruct (I4 d child' Hb) as [Hin|(old & P & Hold)]; [exact (Hf _ Hin)|].
        destruct Hold as [->|Hin].
        -- destruct (ranks child) as [|i rest] eqn:E; [easy|]. exists i. split; [rewrite E; now left|]. intros j Hj.
           apply (Permutation_in _ P) in Hj as [<-|[]]. apply Hlt. now left.
        -- destruct (Hf _ Hin) as (i & Hi & Hj). exists i. split; [easy|]. intros j Hj'.
           apply (Permutation_in _ P) in Hj' as [<-|Hj']; [now apply Hlt|now apply Hj].
      * intros d child' [[= <- <-]|Hin]; [left; now left|].
        destruct (I4 d child' Hin) as [Hin'|(old & P & Hold)]; [left; now right|right; exists old; split; [easy|]].
        destruct Hold as [->|Hold]; [now left|right; now right].
Qed.

Lemma insert_keeps_order f (l : leaf A) : keeps_order l (insert f l).
Proof.
  induction f as [|[t|c] f IH]; (split; [eexists; intros n; apply insert_adds|]); intros n Hr Hn; simpl.
  - destruct n as [leaves texts captures]. inversion Hn; subst. now constructor.
  - now apply (insert_text_keeps_order (length t) t l).
  - destruct n as [leaves texts captures]. inversion Hn as [? ? ? Ht Hc Hu Hs]; subst.
    destruct (insert_capture_keeps_order c l (insert f l) captures IH) as (I1 & I2 & I3 & _); try easy.
    intros d child Hin. destruct (Hc d child Hin) as (Ho & Hne). split; [easy|]. split; [easy|].
    intros i Hi. apply Hr. now apply (ranks_of_capture_child d child leaves texts captures).
Qed.

(** A tree that was built in the order of registration is orderly. *)
Theorem build_is_orderly (fs : @table A) : orderly (build (numbered 0 fs)).
Proof.
  unfold build. assert (H : forall i n, (forall j, In j (ranks n) -> j < i) -> orderly n ->
    orderly (fold_left (fun n '(l, f) => insert f l n) (numbered i fs) n)).
  { induction fs as [|(a & f) fs IH]; intros i n Hr Hn; [easy|]. simpl. apply IH.
    - intros j Hj. unfold ranks in Hj. rewrite (insert_adds f (i, a) n) in Hj. destruct Hj as [<-|Hj]; [simpl; unfold rank_of; simpl; lia|].
      apply Hr in Hj. lia.
    - apply (insert_keeps_order f (i, a)); easy. }
  apply H; [easy|apply empty_is_orderly].
Qed.

End Registration.
