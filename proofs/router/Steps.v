(** How many nodes a search enters. *)

From Coq Require Import List Arith Bool Lia.
From NextpressRouter Require Import Spec Tree Build Search.
Import ListNotations.

Section Steps.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

(** Nodes that a search enters if no bound stops it: as many as it can ever enter. *)
Fixpoint steps (n : node A) (p : text) : nat :=
  match n with
  | Node leaves texts captures =>
      1 + list_sum (map (fun '(t, child) => match after fold t p with Some q => steps child q | None => 0 end) texts)
        + list_sum (map (fun '(c, child) =>
            list_sum (map (fun '(_, q) => steps child q) (reads accepts fold c p))) captures)
  end.

(** The search with a counter of the nodes that it enters. *)
Fixpoint counted (n : node A) (p : text) (captured : list text) (best : option (@found A)) (count : nat)
    : option (@found A) * nat :=
  match n with
  | Node leaves texts captures =>
      let best :=
        match leaves with
        | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
        | [] => best
        end in
      let state :=
        (fix in_texts texts :=
           match texts with
           | [] => (best, S count)
           | (t, child) :: rest =>
               match t, p with
               | c :: _, d :: _ =>
                   if fold_char fold d =? c
                   then match after fold t p with
                        | Some q => if pays child best then counted child q captured best (S count) else (best, S count)
                        | None => (best, S count)
                        end
                   else in_texts rest
               | _, _ => in_texts rest
               end
           end) texts in
      (fix in_captures captures state :=
         match captures with
         | [] => state
         | (c, child) :: rest =>
             in_captures rest
               (fold_left
                  (fun (state : option (@found A) * nat) '(values, q) =>
                     let (best, count) := state in
                     if pays child best then counted child q (captured ++ values) best count else state)
                  (reads accepts fold c p) state)
         end) captures state
  end.

Definition has_wildcard : node A -> bool :=
  fix has_wildcard n :=
    match n with
    | Node _ texts captures =>
        existsb (fun '(_, child) => has_wildcard child) texts
        || existsb (fun '(c, child) => match c with Wildcard _ _ => true | _ => has_wildcard child end) captures
    end.

Fixpoint size (n : node A) : nat :=
  match n with
  | Node _ texts captures =>
      1 + list_sum (map (fun '(_, child) => size child) texts)
        + list_sum (map (fun '(_, child) => size child) captures)
  end.

(** * The counter counts the steps of the search *)

Lemma counted_searches n p captured best count :
  fst (counted n p captured best count) = search accepts fold at_end n p captured best.
Proof.
  revert p captured best count.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros p captured best count.
  cbn [counted search].
  remember (match leaves with
        | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
        | [] => best
        end) as b. clear Heqb leaves best.
  match goal with |- fst (_ ?s) = _ ?b1 => assert (E : fst s = b1) end.
  { induction texts as [|(t & child) texts IH]; [easy|].
    assert (Hr : forall t' child', In (t', child') texts -> forall p captured best count,
      fst (counted child' p captured best count) = search accepts fold at_end child' p captured best).
    { intros t' child' Hin. apply (IHt t' child'). now right. }
    specialize (IH Hr). destruct t as [|c t]; [exact IH|]. destruct p as [|d p]; [exact IH|].
    destruct (fold_char fold d =? c); [|exact IH]. destruct (after fold (c :: t) (d :: p)) as [q|]; [|easy].
    destruct (pays child b); [|easy]. apply (IHt (c :: t) child). now left. }
  match goal with |- fst (_ ?s) = _ ?b1 => revert E; generalize s as state, b1 as b' end.
  clear IHt texts b. induction captures as [|(c & child) captures IH]; intros state b' E; [easy|].
  cbn [flat_map]. apply IH.
  { intros c' child' Hin. apply (IHc c' child'). now right. }
  clear IH. revert state b' E. induction (reads accepts fold c p) as [|(values & q) ends IHe]; intros state b' E; [easy|].
  cbn [fold_left]. apply IHe. destruct state as (best & k). simpl in E. subst b'.
  destruct (pays child best); [|easy]. apply (IHc c child). now left.
Qed.

(** Bounds only leave out steps. *)
Lemma counted_at_most_steps n p captured best count :
  snd (counted n p captured best count) <= count + steps n p.
Proof.
  revert p captured best count.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros p captured best count.
  cbn [counted steps].
  remember (match leaves with
        | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
        | [] => best
        end) as b. clear Heqb leaves best.
  set (sum_texts := list_sum (map (fun '(t, child) => match after fold t p with Some q => steps child q | None => 0 end) texts)).
  match goal with |- snd (_ ?s) <= _ => assert (E : snd s <= S count + sum_texts) end.
  { subst sum_texts. induction texts as [|(t & child) texts IH]; [simpl; lia|].
    assert (Hr : forall t' child', In (t', child') texts -> forall p captured best count,
      snd (counted child' p captured best count) <= count + steps child' p).
    { intros t' child' Hin. apply (IHt t' child'). now right. }
    specialize (IH Hr). cbn [map]. set (rest_sum := list_sum (map _ texts)) in *.
    change (list_sum (?x :: ?l)) with (x + list_sum l). fold rest_sum.
    destruct t as [|c t]; [lia|]. destruct p as [|d p]; [simpl; lia|].
    destruct (fold_char fold d =? c) eqn:Ec; [|simpl; rewrite Ec; lia].
    destruct (after fold (c :: t) (d :: p)) as [q|]; [|simpl; lia].
    destruct (pays child b); [|simpl; lia].
    assert (H := IHt (c :: t) child (or_introl eq_refl) q captured b (S count)). lia. }
  match goal with |- snd (_ ?s) <= _ => revert E; generalize s as state end.
  clearbody sum_texts. clear IHt texts b.
  cut (forall state k, snd state <= k ->
    snd ((fix in_captures captures state :=
         match captures with
         | [] => state
         | (c, child) :: rest =>
             in_captures rest
               (fold_left
                  (fun (state : option (@found A) * nat) '(values, q) =>
                     let (best, count) := state in
                     if pays child best then counted child q (captured ++ values) best count else state)
                  (reads accepts fold c p) state)
         end) captures state)
    <= k + list_sum (map (fun '(c, child) =>
            list_sum (map (fun '(_, q) => steps child q) (reads accepts fold c p))) captures)).
  { intros H state E. specialize (H state _ E). lia. }
  induction captures as [|(c & child) captures IH]; intros state k E; [simpl; lia|].
  cbn [map]. change (list_sum (?x :: ?l)) with (x + list_sum l). rewrite Nat.add_assoc. apply IH.
  { intros c' child' Hin. apply (IHc c' child'). now right. }
  clear IH. revert state k E. induction (reads accepts fold c p) as [|(values & q) ends IHe]; intros state k E; [simpl; lia|].
  cbn [fold_left map]. change (list_sum (?x :: ?l)) with (x + list_sum l). rewrite Nat.add_assoc. apply IHe.
  destruct state as (best & j). simpl in E. destruct (pays child best); simpl; [|lia].
  assert (H := IHc c child (or_introl eq_refl) q (captured ++ values) best j). lia.
Qed.

(** * Without wildcards, no node is entered twice *)

Lemma reads_once c p : match c with Wildcard _ _ => True | _ => length (reads accepts fold c p) <= 1 end.
Proof.
  destruct c as [k|stop k w|first others tail|least stop]; simpl; try easy.
  - destruct (segment p) as (v & rest). destruct (_ && _); simpl; lia.
  - destruct (until fold stop p) as [(v & rest)|]; [destruct (_ && _)|]; simpl; lia.
  - destruct (composite accepts fold first others tail p); simpl; lia.
Qed.

Theorem steps_without_wildcards n p : has_wildcard n = false -> steps n p <= size n.
Proof.
  revert p. induction n as [leaves texts captures IHt IHc] using node_induction. intros p H. simpl in *.
  apply orb_false_iff in H as (Ht & Hc).
  assert (Et : list_sum (map (fun '(t, child) => match after fold t p with Some q => steps child q | None => 0 end) texts)
               <= list_sum (map (fun '(_, child) => size child) texts)).
  { clear Hc IHc captures. induction texts as [|(t & child) texts IH]; [easy|]. simpl in *.
    apply orb_false_iff in Ht as (Hw & Ht).
    assert (H := IH (fun t' child' Hin => IHt t' child' (or_intror Hin)) Ht).
    destruct (after fold t p) as [q|]; [|lia].
    assert (Hq := IHt t child (or_introl eq_refl) q Hw). lia. }
  assert (Ec : list_sum (map (fun '(c, child) => list_sum (map (fun '(_, q) => steps child q) (reads accepts fold c p))) captures)
               <= list_sum (map (fun '(_, child) => size child) captures)).
  { clear Ht Et IHt texts. induction captures as [|(c & child) captures IH]; [easy|]. simpl in *.
    apply orb_false_iff in Hc as (Hw & Hc).
    assert (H := IH (fun c' child' Hin => IHc c' child' (or_intror Hin)) Hc).
    assert (Hone : length (reads accepts fold c p) <= 1).
    { pose proof (reads_once c p). now destruct c. }
    assert (Hchild : has_wildcard child = false) by now destruct c.
    destruct (reads accepts fold c p) as [|(vs & q) [|]]; simpl in *; [lia| |lia].
    assert (Hq := IHc c child (or_introl eq_refl) q Hchild). lia. }
  lia.
Qed.

(** The search enters each node of a table without wildcards at most once. *)
Theorem search_enters_each_node_once n p captured best :
  has_wildcard n = false -> snd (counted n p captured best 0) <= size n.
Proof.
  intros H. etransitivity; [apply counted_at_most_steps|]. simpl. now apply steps_without_wildcards.
Qed.

End Steps.
