(** What a match captures, written between the texts of its form, is the path. This ties the specification to what patterns mean,
    including composite segments, which the specification divides as the algorithm does. *)

From Coq Require Import List Arith Bool Lia.
From NextpressRouter Require Import Spec.
Import ListNotations.

(** Values, each with the separator before it. *)
Fixpoint joined (others : list (text * constraint)) (vs : list text) : text :=
  match others, vs with
  | (separator, _) :: others', v :: vs' => separator ++ v ++ joined others' vs'
  | _, _ => []
  end.

Definition written_capture (c : capture) (vs : list text) : text :=
  match c, vs with
  | Rest _, v :: _ | Wildcard _ _, v :: _ => v
  | Until stop _ _, v :: _ => v ++ stop
  | Composite _ others tail, v :: vs' => v ++ joined others vs' ++ tail
  | _, [] => []
  end.

(** How many values a capture has. *)
Definition values_of (c : capture) : nat :=
  match c with Composite _ others _ => S (length others) | _ => 1 end.

Fixpoint values_in (f : form) : nat :=
  match f with
  | [] => 0
  | Text _ :: f' => values_in f'
  | Capture c :: f' => values_of c + values_in f'
  end.

(** The texts of a form, with values for its captures. *)
Fixpoint written (f : form) (vs : list text) : text :=
  match f with
  | [] => []
  | Text t :: f' => t ++ written f' vs
  | Capture c :: f' => written_capture c (firstn (values_of c) vs) ++ written f' (skipn (values_of c) vs)
  end.

Section Written.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.

(** A text without the differences of case that do not matter. *)
Definition folded (t : text) : text := map (fold_char fold) t.

Lemma fold_char_twice c : fold_char fold (fold_char fold c) = fold_char fold c.
Proof.
  unfold fold_char. destruct fold; [|easy]. cbn [andb].
  destruct (65 <=? c) eqn:A; destruct (c <=? 90) eqn:B; cbn [andb]; rewrite ?A, ?B; try easy.
  apply Nat.leb_le in A, B. destruct (Nat.leb_spec (c + 32) 90) as [H|H]; [lia|]. now rewrite andb_false_r.
Qed.

Lemma folded_app a b : folded (a ++ b) = folded a ++ folded b.
Proof. apply map_app. Qed.

Lemma after_is_written t p rest : after fold t p = Some rest -> folded p = folded t ++ folded rest.
Proof.
  revert p. induction t as [|c t IH]; intros p; simpl; [now intros [= ->]|]. destruct p as [|d p]; [easy|].
  destruct (Nat.eqb_spec (fold_char fold d) c) as [<-|]; [|easy]. intros H. simpl.
  now rewrite fold_char_twice, (IH p H).
Qed.

Lemma after_length t p rest : after fold t p = Some rest -> length p = length t + length rest.
Proof.
  intros H. apply after_is_written in H. apply (f_equal (@length _)) in H. unfold folded in H.
  now rewrite app_length, !map_length in H.
Qed.

Lemma begins_is_written t p : begins_with fold t p = true -> folded (firstn (length t) p) = folded t /\ length t <= length p.
Proof.
  unfold begins_with. destruct (after fold t p) as [rest|] eqn:E; [|easy]. intros _.
  pose proof (after_length _ _ _ E) as L. apply after_is_written in E. split; [|lia].
  unfold folded in *. rewrite <- firstn_map, E, firstn_app, map_length, Nat.sub_diag. simpl.
  rewrite app_nil_r, firstn_all2; [easy|]. now rewrite map_length.
Qed.

Lemma firstn_divided {B} (l : list B) a b : a <= b -> firstn b l = firstn a l ++ firstn (b - a) (skipn a l).
Proof.
  revert b l. induction a as [|a IH]; intros b l H; [simpl; now rewrite Nat.sub_0_r|].
  destruct b as [|b]; [lia|]. destruct l as [|x l]; [simpl; now rewrite firstn_nil|]. simpl. f_equal. apply IH. lia.
Qed.

(** * Segments *)

Lemma segment_is_written p s rest : segment p = (s, rest) -> p = s ++ rest.
Proof.
  revert s. induction p as [|c p IH]; simpl; intros s H; [now injection H as <- <-|].
  destruct (c =? slash); [now injection H as <- <-|]. destruct (segment p) as (v & r). injection H as <- <-.
  simpl. f_equal. now apply IH.
