(** The tables of a chain find what the loop finds. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec Run.
Import ListNotations.

(** * The first member of a kind *)

Fixpoint first (is : planned -> bool) (ms : list planned) (at_position : nat) : option nat :=
  match ms with
  | [] => None
  | m :: rest => if is m then Some at_position else first is rest (S at_position)
  end.

Lemma positions_find_first is ms start last from :
  nth from (positions is ms start last) last
  = match first is (skipn from ms) (start + from) with Some i => i | None => last end.
Proof.
  revert start from. induction ms as [|m ms IH]; intros start from; [now destruct from|].
  destruct from as [|from].
  - simpl. rewrite Nat.add_0_r. destruct (is m); [easy|].
    specialize (IH (S start) 0). simpl in IH. rewrite Nat.add_0_r in IH. rewrite <- IH.
    now destruct (positions is ms (S start) last).
  - simpl. rewrite IH. now rewrite Nat.add_succ_r.
Qed.

(** * Members and places *)

(** How many layers before a place apply. *)
Fixpoint position_of (layers : list layer) (place : nat) {struct place} : nat :=
  match place, layers with
  | S place', l :: rest => (if applies l then 1 else 0) + position_of rest place'
  | _, _ => 0
  end.

Lemma members_after layers place : forall start,
  skipn (position_of layers place) (plan layers start) = plan (skipn place layers) (start + place).
Proof.
  revert layers. induction place as [|place IH]; intros layers start; [simpl; now rewrite Nat.add_0_r|].
  destruct layers as [|l layers]; [easy|]. simpl. rewrite Nat.add_succ_r. destruct (applies l); simpl; apply IH.
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

Lemma places_are_later layers start : forall m, In m (plan layers start) -> start <= fst m.
Proof.
  revert start. induction layers as [|l layers IH]; intros start m; simpl; [easy|].
  destruct (applies l); simpl; [intros [<-|H]; [easy|]|intros H]; apply IH in H; lia.
Qed.

Lemma position_of_place_is_position layers place :
  position_of_place (compile layers) place = position_of layers place.
Proof.
  unfold position_of_place. cbn [members compile].
  assert (G : forall start, length (filter (fun m => fst m <? start + place) (plan layers start)) = position_of layers place).
  2: apply (G 0).
  revert layers. induction place as [|place IH]; intros layers start.
  - simpl. rewrite Nat.add_0_r. replace (filter _ _) with (@nil planned); [easy|].
    symmetry. assert (H := places_are_later layers start). induction (plan layers start) as [|m ms IHm]; [easy|].
    simpl. replace (fst m <? start) with false.
    + apply IHm. intros x Hx. apply H. now right.
    + symmetry. apply Nat.ltb_ge, H. now left.
  - destruct layers as [|l layers]; [easy|]. simpl. rewrite <- (IH layers (S start)).
    replace (start + S place) with (S start + place) by lia. destruct (applies l); [|easy].
    cbn [filter fst]. replace (start <? S start + place) with true; [easy|]. symmetry. apply Nat.ltb_lt. lia.
Qed.

Lemma nth_error_after {A} (n : nat) : forall (l : list A) k, nth_error l (n + k) = nth_error (skipn n l) k.
Proof. induction n as [|n IH]; intros l k; [easy|]. destruct l; simpl; [now destruct k|apply IH]. Qed.

(** * The table and the loop *)

Definition is_error (pending : option error) : bool := match pending with Some _ => true | None => false end.

Lemma takes_is_handles l place pending : applies l = true -> takes (is_error pending) (place, l) = handles l pending.
Proof. intros A. unfold handles, takes. rewrite A. simpl. now destruct (of_kind l), pending. Qed.

Lemma scan_is_first pending layers : forall place at_position,
  match scan layers place pending, first (takes (is_error pending)) (plan layers place) at_position with
  | Some p, Some i =>
      place <= p /\ at_position <= i
      /\ nth_error (plan layers place) (i - at_position) = option_map (fun l => (p, l)) (nth_error layers (p - place))
      /\ i - at_position = position_of layers (p - place)
      /\ (exists l, nth_error layers (p - place) = Some l /\ applies l = true)
  | None, None => True
  | _, _ => False
  end.
Proof.
  induction layers as [|l layers IH]; intros place at_position; [easy|]. simpl.
  destruct (applies l) eqn:A; simpl.
  - rewrite (takes_is_handles l place pending A). destruct (handles l pending) eqn:E.
    + rewrite !Nat.sub_diag. simpl. repeat split; eauto.
    + specialize (IH (S place) (S at_position)).
      destruct (scan layers (S place) pending) as [p|],
        (first (takes (is_error pending)) (plan layers (S place)) (S at_position)) as [i|]; try easy.
      destruct IH as (Hp & Hi & Hn & Hpos & Hl).
      replace (i - at_position) with (S (i - S at_position)) by lia.
      replace (p - place) with (S (p - S place)) by lia. simpl. rewrite A. repeat split; try easy; try lia.
  - unfold handles at 1. rewrite A. simpl. specialize (IH (S place) at_position).
    destruct (scan layers (S place) pending) as [p|],
      (first (takes (is_error pending)) (plan layers (S place)) at_position) as [i|]; try easy.
    destruct IH as (Hp & Hi & Hn & Hpos & Hl).
    replace (p - place) with (S (p - S place)) by lia. simpl. rewrite A. repeat split; try easy; try lia.
Qed.

(** The position that a table has for [pending] after [from] places. *)
Definition looked_up (layers : list layer) (pending : option error) (from : nat) : nat :=
  let c := compile layers in
  nth (position_of layers from) (match pending with None => to_request c | Some _ => to_error c end) (length (members c)).

Lemma table_finds_what_the_loop_finds layers pending from :
  match scan (skipn from layers) from pending with
  | Some p =>
      exists l, nth_error (plan layers 0) (looked_up layers pending from) = Some (p, l)
        /\ position_of layers from <= looked_up layers pending from
        /\ position_of layers (S p) = S (looked_up layers pending from)
        /\ from <= p < length layers
  | None => looked_up layers pending from = length (plan layers 0)
  end.
Proof.
  unfold looked_up.
  replace (match pending with None => to_request (compile layers) | Some _ => to_error (compile layers) end)
    with (positions (takes (is_error pending)) (plan layers 0) 0 (length (plan layers 0))) by now destruct pending.
  cbn [members compile]. rewrite positions_find_first, members_after. rewrite !Nat.add_0_l.
  pose proof (scan_is_first pending (skipn from layers) from (position_of layers from)) as H.
  destruct (scan (skipn from layers) from pending) as [p|],
    (first (takes (is_error pending)) (plan (skipn from layers) from) (position_of layers from)) as [i|]; try easy.
  destruct H as (Hp & Hi & Hn & Hpos & (l & Hl & Ha)). rewrite Hl in Hn. simpl in Hn. exists l. split; [|split; [easy|split]].
  - replace i with (position_of layers from + (i - position_of layers from)) by lia.
    rewrite nth_error_after, members_after. exact Hn.
  - replace (S p) with (from + S (p - from)) by lia. rewrite position_add, (position_after _ _ l Hl Ha). lia.
  - split; [easy|]. rewrite <- nth_error_after in Hl. replace (from + (p - from)) with p in Hl by lia.
    apply nth_error_Some. congruence.
Qed.
