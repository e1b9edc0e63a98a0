(** What holds for nested lists, whatever their layers do: each is run by itself, after the layer outside that runs it was entered. *)

From Coq Require Import List Arith Bool Lia Sorting.Sorted.
From NextpressDispatcher Require Import Spec Nested Laws Later.
Import ListNotations.

(** What was observed of one list. *)
Definition seen_in (p : path) (seen : list (path * observation)) : list observation :=
  map snd (filter (fun o => path_eqb p (fst o)) seen).

Lemma seen_in_app p a b : seen_in p (a ++ b) = seen_in p a ++ seen_in p b.
Proof. unfold seen_in. now rewrite filter_app, map_app. Qed.

Lemma path_eqb_refl p : path_eqb p p = true.
Proof. unfold path_eqb. now destruct (list_eq_dec Nat.eq_dec p p). Qed.

Lemma path_eqb_neq p q : p <> q -> path_eqb p q = false.
Proof. intros H. unfold path_eqb. now destruct (list_eq_dec Nat.eq_dec p q). Qed.

Lemma seen_in_own p os : seen_in p (map (pair p) os) = os.
Proof. unfold seen_in. induction os as [|o os IH]; [easy|]. cbn. now rewrite path_eqb_refl; cbn; rewrite IH. Qed.

Lemma seen_in_other p q os : p <> q -> seen_in p (map (pair q) os) = [].
Proof. intros H. unfold seen_in. induction os as [|o os IH]; [easy|]. cbn. now rewrite (path_eqb_neq p q H). Qed.

Lemma in_seen_in p o seen : In o (seen_in p seen) <-> In (p, o) seen.
Proof.
  unfold seen_in. rewrite in_map_iff. split.
  - intros ((q & x) & E & H). apply filter_In in H as (H & Hq). cbn in *. subst x. unfold path_eqb in Hq.
    now destruct (list_eq_dec Nat.eq_dec p q) as [->|].
  - intros H. exists (p, o). split; [easy|]. apply filter_In. split; [easy|]. apply path_eqb_refl.
Qed.

