(** What holds for every list and whatever its layers do. *)

From Coq Require Import List Arith Bool Lia Sorting.Sorted.
From NextpressDispatcher Require Import Spec.
Import ListNotations.

Section Laws.

Variable of_sort : sort.
Variable layers : list layer.

Notation react := (react of_sort layers).
Notation enter := (enter layers).

Definition handled_at (place : nat) (pending : option error) : Prop :=
  exists l, nth_error layers place = Some l /\ handles l pending = true.

(** A layer that a request has to pass before layers behind it. *)
Definition is_guard (place : nat) : Prop := handled_at place None.

Definition is_error_layer (place : nat) : Prop := exists e, handled_at place (Some e).

(** * The loop finds the first layer *)

Lemma scan_finds ls place pending : forall p, scan ls place pending = Some p ->
  place <= p /\ (exists l, nth_error ls (p - place) = Some l /\ handles l pending = true)
  /\ forall q, place <= q < p -> exists l, nth_error ls (q - place) = Some l /\ handles l pending = false.
Proof.
  revert place. induction ls as [|l ls IH]; intros place p H; [easy|]. simpl in H. destruct (handles l pending) eqn:E.
  - injection H as <-. rewrite Nat.sub_diag. split; [easy|]. split; [now exists l|]. intros q Hq. lia.
  - destruct (IH (S place) p H) as (Hp & (m & Hm & Hh) & Hq). split; [lia|]. split.
    + exists m. now replace (p - place) with (S (p - S place)) by lia.
    + intros q Hlt. destruct (Nat.eq_dec q place) as [->|Hne].
      * exists l. now rewrite Nat.sub_diag.
      * destruct (Hq q ltac:(lia)) as (n & Hn & Hf). exists n. now replace (q - place) with (S (q - S place)) by lia.
Qed.

Lemma scan_finds_nothing ls place pending : scan ls place pending = None ->
  forall l, In l ls -> handles l pending = false.
Proof.
  revert place. induction ls as [|m ls IH]; intros place H l; [easy|]. simpl in H.
  destruct (handles m pending) eqn:E; [easy|]. intros [<-|Hin]; [easy|]. eapply IH; eauto.
Qed.

Lemma nth_error_after {B} (n : nat) : forall (l : list B) k, nth_error l (n + k) = nth_error (skipn n l) k.
Proof. induction n as [|n IH]; intros l k; [easy|]. destruct l; simpl; [now destruct k|apply IH]. Qed.

Lemma scan_from pending from p : scan (skipn from layers) from pending = Some p ->
  from <= p < length layers /\ handled_at p pending /\ forall q, from <= q < p -> ~ handled_at q pending.
Proof.
  intros H. destruct (scan_finds _ _ _ _ H) as (Hp & (l & Hl & Hh) & Hq).
  rewrite <- nth_error_after in Hl. replace (from + (p - from)) with p in Hl by lia.
  assert (p < length layers) by (apply nth_error_Some; congruence). split; [easy|]. split; [now exists l|].
  intros q Hlt (m & Hm & Hhm). destruct (Hq q Hlt) as (n & Hn & Hf).
  rewrite <- nth_error_after in Hn. replace (from + (q - from)) with q in Hn by lia. congruence.
Qed.

Lemma scan_from_none pending from : scan (skipn from layers) from pending = None ->
  forall q, from <= q -> ~ handled_at q pending.
Proof.
  intros H q Hq (m & Hm & Hh). replace q with (from + (q - from)) in Hm by lia. rewrite nth_error_after in Hm.
  apply nth_error_In in Hm. pose proof (scan_finds_nothing _ _ _ H m Hm). congruence.
Qed.

(** * What one answer does *)

Inductive reaction (s : state) (place : nat) (a : answer) : state -> list observation -> Prop :=
  | ignored : reaction s place a s []
  | left x : turn s = Some place ->
      reaction s place a {| turn := None; behind := behind s; nexts := nexts s |} [Ended x]
  | passed t os : turn s = Some place -> enter None s = (t, os) -> reaction s place a t (Passed place :: os)
  | failed e t os : a = Fail e -> enter (Some e) s = (t, os) -> reaction s place a t os.

Lemma has_turn_of s place : has_turn s place = true -> turn s = Some place.
Proof.
  unfold has_turn. destruct (turn s) as [p|]; [|easy]. intros E. apply Nat.eqb_eq in E. now subst p.
