(** Branch and bound over the tree: a branch is left out if no leaf below it has a lower rank than the best so far. *)

From Coq Require Import List Arith Bool Lia Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree.
Import ListNotations.

Section Search.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

(** A leaf that matches, with its captures. *)
Definition found := (nat * A * list text)%type.
Definition rank (m : found) : nat := fst (fst m).

(** Whether a rank is lower than that of the best so far. *)
Definition is_lower (r : nat) (best : option found) : bool :=
  match best with None => true | Some m => r <? rank m end.

(** Whether a branch can have a better leaf. *)
Definition pays (n : node A) (best : option found) : bool :=
  match lowest n with None => false | Some r => is_lower r best end.

(** The child whose text begins with the next character of the path. *)
Fixpoint text_child {B} (p : text) (texts : list (text * B)) : option (text * B) :=
  match texts with
  | [] => None
  | (t, child) :: rest =>
      match t, p with
      | c :: _, d :: _ => if fold_char fold d =? c then Some (t, child) else text_child p rest
      | _, _ => text_child p rest
      end
  end.

(** The best of the leaves below [n] and [best]. [captured] has the captures above [n]. *)
Fixpoint search (n : node A) (p : text) (captured : list text) (best : option found) : option found :=
  match n with
  | Node leaves texts captures =>
      let best :=
        match leaves with
        | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
        | [] => best
        end in
      let best :=
        (fix in_texts texts :=
           match texts with
           | [] => best
           | (t, child) :: rest =>
               match t, p with
               | c :: _, d :: _ =>
                   if fold_char fold d =? c
                   then match after fold t p with
                        | Some q => if pays child best then search child q captured best else best
                        | None => best
                        end
                   else in_texts rest
               | _, _ => in_texts rest
               end
           end) texts in
      (fix in_captures captures best :=
         match captures with
         | [] => best
         | (c, child) :: rest =>
             in_captures rest
               (fold_left
                  (fun best '(values, q) =>
                     if pays child best then search child q (captured ++ values) best else best)
                  (reads accepts fold c p) best)
         end) captures best
  end.