Qed.

Lemma until_is_written stop p v rest : until fold stop p = Some (v, rest) -> folded p = folded (v ++ stop) ++ folded rest.
Proof.
  revert v. induction p as [|c p IH]; intros v; cbn [until]; [easy|].
  destruct (c =? slash); [easy|]. destruct (after fold stop (c :: p)) as [r|] eqn:E.
  - intros [= <- ->]. now apply after_is_written.
  - destruct (until fold stop p) as [(w & r)|]; [|easy]. intros [= <- ->]. simpl. f_equal. now apply IH.
Qed.

Lemma prefixes_are_written stop p v rest : In (v, rest) (prefixes fold stop p) -> p = v ++ rest.
Proof.
  revert v. induction p as [|c p IH]; intros v; cbn [prefixes]; [now intros [[= <- <-]|[]]|].
  intros [[= <- <-]|H]; [easy|]. destruct (_ && _); [easy|].
  apply in_map_iff in H as ((w & r) & [= <- ->] & H). simpl. f_equal. now apply IH.
Qed.

(** * Composite segments *)

Lemma last_place_stands t p n place : last_place fold t p n = Some place ->
  place < n /\ begins_with fold t (skipn place p) = true.
Proof.
  induction n as [|n IH]; simpl; [easy|]. destruct (begins_with fold t (skipn n p)) eqn:E.
  - intros [= <-]. split; [lia|easy].
  - intros H. apply IH in H as (H & Hb). split; [lia|easy].
Qed.

Lemma separator_stands t p stop free place : separator_before fold t p stop free = Some place ->
  place + length t <= stop /\ begins_with fold t (skipn place p) = true.
Proof.
  unfold separator_before. destruct (last_place fold t p (stop - length t)) as [at_|] eqn:E; [|easy].
  apply last_place_stands in E as (Hl & Hb). destruct (negb _).
  - intros [= <-]. split; [lia|easy].
  - destruct (2 * length t <=? stop) eqn:H2; [|easy]. apply Nat.leb_le in H2. cbn [andb].
    destruct (begins_with fold t (skipn (stop - 2 * length t) p)) eqn:Hs; [|easy]. cbn [andb].
    destruct (begins_with fold t (skipn (stop - length t) p)); [|easy]. intros [= <-]. split; [lia|easy].
Qed.

Lemma joined_app os vs o v : length os = length vs ->
  joined (os ++ [o]) (vs ++ [v]) = joined os vs ++ fst o ++ v.
Proof.
  revert vs. induction os as [|(s & c) os IH]; intros [|w vs] H; try discriminate H.
  - destruct o as (s & c). simpl. now rewrite app_nil_r.
  - simpl. rewrite IH by now injection H. now rewrite <- !app_assoc.
Qed.

Lemma divided_is_written first others p stop vs :
  divide accepts fold first others p stop = Some vs ->
  exists v rest, vs = v :: rest /\ length rest = length others
                 /\ folded (firstn stop p) = folded (v ++ joined (rev others) rest).
Proof.
  revert stop vs. induction others as [|(separator & c) others IH]; intros stop vs; cbn [divide].
  - destruct (_ && _); [|easy]. intros [= <-]. exists (slice p 0 stop), []. repeat split; simpl.
    unfold slice. now rewrite app_nil_r, Nat.sub_0_r.
  - destruct (separator_before fold separator p stop (is_free c)) as [place|] eqn:E; [|easy].
    apply separator_stands in E as (Hl & Hb). destruct (_ && _); [|easy].
    destruct (divide accepts fold first others p place) as [ws|] eqn:Ed; [|easy]. intros [= <-].
    destruct (IH _ _ Ed) as (v & rest & -> & Hlen & Hw).
    exists v, (rest ++ [slice p (place + length separator) stop]). split; [easy|]. split; [rewrite app_length; simpl; lia|].
    simpl. rewrite joined_app by now rewrite rev_length. cbn [fst].
    rewrite (firstn_divided p (place + length separator) stop) by easy.
    rewrite (firstn_divided p place (place + length separator)) by lia.
    replace (place + length separator - place) with (length separator) by lia.
    apply begins_is_written in Hb as (Hb & _). rewrite !folded_app, Hw, Hb, !folded_app, <- !app_assoc. reflexivity.
