(** What holds for every stack and whatever its layers do. *)

From Coq Require Import List Arith Bool Lia Sorting.Sorted.
From NextpressDispatcher Require Import Spec.
Import ListNotations.

Section Laws.

Variable layers : list layer.

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
  from <= p /\ handled_at p pending /\ forall q, from <= q < p -> ~ handled_at q pending.
Proof.
  intros H. destruct (scan_finds _ _ _ _ H) as (Hp & (l & Hl & Hh) & Hq). split; [easy|]. split.
  - exists l. rewrite <- nth_error_after in Hl. now replace p with (from + (p - from)) by lia.
  - intros q Hlt (m & Hm & Hhm). destruct (Hq q Hlt) as (n & Hn & Hf).
    rewrite <- nth_error_after in Hn. replace (from + (q - from)) with q in Hn by lia. congruence.
Qed.

(** * States and what has been seen *)

(** A state that can be reached, with what was seen before it. *)
Inductive reached : list observation -> state -> Prop :=
  | reached_start s seen : enter layers None 0 = (s, seen) -> reached seen s
  | reached_step before s e s' seen : reached before s -> react layers s e = (s', seen) -> reached (before ++ seen) s'.

Lemma interpret_from_reached es : forall before s, reached before s ->
  exists s', reached (before ++ react_all layers s es) s'.
Proof.
  induction es as [|e es IH]; intros before s H; simpl; [exists s; now rewrite app_nil_r|].
  destruct (react layers s e) as (s' & seen) eqn:E. rewrite app_assoc. apply (IH _ s'). exact (reached_step _ _ _ _ _ H E).
Qed.

Lemma interpret_is_reached es : exists s, reached (interpret layers es) s.
Proof.
  unfold interpret. destruct (enter layers None 0) as (s & seen) eqn:E.
  apply interpret_from_reached. now constructor.
Qed.

(** * Each layer is entered once at most, in the order of the stack *)

Definition entered_places (seen : list observation) : list nat :=
  flat_map (fun o => match o with Entered p _ => [p] | _ => [] end) seen.

Lemma entered_places_app a b : entered_places (a ++ b) = entered_places a ++ entered_places b.
Proof. apply flat_map_app. Qed.

Lemma enter_goes_on s seen pending from : from <= length layers -> enter layers pending from = (s, seen) ->
  from <= entered s /\ entered s <= length layers
  /\ (entered_places seen = [] \/ exists p, entered_places seen = [p] /\ from <= p < entered s).
Proof.
  unfold enter. intros Hf. destruct (scan (skipn from layers) from pending) as [p|] eqn:E; intros [= <- <-]; simpl.
  - destruct (scan_from _ _ _ E) as (Hp & (l & Hl & _) & _).
    assert (p < length layers) by (apply nth_error_Some; congruence).
    split; [lia|]. split; [lia|]. right. exists p. split; [easy|lia].
  - split; [lia|]. split; [lia|]. now left.
Qed.

