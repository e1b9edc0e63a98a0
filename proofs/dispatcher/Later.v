(** Answers and ticks in any order: layers may answer while a run waits for its stack to be unwound. *)

From Coq Require Import List Arith Bool Lia Permutation.
From NextpressDispatcher Require Import Spec Run Tables Equal Hear.
Import ListNotations.

(** * The loop, one answer after another *)

Section Loop.

Variable of_sort : sort.
Variable layers : list layer.

Definition loop (es : list event) : state * list observation :=
  fold_left (fun before e => let (s, seen) := react of_sort layers (fst before) e in (s, snd before ++ seen)) es
    (enter layers None before_all).

Lemma loop_step es e : loop (es ++ [e])
  = (fst (react of_sort layers (fst (loop es)) e), snd (loop es) ++ snd (react of_sort layers (fst (loop es)) e)).
Proof. unfold loop. rewrite fold_left_app. cbn [fold_left]. now destruct (react of_sort layers _ e). Qed.

Lemma interpret_is_loop es : interpret of_sort layers es = snd (loop es).
Proof.
  unfold interpret, loop. destruct (enter layers None before_all) as (s & seen). revert s seen.
  induction es as [|e es IH]; intros s seen; cbn [react_all fold_left]; [now rewrite app_nil_r|].
  cbn [fst snd]. destruct (react of_sort layers s e) as (s' & more). rewrite app_assoc. apply IH.
Qed.

End Loop.

Section Later.

Variable of_sort : sort.
Variable cut : nat.
Variable layers : list layer.

(** * What can happen to a run *)

(** The answer that a tick takes from the queue. While the stack is unwound, an error waits for another tick. *)
Definition taken_by (r : run) (w : later) : list event :=
  match w, run_turn r with
  | Continue_from place _ e, UNWINDING => []
  | Continue_from place _ e, _ => [(place, Fail e)]
  | Advance_unwound _ _, _ => []
  end.

(** A run, the answers that it was given, those among them that it has acted on, in the order in which it did, and what was seen. *)
Inductive happens : run -> list event -> list event -> list observation -> Prop :=
  | run_begins r seen : begin_run cut layers = (r, seen) -> happens r [] [] seen
  | layer_answers r given_to taken seen place a r' more :
      happens r given_to taken seen -> turn_given (given r) place <> None ->
      hear of_sort cut r (place, a) = (r', more) ->
      happens r' (given_to ++ [(place, a)]) (taken ++ if waits r a then [] else [(place, a)]) (seen ++ more)
  | tick_comes r given_to taken seen w rest r' more :
      happens r given_to taken seen -> queue r = w :: rest ->
      do_later of_sort cut w (with_queue rest r) = (r', more) ->
      happens r' given_to (taken ++ taken_by r w) (seen ++ more).

(** * The loop does the same with the answers that were taken *)

Notation agree := (agree cut layers).
Notation waits_for := (waits_for cut layers).
Notation follows := (follows cut layers).

Definition advances (q : list later) : list (option error * nat) :=
  flat_map (fun w => match w with Advance_unwound pending from => [(pending, from)] | _ => [] end) q.

Definition errors_in (q : list later) : list event :=
  flat_map (fun w => match w with Continue_from place _ e => [(place, Fail e)] | _ => [] end) q.

Definition given_in (r : run) (q : list later) : Prop :=
  forall place number e, In (Continue_from place number e) q -> In (place, number) (given r).

(** The run has done what the loop has done, or will have, after its stack has been unwound. *)
Definition keeps_up (s : state) (of_loop : list observation) (r : run) (seen : list observation) : Prop :=
  agree s r /\ of_loop = seen /\ advances (queue r) = []
  \/ exists rest pending, of_loop = seen ++ rest /\ waits_for s rest pending r /\ advances (queue r) = [(pending, next_position r)].

Definition related (r : run) (given_to taken : list event) (seen : list observation) : Prop :=
  keeps_up (fst (loop of_sort layers taken)) (snd (loop of_sort layers taken)) r seen
  /\ given_in r (queue r) /\ Permutation given_to (taken ++ errors_in (queue r)).

Lemma advances_app a b : advances (a ++ b) = advances a ++ advances b.
Proof. apply flat_map_app. Qed.

Lemma errors_in_app a b : errors_in (a ++ b) = errors_in a ++ errors_in b.
Proof. apply flat_map_app. Qed.

(** After a reaction of the loop that a run follows, it keeps up. *)
Lemma follows_keeps_up r before seen of_loop of_run : follows r of_loop of_run -> advances (queue r) = [] -> before = seen ->
  keeps_up (fst of_loop) (before ++ snd of_loop) (fst of_run) (seen ++ snd of_run).
Proof.
  intros F Q ->. unfold Hear.follows in F. destruct of_loop as (s' & l), of_run as (r' & l'). cbn [fst snd].
  destruct F as ([(-> & A & Hq)|(rest & pending & -> & W & _ & Hq)] & _).
  - left. now rewrite Hq.
  - right. exists rest, pending. rewrite app_assoc. split; [easy|]. split; [easy|]. now rewrite Hq, advances_app, Q.
Qed.

Lemma follows_queue r of_loop of_run : follows r of_loop of_run -> given_in r (queue r) ->
  given_in (fst of_run) (queue (fst of_run)) /\ errors_in (queue (fst of_run)) = errors_in (queue r).
Proof.
  unfold Hear.follows. destruct of_loop as (s' & l), of_run as (r' & l'). cbn [fst].
  intros ([(_ & _ & ->)|(rest & pending & _ & _ & _ & ->)] & Hg) G; split; try easy.
  - intros place number e Hin. apply Hg. eapply G. exact Hin.
  - intros place number e Hin. apply in_app_iff in Hin as [Hin|[Hin|[]]]; [|easy]. apply Hg. eapply G. exact Hin.
  - rewrite errors_in_app. cbn. now rewrite app_nil_r.
Qed.

(** A layer whose [next] was given to it before the run began to wait does not have the turn. *)
Lemma waiting_ignores s rest pending r place number a : waits_for s rest pending r -> In (place, number) (given r) ->
  waits r a = false -> react of_sort layers s (place, a) = (s, []).
Proof.
  intros (Hu & before & (ls & Hi & Hp) & E) Hin Hw. unfold waits in Hw. rewrite Hu in Hw. unfold react.
  apply (given_before _ _ _ Hp) in Hin as (Hlt & _).
  assert (T : has_turn s place = false).
  { unfold enter in E. destruct (scan (skipn (behind before) layers) (behind before) pending) as [p|] eqn:Es.
    - injection E as <- _. unfold has_turn. cbn [turn]. apply Nat.eqb_neq.
      pose proof (table_finds_what_the_loop_finds layers pending (behind before)) as T. rewrite Es in T.
      destruct T as (l & _ & _ & _ & H). lia.
    - now injection E as <- _. }
  rewrite T. destruct a; try easy; now destruct (has_next s place).
Qed.

Lemma begin_related r seen : begin_run cut layers = (r, seen) -> related r [] [] seen.
Proof.
  intros E. pose proof (begin_follows cut layers) as F. rewrite E in F.
  pose proof (follows_keeps_up _ [] [] _ _ F eq_refl eq_refl) as K.
  destruct (follows_queue _ _ _ F ltac:(easy)) as (G & Er). cbn [fst snd app] in *.
  split; [exact K|]. split; [exact G|]. now rewrite Er.
Qed.

Lemma taken_step taken e : forall r seen seen',
  keeps_up (fst (react of_sort layers (fst (loop of_sort layers taken)) e))
    (snd (loop of_sort layers taken) ++ snd (react of_sort layers (fst (loop of_sort layers taken)) e)) r (seen ++ seen') ->
  keeps_up (fst (loop of_sort layers (taken ++ [e]))) (snd (loop of_sort layers (taken ++ [e]))) r (seen ++ seen').
Proof. intros r seen seen'. now rewrite loop_step. Qed.

Lemma answer_related r given_to taken seen place number a r' more :
  related r given_to taken seen -> turn_given (given r) place = Some number ->
  continue_from of_sort cut place number a r = (r', more) ->
  related r' (given_to ++ [(place, a)]) (taken ++ if waits r a then [] else [(place, a)]) (seen ++ more).
Proof.
  intros (K & G & P) Hg E. pose proof (turn_given_in _ _ _ Hg) as Hin. destruct K as [(A & El & Q)|(rest & pending & El & W & Q)].
  - rewrite (agree_does_not_wait cut layers _ _ a A).
    pose proof (continue_from_follows of_sort cut layers _ _ _ _ a A Hin) as F. rewrite E in F.
    pose proof (follows_keeps_up _ _ _ _ _ F Q El) as K'. destruct (follows_queue _ _ _ F G) as (G' & Er).
    cbn [fst snd] in *. split; [now apply taken_step|]. split; [easy|]. rewrite Er, <- app_assoc.
    apply Permutation_trans with (l' := (taken ++ errors_in (queue r)) ++ [(place, a)]); [now apply Permutation_app_tail|].
    rewrite <- app_assoc. apply Permutation_app_head, Permutation_app_comm.
  - unfold continue_from, has_run_turn in E. pose proof W as (Hu & _). rewrite Hu in E.
    destruct (waits r a) eqn:Hw.
    + unfold waits in Hw. rewrite Hu in Hw. destruct a as [| | |e]; try easy. injection E as <- <-. rewrite !app_nil_r.
      split; [|split].
      * right. exists rest, pending. split; [easy|]. split; [|cbn [queue with_queue]; rewrite advances_app, Q; easy].
        split; [easy|]. destruct W as (_ & before & (ls & Hi & Hp) & Ee). exists before. split; [|easy].
        exists ls. split; [now apply (is_in_of cut layers r)|now apply (same_place_of before r)].
      * intros p n e' H. cbn [queue with_queue given] in *. apply in_app_iff in H as [H|[[= <- <- <-]|[]]]; [eapply G; exact H|easy].
      * cbn [queue with_queue]. rewrite errors_in_app. cbn. rewrite app_assoc. now apply Permutation_app_tail.
    + assert (E' : (r', more) = (report_late place number r, [])).
      { destruct a as [| | |e]; try easy. unfold waits in Hw. now rewrite Hu in Hw. }
      injection E' as -> ->. split; [|split].
      * apply taken_step. rewrite (waiting_ignores _ _ _ _ _ _ a W Hin Hw). cbn [fst snd]. rewrite !app_nil_r.
        right. exists rest, pending. split; [easy|]. split; [|easy].
        split; [easy|]. destruct W as (_ & before & (ls & Hi & Hp) & Ee). exists before. split; [|easy].
        exists ls. split; [now apply (is_in_of cut layers r)|now apply (same_place_of before r)].
      * exact G.
      * cbn [queue report_late]. rewrite <- app_assoc.
        apply Permutation_trans with (l' := (taken ++ errors_in (queue r)) ++ [(place, a)]); [now apply Permutation_app_tail|].
        rewrite <- app_assoc. apply Permutation_app_head, Permutation_app_comm.
Qed.

(** Taking a callback from the queue does not change what a run agrees on. *)
Lemma agree_with_queue s r q : agree s r -> agree s (with_queue q r).
Proof.
  intros ((ls & Hi & Hp) & Ht). split; [|easy].
  exists ls. split; [now apply (is_in_of cut layers r)|now apply (same_place_of s r)].
Qed.

Lemma waits_with_queue s rest pending r q : waits_for s rest pending r -> waits_for s rest pending (with_queue q r).
Proof.
  intros (Hu & before & (ls & Hi & Hp) & E). split; [easy|]. exists before. split; [|easy].
  exists ls. split; [now apply (is_in_of cut layers r)|now apply (same_place_of before r)].
Qed.

Lemma tick_related r given_to taken seen w rest r' more :
  related r given_to taken seen -> queue r = w :: rest -> do_later of_sort cut w (with_queue rest r) = (r', more) ->
  related r' given_to (taken ++ taken_by r w) (seen ++ more).
Proof.
  intros (K & G & P) Eq E. rewrite Eq in *.
  assert (G' : given_in (with_queue rest r) rest) by (intros p n e H; apply (G p n e); now right).
  destruct w as [pending from|place number e].
  - (* The stack has been unwound. *)
    replace (taken_by r (Advance_unwound pending from)) with (@nil event) by easy. rewrite app_nil_r.
    destruct K as [(_ & _ & Q)|(tail & pending' & El & W & Q)]; [rewrite Eq in Q; discriminate|].
    rewrite Eq in Q. cbn in Q. injection Q as <- -> Q.
    pose proof (unwound_follows of_sort cut layers _ _ _ _ rest W) as F. rewrite E in F.
    destruct (follows_queue _ _ _ F G') as (G'' & Er).
    pose proof (follows_keeps_up _ seen seen _ _ F Q eq_refl) as K'. cbn [fst snd queue with_queue] in *.
    split; [now rewrite El|]. split; [easy|]. now rewrite Er.
  - (* An error that came while the stack was unwound. *)
    assert (Hin : In (place, number) (given r)) by (apply (G place number e); now left).
    destruct K as [(A & El & Q)|(tail & pending' & El & W & Q)]; rewrite Eq in Q;
      replace (advances (Continue_from place number e :: rest)) with (advances rest) in Q by easy.
    + replace (taken_by r (Continue_from place number e)) with [(place, Fail e)].
      2:{ unfold taken_by. destruct A as (_ & Ht). unfold same_turn in Ht. destruct (turn _), (run_turn r); easy. }
      cbn [do_later] in E.
      pose proof (continue_from_follows of_sort cut layers _ _ place number (Fail e) (agree_with_queue _ r rest A) Hin) as F.
      rewrite E in F. destruct (follows_queue _ _ _ F G') as (G'' & Er).
      pose proof (follows_keeps_up _ _ _ _ _ F Q El) as K'. cbn [fst snd queue with_queue] in *.
      split; [now apply taken_step|]. split; [easy|]. rewrite Er. now rewrite <- app_assoc.
    + pose proof W as (Hu & _). unfold taken_by. rewrite Hu, app_nil_r.
      cbn [do_later] in E. unfold continue_from, has_run_turn, waits in E. cbn [run_turn with_queue] in E. rewrite Hu in E.
      cbn [queue with_queue] in E. injection E as <- <-. rewrite app_nil_r. split; [|split].
      * right. exists tail, pending'. split; [easy|]. split; [now apply waits_with_queue, waits_with_queue|].
        cbn [queue with_queue]. now rewrite advances_app, Q.
      * intros p n x H. cbn [queue with_queue given] in *. apply in_app_iff in H as [H|[[= <- <- <-]|[]]]; [now apply (G' p n x)|easy].
      * cbn [queue with_queue]. rewrite errors_in_app. cbn in P |- *. eapply Permutation_trans; [exact P|].
        apply Permutation_app_head. apply (Permutation_app_comm [(place, Fail e)]).
Qed.

Theorem happens_related r given_to taken seen : happens r given_to taken seen -> related r given_to taken seen.
Proof.
  induction 1 as [r seen E|r given_to taken seen place a r' more H IH Hg E|r given_to taken seen w rest r' more H IH Eq E].
  - now apply begin_related.
  - unfold hear in E. destruct (turn_given (given r) place) as [number|] eqn:Et; [|easy]. eapply answer_related; eauto.
  - eapply tick_related; eauto.
Qed.

(** When nothing waits, the loop has seen the same, and has got each answer. *)
Theorem unwound_run_is_the_loop r given_to taken seen : happens r given_to taken seen -> queue r = [] ->
  Permutation given_to taken /\ seen = interpret of_sort layers taken.
Proof.
  intros H Q. apply happens_related in H as (K & _ & P). rewrite Q in *. cbn in P. rewrite app_nil_r in P. split; [easy|].
  rewrite interpret_is_loop. destruct K as [(_ & E & _)|(rest & pending & _ & _ & E)]; [easy|]. now rewrite Q in E.
Qed.

(** At any time, what was seen is the beginning of what the loop has seen. *)
Theorem run_is_behind_the_loop r given_to taken seen : happens r given_to taken seen ->
  exists rest, interpret of_sort layers taken = seen ++ rest.
Proof.
  intros H. apply happens_related in H as (K & _). rewrite interpret_is_loop.
  destruct K as [(_ & E & _)|(rest & pending & E & _)]; [exists []; now rewrite app_nil_r|now exists rest].
Qed.

End Later.
