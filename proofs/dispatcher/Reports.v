(** Layers are reported for a second answer only. *)

From Coq Require Import List Arith Bool Lia Permutation.
From NextpressDispatcher Require Import Spec Run Tables Equal Hear Later.
Import ListNotations.

Section Reports.

Variable of_sort : sort.
Variable cut : nat.
Variable layers : list layer.

Notation happens := (happens of_sort cut layers).
Notation related := (related of_sort cut layers).

Definition times_answered (answers : list event) (place : nat) : nat := count_occ Nat.eq_dec (map fst answers) place.

Lemma answered_once_more answers place a : times_answered (answers ++ [(place, a)]) place = S (times_answered answers place).
Proof.
  unfold times_answered. rewrite map_app, count_occ_app. cbn [map fst count_occ]. destruct (Nat.eq_dec place place); [|easy]. lia.
Qed.

Lemma answered_later answers more place : times_answered answers place <= times_answered (answers ++ more) place.
Proof. unfold times_answered. rewrite map_app, count_occ_app. apply Nat.le_add_r. Qed.

Lemma answered_in answers place a : In (place, a) answers -> 1 <= times_answered answers place.
Proof. intros H. apply count_occ_In. now apply (in_map fst) in H. Qed.

(** * What advancing leaves alone *)