Lemma react_goes_on s e s' seen : entered s <= length layers -> react layers s e = (s', seen) ->
  entered s <= entered s' /\ entered s' <= length layers
  /\ (entered_places seen = [] \/ exists p, entered_places seen = [p] /\ entered s <= p < entered s').
Proof.
  destruct e as (place & a). unfold react. intros Hs.
  destruct (has_turn s place), a; try (intros [= <- <-]; simpl; split; [lia|split; [lia|now left]]);
    try (intros H; now apply (enter_goes_on _ _ _ _ Hs H)).
  destruct (enter layers None (entered s)) as (t & os) eqn:E. intros [= <- <-]. exact (enter_goes_on _ _ _ _ Hs E).
Qed.

Lemma reached_in_order seen s : reached seen s ->
  entered s <= length layers /\ StronglySorted lt (entered_places seen) /\ forall p, In p (entered_places seen) -> p < entered s.
Proof.
  induction 1 as [s seen E|before s e s' seen H (Hl & Hs & Hlt) E].
  - apply enter_goes_on in E as (_ & He & [->|(p & -> & Hp)]); [| |lia].
    + split; [easy|]. split; [constructor|easy].
    + split; [easy|]. split; [repeat constructor|]. intros q [<-|[]]. lia.
  - apply react_goes_on in E as (H1 & H2 & H3); [|easy]. split; [easy|]. rewrite entered_places_app.
    destruct H3 as [->|(p & -> & Hp)].
    + rewrite app_nil_r. split; [easy|]. intros p Hp. apply Hlt in Hp. lia.
    + split.
      * clear - Hs Hlt Hp. assert (G : forall q, In q (entered_places before) -> q < p) by (intros q Hq; apply Hlt in Hq; lia).
        clear Hlt Hp. induction Hs as [|q l Hl IH Hq]; simpl; [repeat constructor|]. constructor.
        -- apply IH. intros x Hx. apply G. now right.
        -- rewrite Forall_forall in *. intros x Hx. apply in_app_iff in Hx as [Hx|[<-|[]]]; [auto|]. apply G. now left.
      * intros q Hq. apply in_app_iff in Hq as [Hq|[<-|[]]]; [apply Hlt in Hq|]; lia.
Qed.

Theorem entered_in_order es : StronglySorted lt (entered_places (interpret layers es)).
Proof. destruct (interpret_is_reached es) as (s & H). now apply reached_in_order in H. Qed.

(** * Errors *)

(** Whatever was seen before, an error leads to the first error layer that is left, and past no other. *)
Theorem error_finds_next_error_layer s place e s' seen : react layers s (place, Fail e) = (s', seen) ->
  (exists p, seen = [Entered p (Some e)] /\ entered s <= p /\ handled_at p (Some e)
             /\ forall q, entered s <= q < p -> ~ handled_at q (Some e))
  \/ (seen = [Ended (Some e)] /\ forall l, In l (skipn (entered s) layers) -> handles l (Some e) = false).
Proof.
  unfold react, enter.
  assert (G : forall s'' seen'', match scan (skipn (entered s) layers) (entered s) (Some e) with
      | Some place => ({| turn := Some place; entered := S place |}, [Entered place (Some e)])
      | None => ({| turn := None; entered := length layers |}, [Ended (Some e)])
      end = (s'', seen'') ->
    (exists p, seen'' = [Entered p (Some e)] /\ entered s <= p /\ handled_at p (Some e)
               /\ forall q, entered s <= q < p -> ~ handled_at q (Some e))
    \/ (seen'' = [Ended (Some e)] /\ forall l, In l (skipn (entered s) layers) -> handles l (Some e) = false)).
  { intros s'' seen''. destruct (scan _ _ _) as [p|] eqn:E; intros [= <- <-].
    - left. exists p. split; [easy|]. now apply scan_from.
    - right. split; [easy|]. eapply scan_finds_nothing; eauto. }
  destruct (has_turn s place); apply G.
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
     entered s = S p
     /\ (is_error_layer p \/ (is_guard p /\ forall g, g < p -> is_guard g -> cleared seen g p)))
  /\ forall h before after, seen = before ++ Entered h None :: after -> forall g, g < h -> is_guard g -> cleared before g h.

