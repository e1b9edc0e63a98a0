(** A run does what the loop does. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec Run Tables.
Import ListNotations.

(** * The loop over a list in two parts *)

Lemma scan_app pending a : forall b place,
  scan (a ++ b) place pending
  = match scan a place pending with Some p => Some p | None => scan b (place + length a) pending end.
Proof.
  induction a as [|l a IH]; intros b place; simpl; [now rewrite Nat.add_0_r|].
  destruct (handles l pending); [easy|]. rewrite IH. now replace (S place + length a) with (place + S (length a)) by lia.
Qed.

Lemma scan_parts pending first_part rest from : from <= length first_part ->
  scan (skipn from (first_part ++ rest)) from pending
  = match scan (skipn from first_part) from pending with
    | Some p => Some p
    | None => scan (skipn (length first_part) (first_part ++ rest)) (length first_part) pending
    end.
Proof.
  intros H. rewrite !skipn_app, Nat.sub_diag, skipn_all. replace (from - length first_part) with 0 by lia. simpl.
  rewrite scan_app, skipn_length. now replace (from + (length first_part - from)) with (length first_part) by lia.
Qed.

(** * What the loop and a run agree on *)

Definition one_to_one (g : list (nat * nat)) : Prop :=
  forall p t p' t', In (p, t) g -> In (p', t') g -> (p = p' <-> t = t').

Section Equal.

Variable of_sort : sort.
Variable cut : nat.
Variable layers : list layer.

(** A run is in the chain of some first layers, or in that of all. *)
Inductive is_in (r : run) : list layer -> Prop :=
  | in_first : second r = Some (compile layers) -> cut < length layers -> is_in r (firstn cut layers)
  | in_all : second r = None -> is_in r layers.

Record same_place (s : state) (r : run) (ls : list layer) : Prop := {
  in_chain : current r = compile ls;
  position_is : next_position r = position_of ls (behind s);
  not_past_end : behind s <= length ls;
  same_nexts : map fst (given r) = nexts s;
  given_before : forall p t, In (p, t) (given r) -> p < behind s /\ t < offset r + next_position r;
  given_once : one_to_one (given r)
}.

Definition same_turn (s : state) (r : run) : Prop :=
  match turn s, run_turn r with
  | Some p, TURN t => In (p, t) (given r)
  | None, LEFT => True
  | _, _ => False
  end.

(** The run has done what the loop has done. *)
Definition agree (s : state) (r : run) : Prop := (exists ls, is_in r ls /\ same_place s r ls) /\ same_turn s r.

(** The run waits for its stack to be unwound, before it enters what the loop has entered already. *)
Definition waits_for (s : state) (seen : list observation) (pending : option error) (r : run) : Prop :=
  run_turn r = UNWINDING
  /\ exists before, (exists ls, is_in r ls /\ same_place before r ls) /\ enter layers pending before = (s, seen).

Lemma one_to_one_cons g p t :
  one_to_one g -> (forall p' t', In (p', t') g -> p' < p /\ t' < t) -> one_to_one ((p, t) :: g).
Proof.
  intros H L p1 t1 p2 t2 [[= <- <-]|H1] [[= <- <-]|H2]; [easy| | |now apply H].
  - apply L in H2. lia.
  - apply L in H1. lia.
Qed.

(** * Advancing in one chain *)

Section Advance.

Variables (s : state) (r : run) (ls : list layer) (pending : option error) (go_out : run -> run * list observation).
Hypothesis Here : same_place s r ls.

Notation result := (advance_in go_out pending (next_position r) r).

Lemma looked_up_position :
  nth (next_position r) (match pending with None => to_request (current r) | Some _ => to_error (current r) end)
    (length (members (current r))) = looked_up ls pending (behind s).
Proof. destruct Here as [Hc Hp _ _ _ _]. now rewrite Hc, Hp. Qed.

Lemma advance_waits : S (depth r) = max_depth ->
  exists r', result = (r', []) /\ run_turn r' = UNWINDING /\ same_place s r' ls /\ second r' = second r
    /\ queue r' = queue r ++ [Advance_unwound pending (next_position r')] /\ depth r' = 0 /\ given r' = given r.
Proof.
  intros D. unfold advance_in. rewrite D, Nat.eqb_refl. eexists. split; [reflexivity|].
  cbn [run_turn second queue next_position depth given]. repeat split; try easy; destruct Here; try easy.
  - now apply (given_before0 p t).
  - now apply (given_before0 p t).
  - intros E. now apply (given_once0 _ _ _ _ H H0).
  - intros E. now apply (given_once0 _ _ _ _ H H0).
Qed.