Lemma reached_is_loop of_sort layers seen s : reached of_sort layers seen s -> exists es, loop of_sort layers es = (s, seen).
Proof.
  induction 1 as [s seen E|before s e s' seen H (es & IH) E].
  - now exists [].
  - exists (es ++ [e]). now rewrite loop_step, IH; cbn [fst snd]; rewrite E.
Qed.

Section NestedLaws.

Variable application : list layer.

Notation Loops := (nest interpreter).

Definition was_entered (seen : list (path * observation)) (p : path) (place : nat) : Prop :=
  exists pending, In (p, Entered place pending) seen.

Record sound (n : Loops) (seen : list (path * observation)) : Prop := {
  (** Each list has seen what its loop has. *)
  runs_alone : forall p,
    match run_at interpreter (runs _ n) p with
    | Some s => exists of_sort layers, list_at application p = Some (of_sort, layers) /\ reached of_sort layers (seen_in p seen) s
    | None => seen_in p seen = []
    end;
  starts_after : forall place p, In (Start (place :: p)) (waiting _ n) -> was_entered seen p place;
  runs_after : forall place p s, run_at interpreter (runs _ n) (place :: p) = Some s -> was_entered seen p place;
  seen_after : forall place p o before after, seen = before ++ (place :: p, o) :: after -> was_entered before p place
}.

Lemma was_entered_later seen more p place : was_entered seen p place -> was_entered (seen ++ more) p place.
Proof. intros (pending & H). exists pending. apply in_app_iff. now left. Qed.

Lemma split_own (p : path) os before after (x : path * observation) :
  map (pair p) os = before ++ x :: after -> fst x = p.
Proof.
  intros E. assert (H : In x (map (pair p) os)) by (rewrite E; apply in_app_iff; right; now left).
  apply in_map_iff in H as (o & <- & _). easy.
Qed.

(** A list goes on: it was entered from outside, and its loop has reached the new state. *)
Lemma goes_on_sound n seen p of_sort layers s os :
  sound n seen -> list_at application p = Some (of_sort, layers) ->
  reached of_sort layers (seen_in p seen ++ os) s ->
  (forall place outer, p = place :: outer -> was_entered seen outer place) ->
  sound (fst (goes_on interpreter n p layers (s, os))) (seen ++ snd (goes_on interpreter n p layers (s, os))).
Proof.
  intros [Ha Hs Hr He] L H W. unfold goes_on. cbn [fst snd]. constructor; cbn [runs waiting].
  - intros q. cbn [run_at]. rewrite seen_in_app. unfold path_eqb. destruct (list_eq_dec Nat.eq_dec p q) as [<-|Hne].
    + rewrite seen_in_own. now exists of_sort, layers.
    + rewrite seen_in_other, app_nil_r by congruence. apply Ha.
  - intros place q Hin. apply in_app_iff in Hin as [Hin|Hin]; [now apply was_entered_later, Hs|].
    apply in_flat_map in Hin as (o & Ho & Hin). destruct o as [at_place pending|at_place|a]; cbn in Hin.
    + destruct (is_nested layers at_place); [|easy]. destruct Hin as [[= -> ->]|[]]. exists pending.
      apply in_app_iff. right. now apply in_map.
    + easy.
    + destruct p as [|at_place outer]; [easy|]. now destruct Hin as [|[]].
  - intros place q s'. cbn [run_at]. unfold path_eqb. destruct (list_eq_dec Nat.eq_dec p (place :: q)) as [E|Hne].
    + intros _. apply was_entered_later. now apply W.
    + intros E. apply was_entered_later. eapply Hr. exact E.
  - intros place q o before after E. apply split_at_entry in E as [(rest & E)|(between & -> & E)].
    + eapply He. exact E.
    + pose proof (split_own _ _ _ _ _ E) as Ep. cbn in Ep. apply was_entered_later. now apply W.
Qed.

Lemma nothing_sound (n : Loops) seen rest : sound n seen -> (forall w, In w rest -> In w (waiting _ n)) ->
  sound {| runs := runs _ n; waiting := rest |} (seen ++ []).
Proof.
  intros [Ha Hs Hr He] H. rewrite app_nil_r. constructor; try easy. cbn [waiting]. intros place p Hin. now apply Hs, H.
Qed.

Lemma work_sound n seen w : sound n seen ->
  (forall place p, w = Start (place :: p) -> was_entered seen p place) ->
  sound (fst (do_work interpreter application n w)) (seen ++ snd (do_work interpreter application n w)).
Proof.
  intros H W.
  assert (N : sound n (seen ++ [])) by now rewrite app_nil_r.
  destruct w as [p|p e]; cbn [do_work]; destruct (list_at application p) as [(of_sort & layers)|] eqn:L; try exact N;
    pose proof (runs_alone _ _ H p) as A; destruct (run_at interpreter (runs _ n) p) as [s|] eqn:R; try exact N.
  - cbn [begins interpreter]. destruct (enter layers None before_all) as (s & os) eqn:E.
    apply goes_on_sound with (of_sort := of_sort); try easy.
    + rewrite A. now apply reached_start.
    + intros place outer ->. now apply W.
  - cbn [reacts interpreter]. destruct A as (s' & l' & L' & A). rewrite L in L'. injection L' as <- <-.
    destruct (react of_sort layers s e) as (t & os) eqn:E. apply goes_on_sound with (of_sort := of_sort); try easy.
    + exact (reached_step _ _ _ _ _ _ _ A E).
    + intros place outer ->. eapply runs_after; eauto.
Qed.

Lemma receive_sound n seen i : sound n seen ->
  sound (fst (receive interpreter application n i)) (seen ++ snd (receive interpreter application n i)).
Proof.
  intros H. destruct i as [p e|]; cbn [receive].
  - destruct (is_function application p (fst e)); [now apply work_sound|]. cbn [fst snd]. now rewrite app_nil_r.
  - destruct (waiting interpreter n) as [|w rest] eqn:E; [cbn [fst snd]; now rewrite app_nil_r|].
    apply work_sound.
    + rewrite <- (app_nil_r seen). apply nothing_sound; [easy|]. intros x Hx. rewrite E. now right.
    + intros place p ->. apply (starts_after _ _ H). rewrite E. now left.
Qed.

Lemma receive_all_sound inputs : forall n seen, sound n seen ->
  sound (fst (receive_all interpreter application n inputs)) (seen ++ snd (receive_all interpreter application n inputs)).
Proof.
  induction inputs as [|i inputs IH]; intros n seen H; cbn [receive_all]; [cbn [fst snd]; now rewrite app_nil_r|].
  pose proof (receive_sound n seen i H) as H'. destruct (receive interpreter application n i) as (n' & more).
  cbn [fst snd] in H'. specialize (IH n' _ H'). destruct (receive_all interpreter application n' inputs) as (n'' & rest).
  cbn [fst snd] in *. now rewrite app_assoc.
Qed.

Lemma observe_sound inputs : exists n, sound n (observe interpreter application inputs).
Proof.
  eexists. apply (receive_all_sound inputs {| runs := []; waiting := [Start []] |} []). constructor; cbn [runs waiting]; try easy.
  - intros place p [[=]|[]].
  - intros place p o before after E. now destruct before.
Qed.

(** * The laws of one list hold for each *)

(** Each list sees what the loop over that list alone would see, with some answers of its layers. *)
Theorem lists_run_alone inputs p : let seen := seen_in p (observe interpreter application inputs) in
  seen = [] \/ exists of_sort layers es, list_at application p = Some (of_sort, layers) /\ seen = interpret of_sort layers es.
Proof.
  destruct (observe_sound inputs) as (n & H). pose proof (runs_alone _ _ H p) as A.
  destruct (run_at interpreter (runs _ n) p) as [s|]; [right|now left].
  destruct A as (of_sort & layers & L & A). destruct (reached_is_loop _ _ _ _ A) as (es & E). exists of_sort, layers, es.
  split; [easy|]. now rewrite interpret_is_loop, E.