Qed.

Lemma composite_is_written first others tail p vs rest :
  composite accepts fold first others tail p = Some (vs, rest) ->
  length vs = S (length others) /\ folded p = folded (written_capture (Composite first others tail) vs) ++ folded rest.
Proof.
  unfold composite. destruct (segment p) as (s & r) eqn:Es. apply segment_is_written in Es.
  destruct (0 <? length s - length tail) eqn:H0; [|easy]. apply Nat.ltb_lt in H0. cbn [andb].
  destruct (begins_with fold tail (skipn (length s - length tail) p)) eqn:Hb; [|easy].
  destruct (divide _ _ _ _ _ _) as [ws|] eqn:Ed; [|easy]. intros [= <- <-].
  destruct (divided_is_written _ _ _ _ _ Ed) as (v & vs & -> & Hlen & Hw). rewrite rev_length in Hlen.
  split; [simpl; lia|]. rewrite rev_involutive in Hw. cbn [written_capture]. rewrite app_assoc.
  rewrite (folded_app (v ++ _)), <- Hw. apply begins_is_written in Hb as (Hb & _). rewrite <- Hb, <- !folded_app.
  f_equal. rewrite app_assoc_reverse. replace (firstn (length tail) _ ++ r) with (skipn (length s - length tail) p).
  - symmetry. apply firstn_skipn.
  - rewrite Es at 1 2. rewrite skipn_app. replace (length s - length tail - length s) with 0 by lia. cbn [skipn].
    rewrite firstn_app, skipn_length. replace (length tail - (length s - (length s - length tail))) with 0 by lia.
    cbn [firstn]. rewrite app_nil_r, firstn_all2; [easy|]. rewrite skipn_length. lia.
Qed.

(** * Forms *)

Lemma capture_is_written c p vs rest : In (vs, rest) (reads accepts fold c p) ->
  length vs = values_of c /\ folded p = folded (written_capture c vs) ++ folded rest.
Proof.
  destruct c as [k|stop k w|first others tail|least stop]; simpl.
  - destruct (segment p) as (v & r) eqn:E. destruct (_ && _); [|easy]. intros [[= <- <-]|[]].
    apply segment_is_written in E as ->. split; [easy|]. apply folded_app.
  - destruct (until fold stop p) as [(v & r)|] eqn:E; [|easy]. destruct (_ && _); [|easy]. intros [[= <- <-]|[]].
    split; [easy|]. now apply until_is_written.
  - destruct (composite accepts fold first others tail p) as [(ws & r)|] eqn:E; [|easy]. intros [[= <- <-]|[]].
    exact (composite_is_written _ _ _ _ _ _ E).
  - rewrite <- in_rev. intros H. apply in_map_iff in H as ((v & r) & [= <- <-] & H).
    apply filter_In in H as (H & _). apply prefixes_are_written in H as ->. split; [easy|]. apply folded_app.
Qed.

(** The texts and captures of a match, one after the other, are the path, but for the case of letters and for what the ending
    allows to follow. *)
Theorem matches_are_written f p vs : matches accepts fold at_end f p vs ->
  length vs = values_in f
  /\ exists rest, ends_with at_end rest = true /\ folded p = folded (written f vs) ++ folded rest.
Proof.
  induction 1 as [p H|t f p rest vs H M (Hn & r & Hr & IH)|c f p values rest vs H M (Hn & r & Hr & IH)].
  - split; [easy|]. now exists p.
  - split; [easy|]. exists r. split; [easy|]. simpl. now rewrite (after_is_written _ _ _ H), IH, folded_app, app_assoc.
  - apply capture_is_written in H as (Hl & Hw). split; [simpl; rewrite app_length; lia|].
    exists r. split; [easy|]. simpl.
    rewrite <- Hl, firstn_app, Nat.sub_diag, firstn_all, skipn_app, Nat.sub_diag, skipn_all. simpl. rewrite app_nil_r.
    now rewrite Hw, IH, folded_app, app_assoc.
Qed.

End Written.