Lemma not_both p : is_guard p -> is_error_layer p -> False.
Proof.
  intros (l & Hl & H) (e & m & Hm & H'). rewrite Hl in Hm. injection Hm as <-. unfold handles in *.
  destruct (applies l), (of_kind l); easy.
Qed.

(** What is seen at once begins with what cannot enter a layer for a request, or is such an entry alone. *)
Lemma split_at_entry (seen more before after : list observation) h :
  seen ++ more = before ++ Entered h None :: after ->
  (exists rest, seen = before ++ Entered h None :: rest) \/ exists between, before = seen ++ between /\ more = between ++ Entered h None :: after.
Proof.
  revert before. induction seen as [|o seen IH]; intros before H; simpl in H; [right; now exists before|].
  destruct before as [|o' before]; simpl in H; injection H as -> H.
  - left. now exists seen.
  - destruct (IH before H) as [(rest & ->)|(between & -> & ->)]; [left; now exists rest|right; now exists between].
Qed.

Lemma enter_request_guarded seen s t os :
  guarded seen s ->
  (forall g, g < entered s -> is_guard g -> forall h, entered s <= h -> cleared seen g h) ->
  enter layers None (entered s) = (t, os) -> guarded (seen ++ os) t.
Proof.
  intros (Hturn & Hseen) Hall E. unfold enter in E.
  destruct (scan (skipn (entered s) layers) (entered s) None) as [p|] eqn:Es; injection E as <- <-.
  - destruct (scan_from _ _ _ Es) as (Hp & Hh & Hq).
    assert (Hc : forall g, g < p -> is_guard g -> cleared seen g p).
    { intros g Hg Hgg. destruct (Nat.lt_ge_cases g (entered s)) as [Hlt|Hge]; [now apply Hall|].
      exfalso. now apply (Hq g). }
    split.
    + intros q [= <-]. split; [easy|]. right. split; [easy|]. intros g Hg Hgg. now apply cleared_later, Hc.
    + intros h before after Eq g Hg Hgg. apply split_at_entry in Eq as [(rest & Eq)|(between & -> & Eq)].
      * now apply (Hseen _ _ _ Eq).
      * destruct between as [|o between]; simpl in Eq; [injection Eq as <- _|injection Eq as _ Eq; now destruct between].
        rewrite app_nil_r. now apply Hc.
  - split; [easy|]. intros h before after Eq g Hg Hgg. apply split_at_entry in Eq as [(rest & Eq)|(between & -> & Eq)].
    + now apply (Hseen _ _ _ Eq).
    + destruct between as [|o between]; simpl in Eq; [easy|injection Eq as _ Eq; now destruct between].
Qed.

Lemma enter_error_guarded seen s t os e :
  guarded seen s -> enter layers (Some e) (entered s) = (t, os) -> guarded (seen ++ os) t.
Proof.
  intros (Hturn & Hseen) E. unfold enter in E.
  destruct (scan (skipn (entered s) layers) (entered s) (Some e)) as [p|] eqn:Es; injection E as <- <-.
  - destruct (scan_from _ _ _ Es) as (Hp & Hh & Hq). split.
    + intros q [= <-]. split; [easy|]. left. now exists e.
    + intros h before after Eq g Hg Hgg. apply split_at_entry in Eq as [(rest & Eq)|(between & -> & Eq)].
      * now apply (Hseen _ _ _ Eq).
      * destruct between as [|o between]; simpl in Eq; [easy|injection Eq as _ Eq; now destruct between].
  - split; [easy|]. intros h before after Eq g Hg Hgg. apply split_at_entry in Eq as [(rest & Eq)|(between & -> & Eq)].
    + now apply (Hseen _ _ _ Eq).
    + destruct between as [|o between]; simpl in Eq; [easy|injection Eq as _ Eq; now destruct between].
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

Lemma reached_guarded seen s : reached seen s -> guarded seen s.
Proof.
  induction 1 as [s seen E|before s e s' seen H IH E].
  - apply (enter_request_guarded [] {| turn := None; entered := 0 |} s seen); [|easy|easy].
    split; [easy|]. intros h before after Eq. now destruct before.
  - destruct e as (place & a). unfold react in E. destruct (has_turn s place) eqn:Et.
    + unfold has_turn in Et. destruct (turn s) as [p|] eqn:Ep; [|easy]. apply Nat.eqb_eq in Et. subst p.
      destruct a as [| |e].
      * destruct (enter layers None (entered s)) as (t & os) eqn:Ee. injection E as <- <-.
        change (Passed place :: os) with ([Passed place] ++ os). rewrite app_assoc.
        destruct IH as (Hturn & Hseen). destruct (Hturn place Ep) as (He & Hk).
        apply (enter_request_guarded (before ++ [Passed place]) s t os); [| |easy].
        -- apply guarded_without_entry with (s := s); [now split|now right|easy].
        -- intros g Hg Hgg h Hh. destruct Hk as [Herr|(Hgp & Hc)].
           ++ destruct (Nat.eq_dec g place) as [->|Hne]; [exfalso; eapply not_both; eauto|].
              right. exists place. split; [lia|]. split; [easy|]. apply in_app_iff. right. now left.
           ++ destruct (Nat.eq_dec g place) as [->|Hne]; [left; apply in_app_iff; right; now left|].
              destruct (Hc g ltac:(lia) Hgg) as [Hin|(b & Hb & Hbe & Hin)].
              ** left. apply in_app_iff. now left.
              ** right. exists b. split; [lia|]. split; [easy|]. apply in_app_iff. now left.
      * injection E as <- <-. apply guarded_without_entry with (s := s); [easy|now left|easy].
      * eapply enter_error_guarded; eauto.
    + destruct a as [| |e]; try (injection E as <- <-; now rewrite app_nil_r). eapply enter_error_guarded; eauto.
Qed.

(** The guard law. *)
Theorem guards_are_passed es before h after g :
  interpret layers es = before ++ Entered h None :: after -> g < h -> is_guard g -> cleared before g h.
Proof.
  intros E. destruct (interpret_is_reached es) as (s & H). apply reached_guarded in H as (_ & H). now apply (H h before after).
Qed.

(** A layer has passed only after it was entered. *)
Lemma passed_after_entry seen s : reached seen s ->
  (forall p, turn s = Some p -> In p (entered_places seen)) /\ forall p, In (Passed p) seen -> In p (entered_places seen).
Proof.
  assert (G : forall pending from t os, enter layers pending from = (t, os) ->
    (forall p, turn t = Some p -> In p (entered_places os)) /\ forall p, ~ In (Passed p) os).
  { unfold enter. intros pending from t os. destruct (scan _ _ _) as [p|]; intros [= <- <-]; simpl.
    - split; [intros q [= ->]; now left|]. now intros q [|[]].
    - split; [easy|]. now intros q [|[]]. }
  induction 1 as [s seen E|before s e s' seen H (IHt & IHp) E].
  - apply G in E as (Ht & Hp). split; [easy|]. intros p Hin. exfalso. eapply Hp; eauto.
  - destruct e as (place & a). unfold react in E. rewrite entered_places_app.
    assert (Hkeep : forall t os, enter layers match a with Fail e => Some e | _ => None end (entered s) = (t, os) ->
      (forall p, turn t = Some p -> In p (entered_places before ++ entered_places os))
      /\ forall p, In (Passed p) (before ++ os) -> In p (entered_places before ++ entered_places os)).
    { intros t os Ee. apply G in Ee as (Ht & Hp). split; intros p Hin; apply in_app_iff.
      - right. now apply Ht.
      - apply in_app_iff in Hin as [Hin|Hin]; [left; now apply IHp|]. exfalso. eapply Hp; eauto. }
    destruct (has_turn s place) eqn:Et, a as [| |e].
    + destruct (enter layers None (entered s)) as (t & os) eqn:Ee. injection E as <- <-.
      destruct (Hkeep t os eq_refl) as (K1 & K2). split; [exact K1|]. intros p Hin.
      apply in_app_iff in Hin as [Hin|[[= ->]|Hin]].
      * apply K2. apply in_app_iff. now left.
      * apply in_app_iff. left. unfold has_turn in Et. destruct (turn s) as [q|] eqn:Eq; [|easy].
        apply Nat.eqb_eq in Et. subst q. now apply IHt.
      * apply K2. apply in_app_iff. now right.
    + injection E as <- <-. simpl. rewrite app_nil_r. split; [easy|]. intros p Hin.
      apply in_app_iff in Hin as [Hin|[|[]]]; [now apply IHp|easy].
    + now apply Hkeep.
    + injection E as <- <-. simpl. rewrite !app_nil_r. now split.
    + injection E as <- <-. simpl. rewrite !app_nil_r. now split.
    + now apply Hkeep.
Qed.

(** Without error layers in between, every guard was entered and has passed: also the hooks of the scopes around a handler,
    which the chain has in front of it. *)
Theorem hooks_pass_before_handlers es before h after hooks :
  interpret layers es = before ++ Entered h None :: after ->
  (forall g, In g hooks -> g < h /\ is_guard g) ->
  (forall b, b < h -> ~ is_error_layer b) ->
  forall g, In g hooks -> In (Passed g) before.
Proof.
  intros E Hh Hb g Hg. destruct (Hh g Hg) as (Hlt & Hgg).
  destruct (guards_are_passed es before h after g E Hlt Hgg) as [H|(b & Hbb & He & _)]; [easy|].
  exfalso. apply (Hb b); [lia|easy].
Qed.

End Laws.