Definition only_advances (r r' : run) : Prop :=
  reported r' = reported r /\ interrupted r' = interrupted r
  /\ forall place t, In (place, t) (given r') -> In (place, t) (given r) \/ run_turn r' = TURN t.

Lemma advance_in_only_advances go_out pending from r :
  (forall r1, given r1 = given r -> interrupted r1 = interrupted r -> reported r1 = reported r -> only_advances r (fst (go_out r1))) ->
  only_advances r (fst (advance_in go_out pending from r)).
Proof.
  intros G. unfold advance_in. destruct (S (depth r) =? max_depth).
  - repeat split. intros place t H. now left.
  - destruct (nth_error _ _) as [(p & l)|]; [|now apply G].
    repeat split. intros place t [[= <- <-]|H]; [now right|now left].
Qed.

Lemma advance_only_advances pending from r : only_advances r (fst (advance cut pending from r)).
Proof.
  apply advance_in_only_advances. intros r1 Eg Ei Er. unfold leave_chain.
  assert (E : only_advances r r1) by (repeat split; try easy; intros place t H; left; now rewrite <- Eg).
  destruct (second r1) as [c|]; [|exact E]. unfold switch_to.
  match goal with |- only_advances r (fst (advance_in _ _ _ ?r2)) => set (r2' := r2) end.
  assert (A : only_advances r2' (fst (advance_in (end_run pending) pending (position_of_place c cut) r2'))).
  { apply advance_in_only_advances. intros r3 Eg3 Ei3 Er3. repeat split; try easy. intros place t H. left. cbn [fst end_run] in H.
    now rewrite <- Eg3. }
  destruct A as (Ar & Ai & Ag). split; [now rewrite Ar|]. split; [now rewrite Ai|]. intros place t H.
  apply Ag in H as [H|H]; [left; cbn in H; now rewrite <- Eg|now right].
Qed.

(** * Each layer without the turn has lost it to an error, or has answered *)

Record truthful (r : run) (answers : list event) : Prop := {
  lost_turns : forall place t, In (place, t) (given r) ->
    run_turn r = TURN t \/ In t (interrupted r) \/ 1 <= times_answered answers place;
  reports : forall place, In place (reported r) -> 2 <= times_answered answers place
}.

(** A run that only advances stays so, if its layer with the turn has answered or is interrupted. *)
Lemma advancing_is_truthful r r' answers : only_advances r r' ->
  (forall place t, In (place, t) (given r) -> In t (interrupted r) \/ 1 <= times_answered answers place) ->
  (forall place, In place (reported r) -> 2 <= times_answered answers place) ->
  truthful r' answers.
Proof.
  intros (Er & Ei & Eg) L R. constructor.
  - intros place t H. apply Eg in H as [H|H]; [|now left]. right. rewrite Ei. now apply L.
  - intros place. rewrite Er. apply R.
Qed.

Lemma pass_only_advances place a r : only_advances r (fst (pass of_sort cut place a r)).
Proof.
  unfold pass. assert (S : only_advances r r) by (repeat split; intros; now left).
  destruct a as [| | |e], of_sort; try exact S; cbn [fst]; apply advance_only_advances.
Qed.

Lemma truthful_later r answers more : truthful r answers -> truthful r (answers ++ more).
Proof.
  intros [L R]. constructor.
  - intros place t H. destruct (L place t H) as [H'|[H'|H']]; [now left|right; now left|]. right. right.
    pose proof (answered_later answers more place). lia.
  - intros place H. pose proof (answered_later answers more place). apply R in H. lia.
Qed.

(** [next] is called, or an error has waited: [answers] has the answer already. *)
Lemma continue_from_truthful r before answers place number a :
  truthful r before -> one_to_one (given r) -> In (place, number) (given r) ->
  (forall p, times_answered before p <= times_answered answers p) -> 1 <= times_answered answers place ->
  (waits r a = false -> (forall e, a <> Fail e) -> times_answered answers place = S (times_answered before place)) ->
  truthful (fst (continue_from of_sort cut place number a r)) answers.
Proof.
  intros [L R] One Hin Le Ha Once. unfold continue_from.
  assert (R' : forall p, In p (reported r) -> 2 <= times_answered answers p) by (intros p H; apply R in H; specialize (Le p); lia).
  assert (L' : forall p t, In (p, t) (given r) -> run_turn r = TURN t \/ In t (interrupted r) \/ 1 <= times_answered answers p).
  { intros p t H. destruct (L p t H) as [H'|[H'|H']]; [now left|right; now left|]. right. right. specialize (Le p). lia. }
  destruct (has_run_turn r number) eqn:T.
  - apply (advancing_is_truthful (with_turn LEFT r)); [apply pass_only_advances| |exact R'].
    intros p t H. cbn [given interrupted with_turn] in *. destruct (L' p t H) as [H'|H']; [|exact H'].
    right. unfold has_run_turn in T. rewrite H' in T. apply Nat.eqb_eq in T. subst t.
    now rewrite (proj2 (One p number place number H Hin) eq_refl).
  - assert (K : a = Pass \/ a = Skip_route \/ a = Skip_router \/ exists e, a = Fail e) by (destruct a; eauto).
    assert (Rep : (forall e, a <> Fail e) -> waits r a = false -> truthful (report_late place number r) answers).
    { intros N W. constructor; cbn [given run_turn interrupted reported report_late].
      - exact L'.
      - intros p H. destruct (existsb (Nat.eqb number) (interrupted r)) eqn:I; cbn [negb andb] in H; [now apply R'|].
        destruct (offset r <=? number); [|now apply R']. destruct H as [<-|H]; [|now apply R'].
        rewrite (Once W N). destruct (L place number Hin) as [H'|[H'|H']]; [| |lia].
        + unfold has_run_turn in T. rewrite H', Nat.eqb_refl in T. easy.
        + assert (X : existsb (Nat.eqb number) (interrupted r) = true)
            by (apply existsb_exists; exists number; now rewrite Nat.eqb_refl). congruence. }
    destruct a as [| | |e]; try (apply Rep; [easy|unfold waits; now destruct (run_turn r)]).
    destruct (waits r (Fail e)); [constructor; [exact L'|exact R']|].
    apply (advancing_is_truthful (cancel r)); [apply advance_only_advances| |exact R'].
    intros p t H. cbn [given interrupted cancel] in *. destruct (L' p t H) as [H'|[H'|H']]; [| |now right].
    + left. rewrite H'. now left.
    + left. destruct (run_turn r); [easy|easy|now right].
Qed.

Lemma related_is_one_to_one r answers taken seen : related r answers taken seen -> one_to_one (given r).
Proof.
  intros (K & _). destruct K as [(((ls & _ & Hp) & _) & _)|(rest & pending & _ & (_ & before & (ls & _ & Hp) & _) & _)];
    exact (given_once _ _ _ Hp).
Qed.

Lemma happens_truthful r answers taken seen : happens r answers taken seen -> truthful r answers.
Proof.
  induction 1 as [r seen E|r answers taken seen place a r' more H IH Hg E|r answers taken seen w rest r' more H IH Eq E].
  - replace r with (fst (begin_run cut layers)) by now rewrite E.
    apply (advancing_is_truthful (first_chain cut layers)); [apply advance_only_advances|easy|easy].
  - pose proof (related_is_one_to_one _ _ _ _ (happens_related _ _ _ _ _ _ _ H)) as One.
    unfold hear in E. destruct (turn_given (given r) place) as [number|] eqn:Et; [|easy]. apply turn_given_in in Et.
    replace r' with (fst (continue_from of_sort cut place number a r)) by now rewrite E.
    apply continue_from_truthful with (before := answers); try easy.
    + intros p. apply answered_later.
    + rewrite answered_once_more. lia.
    + intros _ _. apply answered_once_more.
  - pose proof (happens_related _ _ _ _ _ _ _ H) as Rel. pose proof (related_is_one_to_one _ _ _ _ Rel) as One.
    destruct Rel as (_ & G & P). rewrite Eq in G, P.
    assert (IH' : truthful (with_queue rest r) answers) by (destruct IH; now constructor).
    destruct w as [pending from|place number e]; cbn [do_later] in E.
    + cbn [run_turn with_queue] in E. destruct (run_turn r) as [| |t] eqn:Et; try (injection E as <- _; exact IH').
      replace r' with (fst (advance cut pending from (with_queue rest r))) by now rewrite E.
      apply (advancing_is_truthful (with_queue rest r)); [apply advance_only_advances| |exact (reports _ _ IH')].
      intros p t Hin. destruct (lost_turns _ _ IH' p t Hin) as [H'|H']; [|exact H']. cbn in H'. congruence.
    + replace r' with (fst (continue_from of_sort cut place number (Fail e) (with_queue rest r))) by now rewrite E.
      apply continue_from_truthful with (before := answers); try easy.
      * apply (G place number e). now left.
      * apply answered_in with (a := Fail e). apply Permutation_sym in P. eapply Permutation_in; [exact P|].
        apply in_app_iff. right. now left.
      * intros _ N. now destruct (N e).
Qed.

(** Whoever is reported has answered twice. *)
Theorem reported_layers_answered_twice r answers taken seen place :
  happens r answers taken seen -> In place (reported r) -> 2 <= times_answered answers place.
Proof. intros H. exact (reports _ _ (happens_truthful _ _ _ _ H) place). Qed.

End Reports.
