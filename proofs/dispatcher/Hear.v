(** A run reacts to answers as the loop does, at once or when its stack has been unwound. *)

From Coq Require Import List Arith Bool Lia Permutation.
From NextpressDispatcher Require Import Spec Run Tables Equal.
Import ListNotations.

(** * Whose [next] it is *)

Lemma turn_given_in g place number : turn_given g place = Some number -> In (place, number) g.
Proof.
  induction g as [|(p, t) g IH]; simpl; [easy|]. destruct (p =? place) eqn:E; intros H.
  - apply Nat.eqb_eq in E as ->. injection H as ->. now left.
  - right. now apply IH.
Qed.

Lemma not_given g place : turn_given g place = None -> ~ In place (map fst g).
Proof.
  induction g as [|(p, t) g IH]; simpl; [easy|]. destruct (p =? place) eqn:E; intros H; [easy|].
  apply Nat.eqb_neq in E. intros [<-|Hin]; [easy|]. now apply IH.
Qed.

Lemma has_next_in s place : has_next s place = true <-> In place (nexts s).
Proof.
  unfold has_next. rewrite existsb_exists. split.
  - intros (x & Hx & E). apply Nat.eqb_eq in E as ->. easy.
  - intros H. exists place. now rewrite Nat.eqb_refl.
Qed.

Section Hear.

Variable of_sort : sort.
Variable cut : nat.
Variable layers : list layer.

Notation agree := (agree cut layers).
Notation waits_for := (waits_for cut layers).
Notation is_in := (is_in cut layers).

Lemma turns_agree s r place number : agree s r -> In (place, number) (given r) ->
  has_turn s place = has_run_turn r number /\ has_next s place = true.
Proof.
  intros ((ls & _ & Hp) & Ht) Hin. split.
  - unfold same_turn in Ht. unfold has_turn, has_run_turn. destruct (turn s) as [p|], (run_turn r) as [| |t]; try easy.
    pose proof (given_once _ _ _ Hp p t place number Ht Hin) as O.
    destruct (p =? place) eqn:E; symmetry; [apply Nat.eqb_eq in E; apply Nat.eqb_eq; now apply O|].
    apply Nat.eqb_neq in E. apply Nat.eqb_neq. intros ->. now apply E, O.
  - apply has_next_in. rewrite <- (same_nexts _ _ _ Hp). apply in_map_iff. now exists (place, number).
Qed.

Lemma strangers_agree s r place : agree s r -> turn_given (given r) place = None ->
  has_turn s place = false /\ has_next s place = false.
Proof.
  intros ((ls & _ & Hp) & Ht) H. apply not_given in H. split.
  - unfold same_turn in Ht. unfold has_turn. destruct (turn s) as [p|]; [|easy].
    destruct (run_turn r) as [| |t]; try easy. apply Nat.eqb_neq. intros ->. apply H, in_map_iff. now exists (place, t).
  - destruct (has_next s place) eqn:E; [|easy]. apply has_next_in in E. rewrite <- (same_nexts _ _ _ Hp) in E. easy.
Qed.

(** * Answers *)

