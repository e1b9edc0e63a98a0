(** Nested lists: the compiled runs do together what the loops do together. *)

From Coq Require Import List Arith Bool Lia.
From NextpressDispatcher Require Import Spec Nested Run Tables Equal Hear.
Import ListNotations.

(** The algorithm, with any places up to which the first chain of a list goes. Ticks come before other answers. *)
Definition compiled (cut : sort -> list layer -> nat) : machine := {|
  state_of := run;
  begins := fun s layers => then_tick s (cut s layers) (begin_run (cut s layers) layers);
  reacts := fun s layers r e => then_tick s (cut s layers) (hear s (cut s layers) r e)
|}.

Section NestedEqual.

Variable cut : sort -> list layer -> nat.
Variable application : list layer.

Notation Loops := (nest interpreter).
Notation Runs := (nest (compiled cut)).

(** The loop of a list and its run agree, and nothing waits. *)
Definition in_step (p : path) (s : state) (r : run) : Prop :=
  exists of_sort layers, list_at application p = Some (of_sort, layers) /\ agree (cut of_sort layers) layers s r /\ queue r = [].

Definition both (one : path * state) (other : path * run) : Prop :=
  fst one = fst other /\ in_step (fst one) (snd one) (snd other).

Definition same (n : Loops) (m : Runs) : Prop := Forall2 both (runs _ n) (runs _ m) /\ waiting _ n = waiting _ m.

Lemma same_run_at rs rs' p : Forall2 both rs rs' ->
  match run_at interpreter rs p, run_at (compiled cut) rs' p with
  | Some s, Some r => in_step p s r
  | None, None => True
  | _, _ => False
  end.
Proof.
  induction 1 as [|(q & s) (q' & r) rs rs' (E & H) _ IH]; [easy|]. cbn [fst snd] in *. subst q'. cbn [run_at].
  unfold path_eqb. destruct (list_eq_dec Nat.eq_dec q p) as [->|]; [exact H|exact IH].
Qed.

(** Both go on in the same list with results that are the same. *)
Lemma same_goes_on n m p layers of_sort one other : same n m -> list_at application p = Some (of_sort, layers) ->
  snd other = snd one -> agree (cut of_sort layers) layers (fst one) (fst other) -> queue (fst other) = [] ->
  snd (goes_on interpreter n p layers one) = snd (goes_on (compiled cut) m p layers other)
  /\ same (fst (goes_on interpreter n p layers one)) (fst (goes_on (compiled cut) m p layers other)).
Proof.
  intros (Hr & Hl) L E A Q. destruct one as (s & seen), other as (r & seen'). unfold goes_on. cbn [fst snd] in *.
  subst seen'. rewrite Hl. split; [easy|]. split; cbn [runs waiting]; [|easy].
  constructor; [|easy]. split; [easy|]. now exists of_sort, layers.
Qed.

Lemma same_work n m w : same n m ->
  snd (do_work interpreter application n w) = snd (do_work (compiled cut) application m w)
  /\ same (fst (do_work interpreter application n w)) (fst (do_work (compiled cut) application m w)).
Proof.
  intros H. destruct w as [p|p e]; cbn [do_work]; destruct (list_at application p) as [(of_sort & layers)|] eqn:L; try easy;
    pose proof (same_run_at _ _ p (proj1 H)) as R;
    destruct (run_at interpreter (runs _ n) p) as [s|], (run_at (compiled cut) (runs _ m) p) as [r|]; try easy.
  - pose proof (begin_follows (cut of_sort layers) layers) as F.
    destruct (settles of_sort (cut of_sort layers) layers (first_chain (cut of_sort layers) layers) _ _ eq_refl F) as (E & A & Q).
    now apply same_goes_on with (of_sort := of_sort).
  - destruct R as (s' & l' & L' & A & Q). rewrite L in L'. injection L' as <- <-.
    destruct (settles of_sort (cut of_sort layers) layers _ _ _ Q (hear_follows of_sort (cut of_sort layers) layers s r e A))
      as (E & A' & Q').
    now apply same_goes_on with (of_sort := of_sort).
Qed.

Lemma same_receive n m i : same n m ->
  snd (receive interpreter application n i) = snd (receive (compiled cut) application m i)
  /\ same (fst (receive interpreter application n i)) (fst (receive (compiled cut) application m i)).
Proof.
  intros H. destruct i as [p e|]; cbn [receive].
  - destruct (is_function application p (fst e)); [now apply same_work|easy].
  - destruct H as (Hr & Hl). rewrite <- Hl. destruct (waiting interpreter n) as [|w rest] eqn:E.
    + split; [easy|]. split; [exact Hr|]. cbn [fst]. now rewrite E.
    + apply same_work. now split.
Qed.

Lemma same_receive_all inputs : forall n m, same n m ->
  snd (receive_all interpreter application n inputs) = snd (receive_all (compiled cut) application m inputs).
Proof.
  induction inputs as [|i inputs IH]; intros n m H; [easy|]. cbn [receive_all]. destruct (same_receive n m i H) as (E & H').
  destruct (receive interpreter application n i) as (n' & seen), (receive (compiled cut) application m i) as (m' & seen').
  cbn [fst snd] in *. subst seen'. specialize (IH n' m' H').
  destruct (receive_all interpreter application n' inputs), (receive_all (compiled cut) application m' inputs).
  cbn [snd] in *. now rewrite IH.
Qed.

Theorem observe_is_the_same inputs :
  observe (compiled cut) application inputs = observe interpreter application inputs.
Proof. symmetry. apply same_receive_all. split; [constructor|easy]. Qed.

End NestedEqual.