Qed.

Lemma react_is_reaction s place a t os : react s (place, a) = (t, os) -> reaction s place a t os.
Proof.
  unfold Spec.react. destruct (has_turn s place) eqn:E; [apply has_turn_of in E|].
  - unfold continue. destruct a as [| | |e], of_sort; intros H; try (injection H as <- <-; now constructor);
      try (now apply failed with (e := e)).
    all: destruct (enter None s) as (t' & os') eqn:Ee; injection H as <- <-; now apply passed.
  - destruct (has_next s place); [|intros [= <- <-]; constructor].
    destruct a as [| | |e]; intros H; try (injection H as <- <-; constructor). now apply failed with (e := e).
Qed.

(** * States and what has been seen *)

(** A state that can be reached, with what was seen before it. *)
Inductive reached : list observation -> state -> Prop :=
  | reached_start s seen : enter None before_all = (s, seen) -> reached seen s
  | reached_step before s e s' seen : reached before s -> react s e = (s', seen) -> reached (before ++ seen) s'.

Fixpoint state_after (s : state) (es : list event) : state :=
  match es with [] => s | e :: es' => state_after (fst (react s e)) es' end.

Lemma react_all_reached es : forall before s, reached before s ->
  reached (before ++ react_all of_sort layers s es) (state_after s es).
