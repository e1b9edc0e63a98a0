(** The compiled chain does what the loop does. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec Compiled.
Import ListNotations.

(** * The tables find the first member of a kind *)

Fixpoint first (is : planned -> bool) (ms : list planned) (at_position : nat) : option nat :=
  match ms with
  | [] => None
  | m :: rest => if is m then Some at_position else first is rest (S at_position)
  end.

Lemma positions_find_first is ms offset last from :
  nth from (positions is ms offset last) last
  = match first is (skipn from ms) (offset + from) with Some i => i | None => last end.
Proof.
  revert offset from. induction ms as [|m ms IH]; intros offset from; [now destruct from|].
  destruct from as [|from].
  - simpl. rewrite Nat.add_0_r. destruct (is m); [easy|].
    specialize (IH (S offset) 0). simpl in IH. rewrite Nat.add_0_r in IH. rewrite <- IH.
    now destruct (positions is ms (S offset) last).
  - simpl. rewrite IH. now rewrite Nat.add_succ_r.
Qed.

Lemma first_is_a_member is ms at_position i :
  first is ms at_position = Some i -> at_position <= i /\ i < at_position + length ms.
Proof.
  revert at_position. induction ms as [|m ms IH]; simpl; intros at_position H; [easy|].
  destruct (is m); [injection H as <-; lia|]. apply IH in H. lia.
Qed.

(** * The members after a place are those of the layers after it *)

Fixpoint position_of (layers : list layer) (place : nat) {struct place} : nat :=
  match place, layers with
  | S place', l :: rest => (if applies l then 1 else 0) + position_of rest place'
  | _, _ => 0
  end.

Lemma members_after layers place : forall offset,
  skipn (position_of layers place) (plan layers offset) = plan (skipn place layers) (offset + place).
Proof.
  revert layers. induction place as [|place IH]; intros layers offset; [simpl; now rewrite Nat.add_0_r|].
  destruct layers as [|l layers]; [easy|]. simpl. rewrite Nat.add_succ_r. destruct (applies l); simpl; apply IH.
Qed.

Lemma scan_is_first layers pending : forall place at_position,
  let k := match pending with None => Handles_requests | Some _ => Handles_errors end in
  match scan layers place pending, first (is_kind k) (plan layers place) at_position with
  | Some p, Some i =>
      place <= p /\ at_position <= i
      /\ nth_error (plan layers place) (i - at_position) = option_map (fun l => (p, l)) (nth_error layers (p - place))
      /\ i - at_position = position_of layers (p - place)
      /\ (exists l, nth_error layers (p - place) = Some l /\ applies l = true)
  | None, None => True
  | _, _ => False
  end.
Proof.
  induction layers as [|l layers IH]; intros place at_position k; [easy|]. simpl. unfold handles at 1.
  destruct (applies l) eqn:A; simpl.
  - assert (E : is_kind k (place, l) = match of_kind l, pending with
               | Handles_requests, None => true | Handles_errors, Some _ => true | _, _ => false end).
    { unfold is_kind, k; simpl. now destruct (of_kind l), pending. }
    rewrite E. destruct (match of_kind l, pending with
               | Handles_requests, None => true | Handles_errors, Some _ => true | _, _ => false end).
    + rewrite !Nat.sub_diag. simpl. repeat split; eauto.
    + specialize (IH (S place) (S at_position)). simpl in IH. fold k in IH.
      destruct (scan layers (S place) pending) as [p|], (first (is_kind k) (plan layers (S place)) (S at_position)) as [i|]; try easy.
      destruct IH as (Hp & Hi & Hn & Hpos & Hl).
      replace (i - at_position) with (S (i - S at_position)) by lia.
      replace (p - place) with (S (p - S place)) by lia. simpl. rewrite A. repeat split; try easy; try lia.
  - specialize (IH (S place) at_position). simpl in IH. fold k in IH.
    destruct (scan layers (S place) pending) as [p|], (first (is_kind k) (plan layers (S place)) at_position) as [i|]; try easy.
    destruct IH as (Hp & Hi & Hn & Hpos & Hl).
    replace (p - place) with (S (p - S place)) by lia. simpl. rewrite A. repeat split; try easy; try lia.
Qed.

Lemma position_after layers place : forall l,
  nth_error layers place = Some l -> applies l = true -> position_of layers (S place) = S (position_of layers place).
Proof.
  revert layers. induction place as [|place IH]; intros [|m layers] l; simpl; try easy.
  - intros [= ->] ->. now destruct layers.
  - intros H A. specialize (IH layers l H A). simpl in IH. rewrite IH. destruct (applies m); reflexivity.
Qed.

Lemma position_add layers a b : position_of layers (a + b) = position_of layers a + position_of (skipn a layers) b.
Proof.
  revert layers. induction a as [|a IH]; intros layers; [easy|]. destruct layers as [|l layers]; simpl.
  - now destruct b.
  - rewrite IH. lia.
Qed.

Lemma position_at_end layers : position_of layers (length layers) = length (plan layers 0).
Proof.
  assert (G : forall place, position_of layers (length layers) = length (plan layers place)); [|apply G].
  induction layers as [|l layers IH]; intros place; [easy|]. simpl. rewrite (IH (S place)).
  now destruct (applies l).
Qed.

Lemma nth_error_after {A} (n : nat) : forall (l : list A) k, nth_error l (n + k) = nth_error (skipn n l) k.
Proof. induction n as [|n IH]; intros l k; [easy|]. destruct l; simpl; [now destruct k|apply IH]. Qed.

(** * Both machines see the same *)

Section Equal.

Variable layers : list layer.
Notation c := (compile layers).

(** A state of the loop and that of a run agree on whose turn it is, and on what is behind. *)
Definition agree (s : state) (r : run) : Prop :=
  position r = position_of layers (entered s) /\
  match turn s, run_turn r with
  | Some place, Some at_position => place_of c at_position = Some place
  | None, None => True
  | _, _ => False
  end.

Lemma enter_and_advance_agree pending from :
  snd (enter layers pending from) = snd (advance c pending (position_of layers from))
  /\ agree (fst (enter layers pending from)) (fst (advance c pending (position_of layers from))).
Proof.
  unfold enter, advance.
  set (k := match pending with None => Handles_requests | Some _ => Handles_errors end).
  assert (Et : (match pending with None => to_request c | Some _ => to_error c end)
               = positions (is_kind k) (members c) 0 (length (members c))).
  { now destruct pending. }
  rewrite Et, positions_find_first. cbn [members compile]. rewrite members_after. simpl.
  pose proof (scan_is_first (skipn from layers) pending from (position_of layers from)) as H. cbv zeta in H. fold k in H.
  destruct (scan (skipn from layers) from pending) as [p|],
    (first (is_kind k) (plan (skipn from layers) from) (position_of layers from)) as [i|] eqn:Ef; try easy.
  - destruct H as (Hp & Hi & Hn & Hpos & (l & Hl & Ha)). rewrite Hl in Hn. simpl in Hn.
    assert (Hm : nth_error (plan layers 0) i = Some (p, l)).
    { replace i with (position_of layers from + (i - position_of layers from)) by lia.
      rewrite nth_error_after, members_after. exact Hn. }
    rewrite Hm. cbn [fst snd]. split; [easy|]. unfold agree; cbn [entered position turn run_turn]. split.
    + replace (S p) with (from + S (p - from)) by lia. rewrite position_add.
      rewrite (position_after _ _ l Hl Ha). lia.
    + unfold place_of. cbn [members compile]. now rewrite Hm.
  - rewrite (proj2 (nth_error_None _ _)) by easy. cbn [fst snd]. split; [easy|]. unfold agree; cbn [entered position turn run_turn]. split; [|easy].
    symmetry. apply position_at_end.
Qed.

Lemma react_and_continue_agree s r e :
  agree s r ->
  snd (react layers s e) = snd (continue_from c r e) /\ agree (fst (react layers s e)) (fst (continue_from c r e)).
Proof.
  intros (Hp & Ht). destruct e as (place & a). simpl.
  assert (E : has_turn s place = has_run_turn c r place).
  { unfold has_turn, has_run_turn. destruct (turn s), (run_turn r); try easy. now rewrite Ht. }
  rewrite <- E. rewrite Hp. destruct (has_turn s place), a; simpl; try (now split).
  - destruct (enter_and_advance_agree None (entered s)) as (H1 & H2).
    destruct (enter layers None (entered s)), (advance c None (position_of layers (entered s))); simpl in *.
    split; [now f_equal|easy].
  - apply enter_and_advance_agree.
  - apply enter_and_advance_agree.
Qed.

Lemma all_agree es : forall s r, agree s r -> react_all layers s es = continue_all c r es.
Proof.
  induction es as [|e es IH]; intros s r H; [easy|]. simpl.
  destruct (react_and_continue_agree s r e H) as (H1 & H2).
  destruct (react layers s e) as (s' & seen), (continue_from c r e) as (r' & seen'). simpl in *. subst seen'.
  f_equal. now apply IH.
Qed.

Theorem execute_is_interpret es : execute c es = interpret layers es.
Proof.
  unfold execute, interpret. destruct (enter_and_advance_agree None 0) as (H1 & H2). simpl in H1, H2.
  destruct (enter layers None 0) as (s & seen), (advance c None 0) as (r & seen'). simpl in *. subst seen'.
  f_equal. symmetry. now apply all_agree.
Qed.

End Equal.