(** Every leaf that matches, with its captures, before any choice. *)
Fixpoint candidates (n : node A) (p : text) (captured : list text) : list found :=
  match n with
  | Node leaves texts captures =>
      (if ends_with at_end p then map (fun '(r, a) => (r, a, captured)) leaves else [])
      ++ flat_map (fun '(t, child) =>
           match after fold t p with Some q => candidates child q captured | None => [] end) texts
      ++ flat_map (fun '(c, child) =>
           flat_map (fun '(values, q) => candidates child q (captured ++ values)) (reads accepts fold c p)) captures
  end.

(** The first of those with the lowest rank, if that is lower than the rank of [best]. *)
Definition choose (best : option found) (ms : list found) : option found :=
  fold_left (fun best m => if is_lower (rank m) best then Some m else best) ms best.

(** Lists every leaf once, with its first captures. *)
Definition add_found (all : list found) (m : found) : list found :=
  if existsb (fun other => rank other =? rank m) all then all else all ++ [m].

Fixpoint insert_by_rank (m : found) (ms : list found) : list found :=
  match ms with
  | [] => [m]
  | other :: rest => if rank m <? rank other then m :: ms else other :: insert_by_rank m rest
  end.

Definition sort_by_rank (ms : list found) : list found := fold_right insert_by_rank [] ms.

Definition search_all (n : node A) (p : text) : list found :=
  sort_by_rank (fold_left add_found (candidates n p []) []).

(** * The search is a choice among all candidates *)

Lemma choose_app best a b : choose best (a ++ b) = choose (choose best a) b.
Proof. apply fold_left_app. Qed.

Lemma choose_nothing_lower best ms :
  (forall m, In m ms -> is_lower (rank m) best = false) -> choose best ms = best.
Proof.
  induction ms as [|m ms IH]; intros H; [easy|]. unfold choose. simpl. rewrite (H m); [|now left].
  apply IH. intros. apply H. now right.
Qed.

Lemma ranks_of_candidates n p captured m : In m (candidates n p captured) -> In (rank m) (ranks n).
Proof.
  revert p captured. induction n as [leaves texts captures IHt IHc] using node_induction. intros p captured H.
  unfold ranks. simpl in *. rewrite !map_app, !in_app_iff in *. destruct H as [H|[H|H]].
  - left. destruct (ends_with at_end p); [|easy]. apply in_map_iff in H as ((r & a) & <- & H).
    rewrite map_map. apply in_map_iff. now exists (r, a).
  - right. left. apply in_flat_map in H as ((t & child) & Hin & H).
    destruct (after fold t p) as [q|]; [|easy].
    specialize (IHt t child Hin q captured H). apply in_map_iff in IHt as ((back & l) & E & He).
    apply in_map_iff. exists (atoms_of_text t ++ back, l). split; [easy|].
    apply in_flat_map. exists (t, child). split; [easy|]. apply in_map_iff. now exists (back, l).
  - right. right. apply in_flat_map in H as ((c & child) & Hin & H).
    apply in_flat_map in H as ((values & q) & _ & H).
    specialize (IHc c child Hin q (captured ++ values) H). apply in_map_iff in IHc as ((back & l) & E & He).
    apply in_map_iff. exists ([Read c] ++ back, l). split; [easy|].
    apply in_flat_map. exists (c, child). split; [easy|]. apply in_map_iff. now exists (back, l).
Qed.

(** A branch that does not pay has nothing to choose: the bound is safe. *)
Lemma leaving_out_is_safe n p captured best :
  pays n best = false -> choose best (candidates n p captured) = best.
Proof.
  intros H. apply choose_nothing_lower. intros m Hm. apply ranks_of_candidates in Hm.
  destruct (lowest_is_lowest n (rank m) Hm) as (x & E & Hx). unfold pays in H. rewrite E in H.
  unfold is_lower in *. destruct best as [b|]; [|easy]. apply Nat.ltb_ge in H. apply Nat.ltb_ge. lia.
Qed.

Lemma first_leaf_is_best leaves captured best :
  StronglySorted le (map fst leaves) ->
  choose best (map (fun '(r, a) => (r, a, captured)) leaves)
  = match leaves with
    | (r, a) :: _ => if is_lower r best then Some (r, a, captured) else best
    | [] => best
    end.
Proof.
  destruct leaves as [|(r & a) leaves]; [easy|]. intros H. inversion H as [|? ? _ Hr]; subst. clear H.
  unfold choose. simpl. change (fold_left _ ?l ?b) with (choose b l).
  apply choose_nothing_lower. intros m Hm. apply in_map_iff in Hm as ((s & b) & <- & Hin).
  rewrite Forall_forall in Hr. assert (r <= s) by (apply Hr; apply in_map_iff; now exists (s, b)).
  unfold rank; simpl. destruct (is_lower r best) eqn:E; simpl.
  - now apply Nat.ltb_ge.
  - unfold is_lower in *. destruct best; [|easy]. apply Nat.ltb_ge in E. apply Nat.ltb_ge. lia.
Qed.

Lemma after_same_head t p q : after fold t p = Some q -> t <> [] ->
  exists c d p', head t = Some c /\ p = d :: p' /\ fold_char fold d = c.
Proof.
  destruct t as [|c t]; [easy|]. destruct p as [|d p]; [easy|]. simpl.
  destruct (fold_char fold d =? c) eqn:E; [|easy]. intros _ _. apply Nat.eqb_eq in E. now exists c, d, p.
Qed.

(** At most one child begins with the next character, so no other child can match. *)
Lemma other_texts_do_not_match c d p' texts :
  fold_char fold d = c ->
  ~ In (Some c) (map (fun '(t, _) => head t) texts) ->
  (forall t child, In (t, child) texts -> t <> []) ->
  forall captured : list text,
  flat_map (fun '(t, child) =>
    match after fold t (d :: p') with Some q => candidates child q captured | None => [] end) texts = [].
Proof.
  intros Ec. induction texts as [|(t & child) texts IH]; intros Hh Hn captured; [easy|]. simpl.
  destruct (after fold t (d :: p')) as [q|] eqn:E.
  - destruct (after_same_head _ _ _ E) as (c' & d' & p'' & Hc & [= <- <-] & Ec').
    { apply (Hn t child). now left. }
    exfalso. apply Hh. simpl. left. congruence.
  - simpl. apply IH; [|intros t' child' Hin; apply (Hn t' child'); now right]. intros H. apply Hh. now right.
Qed.

(** The search finds the first candidate of the lowest rank. *)
Theorem search_chooses n p captured best :
  well_formed n -> search n p captured best = choose best (candidates n p captured).
Proof.
  intros W. revert p captured best.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros p captured best.
  inversion W as [? ? ? Hl Hh Ht Hc]; subst. cbn [search candidates]. rewrite !choose_app.
  match goal with |- _ ?b1 = choose (choose ?b2 _) _ => assert (E : b1 = choose b2 (flat_map (fun '(t, child) =>
           match after fold t p with Some q => candidates child q captured | None => [] end) texts)) end.
  { remember (match leaves with
        | (r, a) :: _ => if ends_with at_end p && is_lower r best then Some (r, a, captured) else best
        | [] => best
        end) as b eqn:Eb.
    match goal with |- _ = choose ?x _ => replace x with b end.
    2: { subst b. destruct (ends_with at_end p); [now rewrite first_leaf_is_best|].
         now destruct leaves as [|(r & a) ?]. }
    clear Eb Hl IHc Hc W leaves best captures.
    induction texts as [|(t & child) texts IH]; [easy|].
    assert (Hrest : (fix in_texts texts :=
           match texts with
           | [] => b
           | (t, child) :: rest =>
               match t, p with
               | c :: _, d :: _ =>
                   if fold_char fold d =? c
                   then match after fold t p with
                        | Some q => if pays child b then search child q captured b else b
                        | None => b
                        end
                   else in_texts rest
               | _, _ => in_texts rest
               end
           end) texts = choose b (flat_map (fun '(t, child) =>
           match after fold t p with Some q => candidates child q captured | None => [] end) texts)).
    { apply IH.
      - intros t' child' Hin. apply (IHt t' child'). now right.
      - simpl in Hh. now inversion Hh.
      - intros t' child' Hin. apply (Ht t' child'). now right. }
    simpl. destruct (Ht t child) as (Hn & Wc); [now left|].
    destruct t as [|c t]; [easy|]. destruct p as [|d p]; [exact Hrest|].
    destruct (fold_char fold d =? c) eqn:E.
    - rewrite choose_app. apply Nat.eqb_eq in E.
      rewrite (other_texts_do_not_match c d p texts E).
      2: { simpl in Hh. now inversion Hh. }
      2: { intros t' child' Hin. apply (Ht t' child'). now right. }
      simpl. rewrite E, Nat.eqb_refl. destruct (after fold t p) as [q|]; [|easy].
      destruct (pays child b) eqn:P; [|now rewrite leaving_out_is_safe].
      apply (IHt (c :: t) child); [now left|easy].
    - simpl. rewrite E. exact Hrest. }
  rewrite E. clear E.
  match goal with |- _ ?b = _ => generalize b as b0 end. clear Hl Hh Ht IHt W leaves texts best. intros b.
  revert b. induction captures as [|(c & child) captures IH]; intros b; [easy|].
  cbn [flat_map]. rewrite choose_app, <- IH.
  2: { intros c' child' Hin. apply (IHc c' child'). now right. }
  2: { intros c' child' Hin. apply (Hc c' child'). now right. }
  f_equal. generalize (reads accepts fold c p) as ends. intros ends. revert b.
  induction ends as [|(values & q) ends IHe]; intros b; [easy|]. cbn [fold_left flat_map].
  rewrite choose_app, <- IHe. f_equal. destruct (pays child b) eqn:P; [|now rewrite leaving_out_is_safe].
  apply (IHc c child); [now left|]. apply (Hc c child). now left.
Qed.

End Search.