Lemma advance_enters p : S (depth r) <> max_depth -> scan (skipn (behind s) ls) (behind s) pending = Some p ->
  exists r', result = (r', [Entered p pending]) /\ second r' = second r /\ queue r' = queue r
    /\ (forall p t, In (p, t) (given r) -> In (p, t) (given r'))
    /\ let s' := {| turn := Some p; behind := S p; nexts := p :: nexts s |} in same_place s' r' ls /\ same_turn s' r'.
Proof.
  intros D E. unfold advance_in. apply Nat.eqb_neq in D. rewrite D, looked_up_position.
  pose proof (table_finds_what_the_loop_finds ls pending (behind s)) as T. rewrite E in T.
  destruct T as (l & Hn & Hle & Hpos & Hlt). pose proof (in_chain _ _ _ Here) as Hc. rewrite Hc. cbn [members compile].
  rewrite Hn. eexists. split; [reflexivity|]. cbn [second queue given]. split; [easy|]. split; [easy|]. split; [intros; now right|].
  destruct Here as [_ Hp _ Hs Hg Ho]. split; [|now left].
  assert (New : forall p' t', In (p', t') (given r) -> p' < p /\ t' < offset r + looked_up ls pending (behind s)).
  { intros p' t' H. apply Hg in H. lia. }
  constructor; cbn [current next_position behind given nexts offset turn].
  - easy.
  - now rewrite Hpos.
  - lia.
  - cbn [map fst]. now rewrite Hs.
  - intros p' t' [[= <- <-]|H]; [lia|]. apply New in H. lia.
  - now apply one_to_one_cons.
Qed.

Lemma advance_leaves : S (depth r) <> max_depth -> scan (skipn (behind s) ls) (behind s) pending = None ->
  exists r', result = go_out r' /\ run_turn r' = LEFT /\ second r' = second r /\ queue r' = queue r /\ depth r' = S (depth r)
    /\ given r' = given r /\ same_place {| turn := None; behind := length ls; nexts := nexts s |} r' ls.
Proof.
  intros D E. unfold advance_in. apply Nat.eqb_neq in D. rewrite D, looked_up_position.
  pose proof (table_finds_what_the_loop_finds ls pending (behind s)) as T. rewrite E in T.
  pose proof (in_chain _ _ _ Here) as Hc. rewrite Hc. cbn [members compile]. rewrite T.
  rewrite (proj2 (nth_error_None _ _)) by easy. eexists. split; [reflexivity|].
  cbn [run_turn second queue depth given]. repeat (split; [easy|]).
  destruct Here as [_ Hp Hb Hs Hg Ho].
  assert (Hle : next_position r <= length (plan ls 0)).
  { rewrite <- position_at_end, Hp. replace (length ls) with (behind s + (length ls - behind s)) by lia.
    rewrite position_add. lia. }
  constructor; cbn [current next_position behind given nexts offset turn]; try easy.
  - now rewrite position_at_end.
  - intros p t H. apply Hg in H. lia.
Qed.

End Advance.

(** * Advancing, also into the second chain *)

(** What [advance] has done, compared with [enter] of the loop. *)
Definition advanced (r : run) (pending : option error) (s : state) (result_of_loop : state * list observation)
  (result : run * list observation) : Prop :=
  let (s', seen) := result_of_loop in
  let (r', seen') := result in
  (seen' = seen /\ agree s' r' /\ queue r' = queue r
   \/ seen' = [] /\ waits_for s' seen pending r' /\ depth r' = 0
      /\ queue r' = queue r ++ [Advance_unwound pending (next_position r')])
  /\ forall p t, In (p, t) (given r) -> In (p, t) (given r').

Lemma in_all_is_whole r : second r = None -> is_in r layers.
Proof. apply in_all. Qed.

Lemma advance_in_all s r pending : same_place s r layers -> second r = None ->
  advanced r pending s (enter layers pending s) (advance_in (end_run pending) pending (next_position r) r).
Proof.
  intros Here Hs. unfold enter. destruct (Nat.eq_dec (S (depth r)) max_depth) as [D|D].
  - destruct (advance_waits s r layers pending (end_run pending) Here D) as (r' & -> & Hu & Hp & H2 & Hq & Hd & Hg).
    unfold advanced. destruct (scan (skipn (behind s) layers) (behind s) pending) as [p|] eqn:E.
    all: split; [right|now rewrite Hg].
    all: repeat (split; [easy|]); split; [|easy].
    all: split; [easy|]; exists s; split; [exists layers; split; [apply in_all; congruence|easy]|].
    all: unfold enter; now rewrite E.
  - destruct (scan (skipn (behind s) layers) (behind s) pending) as [p|] eqn:E.
    + destruct (advance_enters s r layers pending (end_run pending) Here p D E) as (r' & -> & H2 & Hq & Hg & Hp & Ht).
      split; [left|easy]. repeat (split; [easy|]). split; [|easy]. split; [|easy].
      exists layers. split; [apply in_all; congruence|easy].
    + destruct (advance_leaves s r layers pending (end_run pending) Here D E) as (r' & -> & Ht & H2 & Hq & Hd & Hg & Hp).
      unfold end_run, advanced. split; [left|now rewrite Hg]. split; [easy|]. split; [|easy]. split.
      * exists layers. split; [apply in_all; congruence|easy].
      * unfold same_turn. cbn [turn]. now rewrite Ht.
Qed.

(** The place of the second chain that follows the first one. *)
Lemma switched s r pending : same_place s r (firstn cut layers) -> behind s = cut -> cut < length layers ->
  advanced r pending s (enter layers pending s) (switch_to cut (compile layers) pending r).
Proof.
  intros Here Hb Hlt. unfold switch_to.
  set (r1 := {| current := compile layers |}).
  assert (P : same_place s r1 layers).
  { destruct Here as [Hc Hp Hn Hs Hg Ho]. subst r1. constructor; cbn [current next_position given offset].
    - easy.
    - rewrite position_of_place_is_position. now rewrite Hb.
    - lia.
    - easy.
    - intros p t H. apply Hg in H. split; [easy|].
      assert (next_position r <= length (members (current r))); [|lia].
      rewrite Hc. cbn [members compile]. rewrite <- position_at_end, Hp, Hb.
      rewrite firstn_length_le by lia. easy.
    - easy. }
  exact (advance_in_all s r1 pending P eq_refl).
Qed.

Lemma enter_same pending s s' :
  nexts s = nexts s' ->
  scan (skipn (behind s) layers) (behind s) pending = scan (skipn (behind s') layers) (behind s') pending ->
  enter layers pending s = enter layers pending s'.
Proof. intros Hn E. unfold enter. now rewrite E, Hn. Qed.

Lemma advance_agrees s r ls pending : is_in r ls -> same_place s r ls ->
  advanced r pending s (enter layers pending s) (advance cut pending (next_position r) r).
Proof.
  intros [H2 Hc|H2] Here; unfold advance.
  2:{ replace (advance_in (leave_chain cut pending) pending (next_position r) r)
        with (advance_in (end_run pending) pending (next_position r) r); [now apply advance_in_all|].
      unfold advance_in, leave_chain. rewrite H2. cbn [second].
      destruct (S (depth r) =? max_depth); [easy|]. destruct (nth_error _ _) as [(p & l)|]; [easy|]. cbn [second]. now rewrite ?H2. }
  set (go_out := leave_chain cut pending).
  assert (Len : length (firstn cut layers) = cut) by (apply firstn_length_le; lia).
  pose proof (not_past_end _ _ _ Here) as Hb. rewrite Len in Hb.
  pose proof (scan_parts pending (firstn cut layers) (skipn cut layers) (behind s) ltac:(lia)) as Parts.
  rewrite firstn_skipn, Len in Parts.
  destruct (Nat.eq_dec (S (depth r)) max_depth) as [D|D].
  - destruct (advance_waits s r _ pending go_out Here D) as (r' & -> & Hu & Hp & H2' & Hq & Hd & Hg).
    unfold advanced. destruct (enter layers pending s) as (s' & seen) eqn:E. split; [right|now rewrite Hg].
    split; [easy|]. split; [|easy]. split; [easy|]. exists s. split; [|easy].
    exists (firstn cut layers). split; [apply in_first; congruence|easy].
  - destruct (scan (skipn (behind s) (firstn cut layers)) (behind s) pending) as [p|] eqn:E.
    + destruct (advance_enters s r _ pending go_out Here p D E) as (r' & -> & H2' & Hq & Hg & Hp & Ht).
      unfold enter. rewrite Parts. split; [left|easy]. repeat (split; [easy|]). split; [|easy]. split; [|easy].
      exists (firstn cut layers). split; [apply in_first; congruence|easy].
    + destruct (advance_leaves s r _ pending go_out Here D E) as (r' & -> & Ht & H2' & Hq & Hd & Hg & Hp).
      rewrite Len in Hp. unfold go_out, leave_chain. rewrite H2', H2.
      rewrite (enter_same pending s {| turn := None; behind := cut; nexts := nexts s |}) by easy.
      pose proof (switched _ _ pending Hp eq_refl Hc) as Sw. unfold advanced in Sw |- *.
      destruct (enter layers pending _) as (s'' & seen), (switch_to cut (compile layers) pending r') as (r'' & seen').
      rewrite Hq in Sw. now rewrite Hg in Sw.
Qed.

End Equal.