(** What a run has done, compared with the loop: the same, or it waits to do the rest of it. *)
Definition follows (r : run) (of_loop : state * list observation) (of_run : run * list observation) : Prop :=
  let (s', seen) := of_loop in
  let (r', seen') := of_run in
  (seen' = seen /\ agree s' r' /\ queue r' = queue r
   \/ exists rest pending, seen = seen' ++ rest /\ waits_for s' rest pending r' /\ depth r' = 0
      /\ queue r' = queue r ++ [Advance_unwound pending (next_position r')])
  /\ forall p t, In (p, t) (given r) -> In (p, t) (given r').

Lemma advanced_follows r pending s of_loop of_run :
  advanced cut layers r pending s of_loop of_run -> follows r of_loop of_run.
Proof.
  unfold advanced, follows. destruct of_loop as (s' & seen), of_run as (r' & seen').
  intros ([H|(-> & H)] & Hg); (split; [|easy]); [now left|]. right. now exists seen, pending.
Qed.

Lemma passed_follows r place of_loop of_run :
  follows r of_loop of_run ->
  follows r (fst of_loop, Passed place :: snd of_loop) (fst of_run, Passed place :: snd of_run).
Proof.
  unfold follows. destruct of_loop as (s' & seen), of_run as (r' & seen'). cbn [fst snd].
  intros ([(-> & H)|(rest & pending & -> & H)] & Hg); (split; [|easy]); [now left|]. right. now exists rest, pending.
Qed.

(** Fields that [advance] does not read may change. *)
Lemma same_place_of s r r' ls : same_place s r ls ->
  current r' = current r -> next_position r' = next_position r -> offset r' = offset r -> given r' = given r ->
  same_place s r' ls.
Proof.
  intros [Hc Hp Hb Hs Hg Ho] E1 E2 E3 E4. constructor; rewrite ?E1, ?E2, ?E3, ?E4; easy.
Qed.

Lemma is_in_of r r' ls : is_in r ls -> second r' = second r -> is_in r' ls.
Proof. intros [H L|H] E; [apply in_first|apply in_all]; now rewrite ?E. Qed.

Lemma advance_follows s r r' pending :
  agree s r -> current r' = current r -> next_position r' = next_position r -> offset r' = offset r -> given r' = given r ->
  second r' = second r -> queue r' = queue r ->
  follows r (enter layers pending s) (advance cut pending (next_position r') r').
Proof.
  intros ((ls & Hi & Hp) & _) E1 E2 E3 E4 E5 E6.
  pose proof (advance_agrees cut layers s r' ls pending (is_in_of _ _ _ Hi E5) (same_place_of _ _ _ _ Hp E1 E2 E3 E4)) as H.
  apply advanced_follows in H. unfold follows in *. destruct (enter layers pending s), (advance cut pending _ r').
  now rewrite E6, E4 in H.
Qed.

Lemma left_follows s r a : agree s r -> follows r (leave a s) (with_turn LEFT r, [Ended a]).
Proof.
  intros ((ls & Hi & Hp) & _). unfold leave, follows. split; [left|easy]. split; [easy|]. split; [|easy]. split; [|easy].
  exists ls. split; [now apply (is_in_of r)|]. destruct Hp as [Hc Hp Hb Hs Hg Ho]. constructor; easy.
Qed.

Lemma continue_follows s r place a : agree s r ->
  follows r (continue of_sort layers place a s) (pass of_sort cut place a (with_turn LEFT r)).
Proof.
  intros A. unfold continue, pass.
  assert (G : forall pending, follows r (enter layers pending s) (advance cut pending (next_position (with_turn LEFT r)) (with_turn LEFT r)))
    by (intros pending; now apply advance_follows).
  destruct a as [| | |e], of_sort; try apply G; try (now apply left_follows); now apply passed_follows, G.
Qed.

Lemma nothing_follows s r : agree s r -> follows r (s, []) (r, []).
Proof. intros A. split; [now left|easy]. Qed.

Lemma report_follows s r place number : agree s r -> follows r (s, []) (report_late place number r, []).
Proof.
  intros ((ls & Hi & Hp) & Ht). split; [left|easy]. split; [easy|]. split; [|easy]. split; [|easy]. exists ls. split.
  - now apply (is_in_of r).
  - now apply (same_place_of s r).
Qed.

Lemma agree_does_not_wait s r a : agree s r -> waits r a = false.
Proof.
  intros (_ & Ht). unfold waits. unfold same_turn in Ht. destruct (turn s), (run_turn r), a; easy.
Qed.

(** A layer that was entered continues a run as it continues the loop. *)
Lemma continue_from_follows s r place number a : agree s r -> In (place, number) (given r) ->
  follows r (react of_sort layers s (place, a)) (continue_from of_sort cut place number a r).
Proof.
  intros A Hin. destruct (turns_agree s r place number A Hin) as (E1 & E2). unfold react, continue_from. rewrite <- E1, E2.
  destruct (has_turn s place); [now apply continue_follows|].
  destruct a as [| | |e]; try (now apply report_follows). rewrite (agree_does_not_wait s r _ A). now apply advance_follows.
Qed.

Lemma hear_follows s r e : agree s r -> follows r (react of_sort layers s e) (hear of_sort cut r e).
Proof.
  intros A. destruct e as (place & a). unfold hear. destruct (turn_given (given r) place) as [number|] eqn:E.
  - apply continue_from_follows; [easy|]. now apply turn_given_in.
  - destruct (strangers_agree s r place A E) as (E1 & E2). unfold react. rewrite E1, E2. now apply nothing_follows.
Qed.

(** * The stack is unwound *)

Lemma unwound_follows s rest pending r q : waits_for s rest pending r ->
  follows (with_queue q r) (s, rest) (do_later of_sort cut (Advance_unwound pending (next_position r)) (with_queue q r)).
Proof.
  intros (Hu & before & (ls & Hi & Hp) & E). cbn [do_later run_turn with_queue]. rewrite Hu, <- E.
  apply (advanced_follows (with_queue q r) pending before).
  apply (advance_agrees cut layers before (with_queue q r) ls pending); [now apply (is_in_of r)|now apply (same_place_of before r)].
Qed.

(** Two more layers cannot fill the stack again. *)
Lemma unwound_run_does_not_wait pending r : depth r = 0 -> run_turn (fst (advance cut pending (next_position r) r)) <> UNWINDING.
Proof.
  intros D. unfold advance, advance_in. rewrite D. replace (1 =? max_depth) with false by easy.
  destruct (nth_error _ _) as [(p & l)|]; [easy|]. unfold leave_chain. cbn [second]. destruct (second r) as [c|]; [|easy].
  unfold switch_to, advance_in. cbn [current offset depth]. replace (2 =? max_depth) with false by easy.
  destruct (nth_error _ _) as [(p & l)|]; easy.
Qed.

(** * Ticks come before other answers *)

Lemma settles r of_loop of_run : queue r = [] -> follows r of_loop of_run ->
  snd (then_tick of_sort cut of_run) = snd of_loop
  /\ agree (fst of_loop) (fst (then_tick of_sort cut of_run)) /\ queue (fst (then_tick of_sort cut of_run)) = [].
Proof.
  intros Q. unfold follows, then_tick. destruct of_loop as (s' & seen), of_run as (r' & seen'). rewrite Q.
  intros ([(-> & A & Hq)|(rest & pending & -> & W & D & Hq)] & _).
  - unfold tick. rewrite Hq. cbn [fst snd]. now rewrite app_nil_r.
  - unfold tick. rewrite Hq. cbn [app]. pose proof (unwound_follows s' rest pending r' [] W) as F.
    assert (N : run_turn (fst (do_later of_sort cut (Advance_unwound pending (next_position r')) (with_queue [] r'))) <> UNWINDING).
    { cbn [do_later run_turn with_queue]. destruct W as (-> & _). now apply unwound_run_does_not_wait with (r := with_queue [] r'). }
    destruct (do_later _ _ _ _) as (r'' & more). unfold follows in F. cbn [fst snd] in *.
    destruct F as ([(-> & A & Hq')|(x & y & _ & (Hu & _) & _)] & _); [|easy]. easy.
Qed.

Lemma first_chain_agrees : exists ls, is_in (first_chain cut layers) ls /\ same_place before_all (first_chain cut layers) ls.
Proof.
  unfold first_chain. destruct (cut <? length layers) eqn:E.
  - exists (firstn cut layers). split; [apply in_first; [easy|now apply Nat.ltb_lt]|]. constructor; cbn [behind before_all]; try easy. lia.
  - exists layers. split; [now apply in_all|]. apply Nat.ltb_ge in E. rewrite firstn_all2 by easy.
    constructor; cbn [behind before_all]; try easy. lia.
Qed.

Lemma begin_follows : follows (first_chain cut layers) (enter layers None before_all) (begin_run cut layers).
Proof.
  destruct first_chain_agrees as (ls & Hi & Hp). unfold begin_run. change 0 with (next_position (first_chain cut layers)).
  apply (advanced_follows _ None before_all). now apply (advance_agrees cut layers before_all (first_chain cut layers) ls None).
Qed.

Lemma hear_all_is_react_all es : forall s r, agree s r -> queue r = [] ->
  hear_all of_sort cut r es = react_all of_sort layers s es.
Proof.
  induction es as [|e es IH]; intros s r A Q; [easy|]. cbn [hear_all react_all].
  destruct (settles r _ _ Q (hear_follows s r e A)) as (E & A' & Q').
  destruct (react of_sort layers s e) as (s' & seen), (then_tick of_sort cut (hear of_sort cut r e)) as (r' & seen').
  cbn [fst snd] in *. subst seen'. f_equal. now apply IH.
Qed.

Theorem execute_is_interpret es : execute of_sort cut layers es = interpret of_sort layers es.
Proof.
  unfold execute, interpret. destruct (settles (first_chain cut layers) _ _ eq_refl begin_follows) as (E & A & Q).
  destruct (enter layers None before_all) as (s & seen), (then_tick of_sort cut (begin_run cut layers)) as (r & seen').
  cbn [fst snd] in *. subst seen'. f_equal. now apply hear_all_is_react_all.
Qed.

End Hear.