Proof.
  induction es as [|e es IH]; intros before s H; simpl; [now rewrite app_nil_r|].
  destruct (react s e) as (s' & seen) eqn:E. rewrite app_assoc. apply IH. exact (reached_step _ _ _ _ _ H E).
Qed.

Lemma react_all_app es : forall s e,
  react_all of_sort layers s (es ++ [e]) = react_all of_sort layers s es ++ snd (react (state_after s es) e).
Proof.
  induction es as [|e' es IH]; intros s e; cbn [app react_all state_after].
  - destruct (react s e) as (t & os). cbn [snd]. now rewrite app_nil_r.
  - destruct (react s e') as (t & os). cbn [fst]. now rewrite IH, app_assoc.
Qed.

(** The state after some answers. *)
Lemma interpret_is_reached es : exists s, reached (interpret of_sort layers es) s
  /\ forall e, interpret of_sort layers (es ++ [e]) = interpret of_sort layers es ++ snd (react s e).
Proof.
  unfold interpret. destruct (enter None before_all) as (s & seen) eqn:E. exists (state_after s es). split.
  - apply react_all_reached. now constructor.
  - intros e. now rewrite react_all_app, app_assoc.
Qed.

(** * Each layer is entered once at most, in the order of the list *)

Definition entered_places (seen : list observation) : list nat :=
  flat_map (fun o => match o with Entered p _ => [p] | _ => [] end) seen.

Lemma entered_places_app a b : entered_places (a ++ b) = entered_places a ++ entered_places b.
Proof. apply flat_map_app. Qed.

(** What entering does to a state: one more layer, or the end. *)
Lemma enter_cases s pending t os : enter pending s = (t, os) ->
  (exists p, os = [Entered p pending] /\ t = {| turn := Some p; behind := S p; nexts := p :: nexts s |}
     /\ behind s <= p < length layers /\ handled_at p pending /\ forall q, behind s <= q < p -> ~ handled_at q pending)
  \/ os = [Ended (end_of pending)] /\ t = {| turn := None; behind := length layers; nexts := nexts s |}
     /\ forall q, behind s <= q -> ~ handled_at q pending.
Proof.
  unfold Spec.enter. destruct (scan _ _ _) as [p|] eqn:E; intros [= <- <-].
  - left. exists p. repeat (split; [easy|]). now apply scan_from.
  - right. repeat (split; [easy|]). now apply scan_from_none.
Qed.

Lemma enter_goes_on s seen pending t : behind s <= length layers -> enter pending s = (t, seen) ->
  behind s <= behind t /\ behind t <= length layers
  /\ (entered_places seen = [] \/ exists p, entered_places seen = [p] /\ behind s <= p < behind t).
Proof.
  intros Hb E. apply enter_cases in E as [(p & -> & -> & Hp & _)|(-> & -> & _)]; cbn [behind].
  - split; [lia|]. split; [lia|]. right. exists p. split; [easy|lia].
  - split; [easy|]. split; [lia|]. now left.
Qed.

Lemma react_goes_on s e s' seen : behind s <= length layers -> react s e = (s', seen) ->
  behind s <= behind s' /\ behind s' <= length layers
  /\ (entered_places seen = [] \/ exists p, entered_places seen = [p] /\ behind s <= p < behind s').
Proof.
  destruct e as (place & a). intros Hs E.
  apply react_is_reaction in E as [|x Hx|t os Ht E|e t os _ E]; try (split; [easy|split; [easy|now left]]).
  - exact (enter_goes_on _ _ _ _ Hs E).
  - exact (enter_goes_on _ _ _ _ Hs E).
Qed.

Lemma sorted_snoc l p : StronglySorted lt l -> (forall q, In q l -> q < p) -> StronglySorted lt (l ++ [p]).
Proof.
  induction 1 as [|q l Hl IH Hq]; intros G; simpl; [repeat constructor|]. constructor.
  - apply IH. intros x Hx. apply G. now right.
  - rewrite Forall_forall in *. intros x Hx. apply in_app_iff in Hx as [Hx|[<-|[]]]; [auto|]. apply G. now left.
Qed.

Lemma reached_in_order seen s : reached seen s ->
  behind s <= length layers /\ StronglySorted lt (entered_places seen) /\ forall p, In p (entered_places seen) -> p < behind s.
Proof.
  induction 1 as [s seen E|before s e s' seen H (Hl & Hs & Hlt) E].
  - apply enter_goes_on in E as (_ & He & [->|(p & -> & Hp)]); cbn [behind before_all] in *; [| |lia].
    + split; [easy|]. split; [constructor|easy].
    + split; [easy|]. split; [repeat constructor|]. intros q [<-|[]]. lia.
  - apply react_goes_on in E as (H1 & H2 & H3); [|easy]. split; [easy|]. rewrite entered_places_app.
    destruct H3 as [->|(p & -> & Hp)].
    + rewrite app_nil_r. split; [easy|]. intros p Hp. apply Hlt in Hp. lia.
    + split; [apply sorted_snoc; [easy|]; intros q Hq; apply Hlt in Hq; lia|].
      intros q Hq. apply in_app_iff in Hq as [Hq|[<-|[]]]; [apply Hlt in Hq|]; lia.
Qed.

Theorem entered_in_order es : StronglySorted lt (entered_places (interpret of_sort layers es)).
Proof. destruct (interpret_is_reached es) as (s & H & _). now apply reached_in_order in H. Qed.

(** * Errors *)

Lemma entered_have_next seen s : reached seen s -> forall p, In p (entered_places seen) <-> In p (nexts s).
Proof.
  assert (G : forall s pending t os, enter pending s = (t, os) -> forall p, In p (entered_places os) \/ In p (nexts s) <-> In p (nexts t)).
  { intros s0 pending t os E p. apply enter_cases in E as [(q & -> & -> & _)|(-> & -> & _)]; simpl; intuition. }
  induction 1 as [s seen E|before s e s' seen H IH E]; intros p.
  - rewrite <- (G _ _ _ _ E). simpl. intuition.
  - destruct e as (place & a). rewrite entered_places_app, in_app_iff, IH.
    apply react_is_reaction in E as [|x Hx|t os Ht E|e t os _ E]; cbn [entered_places flat_map app nexts]; try (simpl; intuition; fail).
    + rewrite <- (G _ _ _ _ E). apply or_comm.
    + rewrite <- (G _ _ _ _ E). apply or_comm.
Qed.

(** As long as the request has not left the list, the last layer that was entered is the one before [behind]. *)
Lemma last_entered seen s : reached seen s -> (exists a, In (Ended a) seen) \/ exists p, In p (entered_places seen) /\ behind s = S p.
Proof.
  assert (G : forall s pending t os, enter pending s = (t, os) ->
    (exists a, In (Ended a) os) \/ exists p, In p (entered_places os) /\ behind t = S p).
  { intros s0 pending t os E. apply enter_cases in E as [(q & -> & -> & _)|(-> & -> & _)].
    - right. exists q. split; [now left|easy].
    - left. eexists. now left. }
  induction 1 as [s seen E|before s e s' seen H [(a & IH)|(p & Hp & IH)] E].
  - exact (G _ _ _ _ E).
  - left. exists a. apply in_app_iff. now left.
  - destruct e as (place & a). rewrite entered_places_app.
    apply react_is_reaction in E as [|x Hx|t os Ht E|e t os _ E].
    + right. exists p. rewrite in_app_iff. intuition.
    + left. exists x. apply in_app_iff. right. now left.
    + destruct (G _ _ _ _ E) as [(b & Hb)|(q & Hq & Hb)].
      * left. exists b. apply in_app_iff. right. now right.
      * right. exists q. split; [apply in_app_iff; now right|easy].
    + destruct (G _ _ _ _ E) as [(b & Hb)|(q & Hq & Hb)].
      * left. exists b. apply in_app_iff. now right.
      * right. exists q. split; [apply in_app_iff; now right|easy].
Qed.

Lemma error_of_entered s place e : In place (nexts s) -> react s (place, Fail e) = enter (Some e) s.
Proof.
  intros H. unfold Spec.react, continue. destruct (has_turn s place); [easy|].
  replace (has_next s place) with true; [easy|]. symmetry. apply existsb_exists. exists place. now rewrite Nat.eqb_refl.
Qed.

(** A place after all layers that were entered. *)
Definition after_all (seen : list observation) (place : nat) : Prop := forall p, In p (entered_places seen) -> p < place.

Theorem error_finds_next_error_layer es place e :
  let seen := interpret of_sort layers es in
  In place (entered_places seen) -> (forall a, ~ In (Ended a) seen) ->
  (exists p, interpret of_sort layers (es ++ [(place, Fail e)]) = seen ++ [Entered p (Some e)]
     /\ is_error_layer p /\ after_all seen p /\ forall q, after_all seen q -> q < p -> ~ is_error_layer q)
  \/ interpret of_sort layers (es ++ [(place, Fail e)]) = seen ++ [Ended (Fail e)]
     /\ forall q, after_all seen q -> ~ is_error_layer q.
Proof.
  intros seen Hin Hend. destruct (interpret_is_reached es) as (s & H & Hs). fold seen in H, Hs. rewrite Hs. clear Hs.
  rewrite error_of_entered by now apply (entered_have_next seen).
  destruct (last_entered _ _ H) as [(a & Ha)|(last & Hl & Hb)]; [now apply Hend in Ha|].
  pose proof (reached_in_order _ _ H) as (_ & _ & Hlt).
  assert (K : forall q e' e'', handled_at q (Some e') -> handled_at q (Some e'')).
  { intros q e' e'' (l & Hq & Hh). exists l. split; [easy|]. unfold handles in *. now destruct (of_kind l). }
  destruct (enter (Some e) s) as (t & os) eqn:E. cbn [snd].
  apply enter_cases in E as [(p & -> & _ & Hp & Hh & Hq)|(-> & _ & Hq)].
  - left. exists p. split; [easy|]. split; [now exists e|]. split; [intros x Hx; apply Hlt in Hx; lia|].
    intros q Ha Hlt' (e' & He). apply (Hq q); [|now apply (K q e')]. apply Ha in Hl. lia.
  - right. split; [easy|]. intros q Ha (e' & He). apply (Hq q); [|now apply (K q e')]. apply Ha in Hl. lia.
Qed.

(** * Guards *)

(** A guard has let the request pass, or an error layer behind it has taken an error and continued without it. *)
Definition cleared (seen : list observation) (guard before : nat) : Prop :=
  In (Passed guard) seen \/ exists b, guard < b < before /\ is_error_layer b /\ In (Passed b) seen.

Lemma cleared_later seen more guard before : cleared seen guard before -> cleared (seen ++ more) guard before.
Proof.
  intros [H|(b & Hb & He & H)]; [left|right; exists b; repeat split; try easy]; apply in_app_iff; now left.
Qed.

(** Between reactions: if a request layer has the turn, all guards before it are cleared, and a layer with the turn is
    the last one entered. *)
Definition guarded (seen : list observation) (s : state) : Prop :=
  (forall p, turn s = Some p ->
     behind s = S p
     /\ (is_error_layer p \/ (is_guard p /\ forall g, g < p -> is_guard g -> cleared seen g p)))
  /\ forall h before after, seen = before ++ Entered h None :: after -> forall g, g < h -> is_guard g -> cleared before g h.

Lemma not_both p : is_guard p -> is_error_layer p -> False.
Proof.
  intros (l & Hl & H) (e & m & Hm & H'). rewrite Hl in Hm. injection Hm as <-. unfold handles in *.
  destruct (applies l), (of_kind l); easy.
Qed.

(** An entry is among what was seen before, or among what is seen now. *)
Lemma split_at_entry {B} (seen more before after : list B) x :
  seen ++ more = before ++ x :: after ->
  (exists rest, seen = before ++ x :: rest) \/ exists between, before = seen ++ between /\ more = between ++ x :: after.
Proof.
  revert before. induction seen as [|o seen IH]; intros before H; simpl in H; [right; now exists before|].
  destruct before as [|o' before]; simpl in H; injection H as -> H.
  - left. now exists seen.
  - destruct (IH before H) as [(rest & ->)|(between & -> & ->)]; [left; now exists rest|right; now exists between].
Qed.

Lemma guarded_without_entry seen s t o :
  guarded seen s -> turn t = None \/ t = s -> (forall h, o <> Entered h None) -> guarded (seen ++ [o]) t.
Proof.
  intros (Hturn & Hseen) Ht Ho. split.
  - intros p Hp. destruct Ht as [Ht| ->]; [congruence|]. destruct (Hturn p Hp) as (He & [H|(Hg & H)]); split; try easy; [now left|].
    right. split; [easy|]. intros g Hlt Hgg. now apply cleared_later, H.
  - intros h before after Eq g Hg Hgg. apply split_at_entry in Eq as [(rest & Eq)|(between & -> & Eq)].
    + now apply (Hseen _ _ _ Eq).
    + destruct between as [|o' between]; simpl in Eq; injection Eq as E1 E2; [exfalso; now apply (Ho h)|now destruct between].
Qed.

Lemma enter_request_guarded seen s t os :
  guarded seen s ->
  (forall g, g < behind s -> is_guard g -> forall h, behind s <= h -> cleared seen g h) ->
  enter None s = (t, os) -> guarded (seen ++ os) t.
Proof.
  intros Hg Hall E. apply enter_cases in E as [(p & -> & -> & Hp & Hh & Hq)|(-> & -> & _)].
  - assert (Hc : forall g, g < p -> is_guard g -> cleared seen g p).
    { intros g Hlt Hgg. destruct (Nat.lt_ge_cases g (behind s)) as [Hlt'|Hge]; [now apply Hall|].
      exfalso. now apply (Hq g). }
    split; cbn [turn behind].
    + intros q [= <-]. split; [easy|]. right. split; [easy|]. intros g Hlt Hgg. now apply cleared_later, Hc.
    + intros h before after Eq g Hlt Hgg. apply split_at_entry in Eq as [(rest & Eq)|(between & -> & Eq)].
      * now apply (proj2 Hg _ _ _ Eq).
      * destruct between as [|o between]; simpl in Eq; [injection Eq as <- _|injection Eq as _ Eq; now destruct between].
        rewrite app_nil_r. now apply Hc.
  - apply (guarded_without_entry seen s); [easy|now left|easy].
Qed.

Lemma enter_error_guarded seen s t os e : guarded seen s -> enter (Some e) s = (t, os) -> guarded (seen ++ os) t.
Proof.
  intros Hg E. apply enter_cases in E as [(p & -> & -> & Hp & Hh & _)|(-> & -> & _)].
  - assert (N : guarded (seen ++ [Entered p (Some e)]) {| turn := None; behind := S p; nexts := p :: nexts s |})
      by (apply (guarded_without_entry seen s); [easy|now left|easy]).
    split; [|apply N]. cbn [turn behind]. intros q [= <-]. split; [easy|]. left. now exists e.
  - apply (guarded_without_entry seen s); [easy|now left|easy].
Qed.

Lemma passed_guarded seen s place t os : guarded seen s -> turn s = Some place -> enter None s = (t, os) ->
  guarded (seen ++ Passed place :: os) t.
Proof.
  intros Hg Ht E. change (Passed place :: os) with ([Passed place] ++ os). rewrite app_assoc.
  apply (enter_request_guarded (seen ++ [Passed place]) s t os); [| |easy].
  - apply guarded_without_entry with (s := s); [easy|now right|easy].
  - destruct (proj1 Hg place Ht) as (He & Hk). intros g Hlt Hgg h Hh. destruct (Nat.eq_dec g place) as [->|Hne].
    + left. apply in_app_iff. right. now left.
    + destruct Hk as [Herr|(_ & Hc)].
      * right. exists place. split; [lia|]. split; [easy|]. apply in_app_iff. right. now left.
      * destruct (Hc g ltac:(lia) Hgg) as [Hin|(b & Hb & Hbe & Hin)].
        -- left. apply in_app_iff. now left.
        -- right. exists b. split; [lia|]. split; [easy|]. apply in_app_iff. now left.
Qed.

Lemma reached_guarded seen s : reached seen s -> guarded seen s.
Proof.
  induction 1 as [s seen E|before s e s' seen H IH E].
  - apply (enter_request_guarded [] before_all s seen); [|cbn [behind before_all]; lia|easy].
    split; [easy|]. intros h before after Eq. now destruct before.
  - destruct e as (place & a). apply react_is_reaction in E as [|x Hx|t os Ht E|e t os _ E].
    + now rewrite app_nil_r.
    + apply (guarded_without_entry before s); [easy|now left|easy].
    + now apply (passed_guarded before s).
    + now apply (enter_error_guarded before s t os e).
Qed.

Lemma reached_guard_law seen s before h after g :
  reached seen s -> seen = before ++ Entered h None :: after -> g < h -> is_guard g -> cleared before g h.
Proof. intros H E. apply reached_guarded in H as (_ & H). now apply (H h before after). Qed.

(** The guard law. *)
Theorem guards_are_passed es before h after g :
  interpret of_sort layers es = before ++ Entered h None :: after -> g < h -> is_guard g -> cleared before g h.
Proof. destruct (interpret_is_reached es) as (s & H & _). now apply reached_guard_law with (s := s). Qed.

(** * What it means to have passed *)

(** A layer is said to have passed only when it answers by [next()] while it has the turn, after it was entered. *)
Lemma reached_turn seen s : reached seen s -> forall p, turn s = Some p -> In p (entered_places seen).
Proof.
  assert (G : forall s pending t os, enter pending s = (t, os) -> forall p, turn t = Some p -> In p (entered_places os)).
  { intros s0 pending t os E p. apply enter_cases in E as [(q & -> & -> & _)|(-> & -> & _)]; cbn [turn]; [|easy].
    intros [= <-]. now left. }
  induction 1 as [s seen E|before s e s' seen H IH E]; intros p.
  - apply (G _ _ _ _ E).
  - destruct e as (place & a). rewrite entered_places_app, in_app_iff. intros Hp.
    apply react_is_reaction in E. revert Hp. destruct E as [|x Hx|t os Ht E|e t os _ E]; intros Hp.
    + left. now apply IH.
    + discriminate Hp.
    + right. now apply (G _ _ _ _ E).
    + right. now apply (G _ _ _ _ E).
Qed.

(** Nothing but an answer without an error says that its layer has passed. *)
Theorem passed_has_answered es place a p : let seen := interpret of_sort layers es in
  forall more, interpret of_sort layers (es ++ [(place, a)]) = seen ++ more -> In (Passed p) more ->
  p = place /\ (a = Pass \/ of_sort = Is_router /\ a = Skip_route) /\ In p (entered_places seen).
Proof.
  intros seen more E Hin. destruct (interpret_is_reached es) as (s & H & Hs). fold seen in H, Hs.
  rewrite Hs in E. apply app_inv_head in E. subst more. clear Hs.
  assert (N : forall pending, ~ In (Passed p) (snd (enter pending s))).
  { intros pending. destruct (enter pending s) as (t & os) eqn:E.
    apply enter_cases in E as [(q & -> & _)|(-> & _)]; cbn; intros [|[]]; easy. }
  unfold Spec.react in Hin. destruct (has_turn s place) eqn:Et; [apply has_turn_of in Et|].
  - pose proof (reached_turn _ _ H place Et) as Hp. unfold continue in Hin.
    destruct a as [| | |e], of_sort; cbn [snd fst] in Hin; try (now apply N in Hin);
      try (cbn in Hin; destruct Hin as [|[]]; discriminate);
      (destruct Hin as [[= ->]|Hin]; [|now apply N in Hin]); auto.
  - destruct (has_next s place); [|easy]. destruct a as [| | |e]; try easy. now apply N in Hin.
Qed.

End Laws.