Qed.

Lemma seen_in_split p before o after :
  seen_in p (before ++ (p, o) :: after) = seen_in p before ++ o :: seen_in p after.
Proof. rewrite seen_in_app. unfold seen_in at 2. cbn. now rewrite path_eqb_refl. Qed.

(** The layer itself, and the routers and the route around it, each with the list that has it. *)
Fixpoint around (p : path) (place : nat) : list (path * nat) :=
  (p, place) :: match p with [] => [] | outside :: outer => around outer outside end.

(** Only requests enter routers and routes. *)
Lemma nested_is_for_requests of_sort layers es place pending l inner :
  In (Entered place pending) (interpret of_sort layers es) -> nth_error layers place = Some l -> list_of l = Some inner ->
  pending = None.
Proof.
  intros Hin Hl Hn.
  assert (G : handled_at layers place pending).
  { destruct (interpret_is_reached of_sort layers es) as (s & H & _). revert Hin. clear - H.
    assert (K : forall s q t os, enter layers q s = (t, os) -> In (Entered place pending) os -> handled_at layers place pending).
    { intros s0 q t os E Hin. apply enter_cases in E as [(x & -> & _ & _ & Hh & _)|(-> & _)].
      - destruct Hin as [[= -> ->]|[]]. easy.
      - now destruct Hin as [|[]]. }
    induction H as [s seen E|before s e s' seen H IH E]; [now apply (K _ _ _ _ E)|]. intros Hin.
    apply in_app_iff in Hin as [Hin|Hin]; [now apply IH|]. destruct e as (at_place & a). apply react_is_reaction in E.
    destruct E as [|x Hx|t os Ht E|e t os _ E]; [easy|now destruct Hin as [|[]]| |].
    - destruct Hin as [|Hin]; [easy|]. now apply (K _ _ _ _ E).
    - now apply (K _ _ _ _ E). }
  destruct G as (l' & Hl' & Hh). rewrite Hl in Hl'. injection Hl' as <-. unfold handles, list_of in *.
  destruct (of_kind l), pending; try easy. now rewrite andb_false_r in Hh.
Qed.

(** The guard law at each level: a layer is entered for a request after the guards before it, before the router that has it, before the
    router that has that, and so on. *)
Theorem guards_of_all_levels inputs : forall p before h after,
  observe interpreter application inputs = before ++ (p, Entered h None) :: after ->
  forall q k of_sort layers g, In (q, k) (around p h) -> list_at application q = Some (of_sort, layers) ->
  g < k -> is_guard layers g -> cleared layers (seen_in q before) g k.
Proof.
  destruct (observe_sound inputs) as (n & H).
  assert (Own : forall p before h after, observe interpreter application inputs = before ++ (p, Entered h None) :: after ->
    forall of_sort layers g, list_at application p = Some (of_sort, layers) ->
    g < h -> is_guard layers g -> cleared layers (seen_in p before) g h).
  { intros p before h after E of_sort layers g L Hlt Hg. pose proof (runs_alone _ _ H p) as A. rewrite E, seen_in_split in A.
    destruct (run_at interpreter (runs _ n) p) as [s|]; [|now destruct (seen_in p before)].
    destruct A as (s' & l' & L' & A). rewrite L in L'. injection L' as <- <-.
    exact (reached_guard_law _ _ _ _ _ _ _ g A eq_refl Hlt Hg). }
  induction p as [|outside outer IH]; intros before h after E q k of_sort layers g Hin L Hlt Hg.
  - destruct Hin as [[= <- <-]|[]]. eapply Own; eauto.
  - cbn [around] in Hin. destruct Hin as [[= <- <-]|Hin]; [eapply Own; eauto|].
    destruct (seen_after _ _ H _ _ _ _ _ E) as (pending & Hbefore).
    assert (pending = None) as ->.
    { destruct (lists_run_alone inputs outer) as [N|(s' & l' & es & L' & Es)].
      - assert (X : In (Entered outside pending) (seen_in outer (observe interpreter application inputs)))
          by (apply in_seen_in; rewrite E; apply in_app_iff; now left). now rewrite N in X.
      - pose proof (runs_alone _ _ H (outside :: outer)) as A. rewrite E, seen_in_split in A.
        destruct (run_at interpreter (runs _ n) (outside :: outer)); [|now destruct (seen_in (outside :: outer) before)].
        destruct A as (s'' & l'' & L'' & _). cbn [list_at] in L''. rewrite L' in L''.
        destruct (nth_error l' outside) as [l|] eqn:El; [|easy].
        eapply nested_is_for_requests with (layers := l') (place := outside) (es := es); eauto.
        rewrite <- Es. apply in_seen_in. rewrite E. apply in_app_iff. now left. }
    apply in_split in Hbefore as (b1 & b2 & ->). rewrite <- app_assoc in E. cbn [app] in E.
    rewrite seen_in_app. apply cleared_later. exact (IH b1 outside _ E q k of_sort layers g Hin L Hlt Hg).
Qed.

End NestedLaws.
