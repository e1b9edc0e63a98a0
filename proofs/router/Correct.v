(** The search over a tree and the loop over its forms find the same. *)

From Coq Require Import List Arith Bool Lia Permutation Sorting.Sorted.
From NextpressRouter Require Import Spec Tree Build Search.
Import ListNotations.

Section Correct.

Variable accepts : nat -> text -> bool.
Variable fold : bool.
Variable at_end : ending.
Context {A : Type}.

Notation readings := (readings accepts fold at_end).
Notation candidates := (@candidates accepts fold at_end A).
Notation search := (@search accepts fold at_end A).

(** * Readings of single characters *)

Fixpoint atom_readings (l : list atom) (p : text) : list (list text) :=
  match l with
  | [] => if ends_with at_end p then [[]] else []
  | Char c :: l' =>
      match p with
      | d :: p' => if fold_char fold d =? c then atom_readings l' p' else []
      | [] => []
      end
  | Read c :: l' => flat_map (fun '(vs, rest) => map (app vs) (atom_readings l' rest)) (reads accepts fold c p)
  end.

Lemma atom_readings_after_text t l p :
  atom_readings (atoms_of_text t ++ l) p
  = match after fold t p with Some rest => atom_readings l rest | None => [] end.
Proof.
  revert p. induction t as [|c t IH]; intros p; [easy|]. destruct p as [|d p]; simpl; [easy|].
  now destruct (fold_char fold d =? c).
Qed.

Lemma atom_readings_are_readings f p : atom_readings (atoms f) p = readings f p.
Proof.
  revert p. induction f as [|[t|c] f IH]; intros p; simpl; [easy| |].
  - rewrite atom_readings_after_text. destruct (after fold t p); easy.
  - apply flat_map_ext. intros (vs & rest). now rewrite IH.
Qed.

(** * The candidates of one form are its readings *)

Definition of_rank (r : nat) : list (@found A) -> list found := filter (fun m => rank m =? r).

Lemma of_rank_app r a b : of_rank r (a ++ b) = of_rank r a ++ of_rank r b.
Proof. apply filter_app. Qed.

Lemma of_rank_flat_map {B} r (f : B -> list found) l :
  of_rank r (flat_map f l) = flat_map (fun b => of_rank r (f b)) l.
Proof. induction l as [|b l IH]; simpl; [easy|]. now rewrite of_rank_app, IH. Qed.

Lemma of_other_rank r ms : (forall m, In m ms -> rank m <> r) -> of_rank r ms = [].
Proof.
  induction ms as [|m ms IH]; intros H; simpl; [easy|].
  destruct (Nat.eqb_spec (rank m) r) as [E|_]; [exfalso; apply (H m); [now left|easy]|].
  apply IH. intros. apply H. now right.
Qed.

Lemma no_candidates_of_other_rank n p captured r : ~ In r (ranks n) -> of_rank r (candidates n p captured) = [].
Proof.
  intros H. apply of_other_rank. intros m Hm <-. apply H. eapply ranks_of_candidates; eauto.
Qed.

Lemma no_duplicates_in_parts {B} (a b : list B) :
  NoDup (a ++ b) -> NoDup a /\ NoDup b /\ forall x, In x a -> ~ In x b.
Proof.
  induction a as [|x a IH]; simpl; intros H; [repeat split; [constructor|easy|easy]|].
  inversion H as [|? ? Hx Hn]; subst. destruct (IH Hn) as (Ha & Hb & Hd). rewrite in_app_iff in Hx.
  repeat split; [constructor; tauto|easy|]. intros y [<-|Hy]; [tauto|now apply Hd].
Qed.

(** Of many lists, only that with the rank counts. *)
Lemma of_rank_of_one_child {B} r (f : B -> list found) (g : B -> list (list atom * leaf A)) l b :
  NoDup (map rank_of (flat_map g l)) ->
  (forall b m, In b l -> In m (f b) -> In (rank m) (map rank_of (g b))) ->
  In b l -> In r (map rank_of (g b)) ->
  of_rank r (flat_map f l) = of_rank r (f b) /\ NoDup (map rank_of (g b)).
Proof.
  intros Hn Hf Hb Hr. rewrite of_rank_flat_map. induction l as [|a l IH]; [easy|]. simpl in *.
  rewrite map_app in Hn. destruct (no_duplicates_in_parts _ _ Hn) as (Ha & Hl & Hd).
  assert (Hother : forall x, In x l -> forall s, In s (map rank_of (g x)) -> In s (map rank_of (flat_map g l))).
  { intros x Hx s Hs. apply in_map_iff in Hs as (e & <- & He). apply in_map. apply in_flat_map. now exists x. }
  destruct Hb as [->|Hb].
  - split; [|easy]. replace (flat_map _ l) with (@nil (@found A)); [now rewrite app_nil_r|].
    symmetry. clear IH Ha Hl Hn. induction l as [|x l IH]; [easy|]. simpl.
    rewrite of_other_rank.
    + apply IH.
      * intros. apply Hf; [|easy]. destruct H as [->|H]; [now left|right; now right].
      * intros s Hs Hin. apply (Hd s Hs). simpl. rewrite map_app, in_app_iff. now right.
      * intros y Hy s Hs. apply in_map_iff in Hs as (e & <- & He). apply in_map. apply in_flat_map. now exists y.
    + intros m Hm <-. apply (Hd _ Hr). apply (Hother x); [now left|]. apply Hf; [right; now left|easy].
  - rewrite of_other_rank.
    + simpl. apply IH; try easy. intros. apply Hf; [now right|easy].
    + intros m Hm <-. apply (Hd (rank m)); [apply Hf; [now left|easy]|]. now apply (Hother b).
Qed.

Lemma candidates_of_form n p captured back r a :
  NoDup (ranks n) -> In (back, (r, a)) (contents n) ->
  of_rank r (candidates n p captured) = map (fun vs => (r, a, captured ++ vs)) (atom_readings back p).
Proof.
  revert p captured back.
  induction n as [leaves texts captures IHt IHc] using node_induction. intros p captured back Hn Hin.
  unfold ranks in Hn. cbn [contents Search.candidates] in *. rewrite !map_app in Hn.
  destruct (no_duplicates_in_parts _ _ Hn) as (Hnl & Hntc & Hdl). clear Hn.
  destruct (no_duplicates_in_parts _ _ Hntc) as (Hnt & Hnc & Hdt). clear Hntc.
  assert (Htexts : forall tc m, In tc texts ->
    In m ((fun '(t, child) => match after fold t p with Some q => candidates child q captured | None => [] end) tc) ->
    In (rank m) (map rank_of ((fun '(t, child) => below (atoms_of_text t) (contents child)) tc))).
  { intros (t & child) m Htc Hm. destruct (after fold t p) as [q|]; [|easy].
    apply ranks_of_candidates in Hm. unfold below. rewrite map_map.
    apply in_map_iff in Hm as ((b & l) & E & He). apply in_map_iff. exists (b, l). now split. }
  assert (Hcaptures : forall cc m, In cc captures ->
    In m ((fun '(c, child) => flat_map (fun '(values, q) => candidates child q (captured ++ values)) (reads accepts fold c p)) cc) ->
    In (rank m) (map rank_of ((fun '(c, child) => below [Read c] (contents child)) cc))).
  { intros (c & child) m Hcc Hm. apply in_flat_map in Hm as ((values & q) & _ & Hm).
    apply ranks_of_candidates in Hm. unfold below. rewrite map_map.
    apply in_map_iff in Hm as ((b & l) & E & He). apply in_map_iff. exists (b, l). now split. }
  assert (Hleaves : forall m, In m (if ends_with at_end p then map (fun '(r, a) => (r, a, captured)) leaves else []) ->
    In (rank m) (map rank_of (map (fun l => ([] : list atom, l)) leaves))).
  { intros m Hm. destruct (ends_with at_end p); [|easy]. apply in_map_iff in Hm as ((s & b) & <- & Hm).
    rewrite map_map. apply in_map_iff. now exists (s, b). }
  rewrite !of_rank_app. rewrite !in_app_iff in Hin. destruct Hin as [Hin|[Hin|Hin]].
  - assert (Hr : In r (map rank_of (map (fun l => ([] : list atom, l)) leaves))).
    { apply in_map_iff. now exists (back, (r, a)). }
    apply in_map_iff in Hin as (l & [= <- ->] & Hin).
    rewrite (of_other_rank r (flat_map _ texts)), (of_other_rank r (flat_map _ captures)), !app_nil_r.
    + simpl. destruct (ends_with at_end p); [|easy]. simpl. rewrite app_nil_r.
      clear - Hnl Hin. rewrite map_map in Hnl. induction leaves as [|(s & b) leaves IH]; [easy|].
      simpl in *. inversion Hnl as [|? ? Hs Hl]; subst. destruct Hin as [[= -> ->]|Hin].
      * unfold rank at 1; simpl. rewrite Nat.eqb_refl. f_equal. apply of_other_rank.
        intros m Hm <-. apply in_map_iff in Hm as ((s & b) & <- & Hm). apply Hs. apply in_map_iff. now exists (s, b).
      * unfold rank at 1; simpl. destruct (Nat.eqb_spec s r) as [->|_]; [|now apply IH].
        exfalso. apply Hs. apply in_map_iff. now exists (r, a).
    + intros m Hm <-. apply in_flat_map in Hm as (cc & Hcc & Hm). apply (Hdl _ Hr), in_app_iff. right.
      apply (Hcaptures cc) in Hm; [|easy]. apply in_map_iff in Hm as (e & <- & He). apply in_map, in_flat_map. now exists cc.
    + intros m Hm <-. apply in_flat_map in Hm as (tc & Htc & Hm). apply (Hdl _ Hr), in_app_iff. left.
      apply (Htexts tc) in Hm; [|easy]. apply in_map_iff in Hm as (e & <- & He). apply in_map, in_flat_map. now exists tc.
  - apply in_flat_map in Hin as ((t & child) & Htc & Hin).
    assert (Hr : In r (map rank_of (below (atoms_of_text t) (contents child)))).
    { apply in_map_iff. now exists (back, (r, a)). }
    assert (Hrt : In r (map rank_of (flat_map (fun '(t, child) => below (atoms_of_text t) (contents child)) texts))).
    { apply in_map_iff in Hr as (e & E & He). rewrite <- E. apply in_map, in_flat_map. now exists (t, child). }
    rewrite (of_other_rank r (if ends_with at_end p then _ else _)), (of_other_rank r (flat_map _ captures)), app_nil_r.
    2: { intros m Hm <-. apply in_flat_map in Hm as (cc & Hcc & Hm). apply (Hdt _ Hrt).
         apply (Hcaptures cc) in Hm; [|easy]. apply in_map_iff in Hm as (e & <- & He). apply in_map, in_flat_map. now exists cc. }
    2: { intros m Hm <-. apply Hleaves in Hm. apply (Hdl _ Hm), in_app_iff. now left. }
    destruct (of_rank_of_one_child r _ _ texts (t, child) Hnt Htexts Htc Hr) as (E & Hnd). cbn [app]. rewrite E. clear E.
    apply in_map_iff in Hin as ((b & l) & [= <- ->] & Hin).
    rewrite atom_readings_after_text. destruct (after fold t p) as [q|]; [|easy].
    apply (IHt t child Htc); [|easy]. unfold below in Hnd. rewrite map_map in Hnd.
    unfold ranks. erewrite map_ext; [exact Hnd|]. now intros (b' & l').
  - apply in_flat_map in Hin as ((c & child) & Hcc & Hin).
    assert (Hr : In r (map rank_of (below [Read c] (contents child)))).
    { apply in_map_iff. now exists (back, (r, a)). }
    assert (Hrc : In r (map rank_of (flat_map (fun '(c, child) => below [Read c] (contents child)) captures))).
    { apply in_map_iff in Hr as (e & E & He). rewrite <- E. apply in_map, in_flat_map. now exists (c, child). }
    rewrite (of_other_rank r (if ends_with at_end p then _ else _)), (of_other_rank r (flat_map _ texts)).
    2: { intros m Hm <-. apply in_flat_map in Hm as (tc & Htc & Hm).
         apply (Htexts tc) in Hm; [|easy]. apply (fun H => Hdt _ H Hrc).
         apply in_map_iff in Hm as (e & <- & He). apply in_map, in_flat_map. now exists tc. }
    2: { intros m Hm <-. apply Hleaves in Hm. apply (Hdl _ Hm), in_app_iff. now right. }
    destruct (of_rank_of_one_child r _ _ captures (c, child) Hnc Hcaptures Hcc Hr) as (E & Hnd). cbn [app]. rewrite E. clear E.
    apply in_map_iff in Hin as ((b & l) & [= <- ->] & Hin).
    assert (Hndc : NoDup (ranks child)).
    { unfold below in Hnd. rewrite map_map in Hnd. unfold ranks. erewrite map_ext; [exact Hnd|]. now intros (b' & l'). }
    rewrite of_rank_flat_map. simpl. induction (reads accepts fold c p) as [|(values & q) ends IH]; [easy|].
    simpl. rewrite map_app, map_map, <- IH. f_equal.
    rewrite (IHc c child Hcc q (captured ++ values) b Hndc Hin). apply map_ext. intros vs. now rewrite app_assoc.
Qed.

(** * What is chosen *)

Lemma choose_spec ms :
  match choose None ms with
  | None => ms = []
  | Some m => hd_error (of_rank (rank m) ms) = Some m /\ forall other, In other ms -> rank m <= rank other
  end.
Proof.
  induction ms as [|x ms IH] using rev_ind; [easy|]. rewrite choose_app.
  destruct (choose None ms) as [m|]; unfold choose; simpl.
  - destruct IH as (Hm & Hle). destruct (Nat.ltb_spec (rank x) (rank m)) as [H|H].
    + split.
      * rewrite of_rank_app, of_other_rank; [simpl; now rewrite Nat.eqb_refl|].
        intros o Ho E. apply Hle in Ho. lia.
      * intros o Ho. apply in_app_iff in Ho as [Ho|[<-|[]]]; [|easy]. apply Hle in Ho. lia.
    + split.
      * rewrite of_rank_app. destruct (of_rank (rank m) ms); easy.
      * intros o Ho. apply in_app_iff in Ho as [Ho|[<-|[]]]; [auto|easy].
  - subst ms. simpl. rewrite Nat.eqb_refl. split; [easy|]. intros o [<-|[]]. easy.
Qed.

(** * Ranked forms *)

(** Forms with their ranks, in any order. *)
Definition ranked := list (leaf A * form).
Definition ranks_of (fs : ranked) : list nat := map (fun '((r, _), _) => r) fs.

Lemma ranks_of_build fs : Permutation (ranks (build fs)) (ranks_of fs).
Proof.
  unfold ranks, ranks_of. rewrite contents_of_build, map_map. erewrite map_ext; [reflexivity|].
  now intros ((r & a) & f).
Qed.

Lemma candidates_of_ranked fs p r a f :
  NoDup (ranks_of fs) -> In ((r, a), f) fs ->
  of_rank r (candidates (build fs) p []) = map (fun vs => (r, a, vs)) (readings f p).
Proof.
  intros Hn Hin. rewrite (candidates_of_form _ p [] (atoms f) r a).
  - now rewrite atom_readings_are_readings.
  - eapply Permutation_NoDup; [symmetry; apply ranks_of_build|easy].
  - eapply Permutation_in; [symmetry; apply contents_of_build|]. apply in_map_iff. now exists ((r, a), f).
Qed.

Lemma candidate_has_form fs p m :
  In m (candidates (build fs) p []) -> exists r a f, In ((r, a), f) fs /\ rank m = r.
Proof.
  intros H. apply ranks_of_candidates in H.
  apply (Permutation_in _ (ranks_of_build fs)) in H. unfold ranks_of in H.
  apply in_map_iff in H as (((r & a) & f) & E & H). exists r, a, f. now split.
Qed.

(** The form of the lowest rank among those that match, with its first reading. *)
Theorem search_finds_lowest fs p :
  NoDup (ranks_of fs) ->
  match search (build fs) p [] None with
  | Some (r, a, vs) =>
      exists f, In ((r, a), f) fs /\ hd_error (readings f p) = Some vs
                /\ forall s b g, In ((s, b), g) fs -> readings g p <> [] -> r <= s
  | None => forall r a f, In ((r, a), f) fs -> readings f p = []
  end.
Proof.
  intros Hn. rewrite search_chooses by apply build_is_well_formed.
  pose proof (choose_spec (candidates (build fs) p [])) as H.
  destruct (choose None (candidates (build fs) p [])) as [((r & a) & vs)|].
  - destruct H as (Hm & Hle). unfold rank in Hm; simpl in Hm.
    assert (Hin : In (r, a, vs) (candidates (build fs) p [])).
    { destruct (of_rank r (candidates (build fs) p [])) as [|m ms] eqn:E; [easy|]. injection Hm as ->.
      assert (In (r, a, vs) (of_rank r (candidates (build fs) p []))) by (rewrite E; now left).
      now apply filter_In in H. }
    destruct (candidate_has_form fs p _ Hin) as (r' & a' & f & Hf & Er). unfold rank in Er; simpl in Er. subst r'.
    pose proof (candidates_of_ranked fs p r a' f Hn Hf) as E. rewrite E in Hm.
    destruct (readings f p) as [|ws wss] eqn:Er; [easy|]. injection Hm as -> ->.
    exists f. repeat split; [easy|now rewrite Er|]. intros s b g Hg Hr.
    pose proof (candidates_of_ranked fs p s b g Hn Hg) as Eg.
    destruct (readings g p) as [|xs xss]; [easy|].
    assert (Hs : In (s, b, xs) (of_rank s (candidates (build fs) p []))) by (rewrite Eg; now left).
    apply filter_In in Hs as (Hs & _). now apply (Hle _ Hs).
  - intros r a f Hf. pose proof (candidates_of_ranked fs p r a f Hn Hf) as E. rewrite H in E. simpl in E.
    now destruct (readings f p).
Qed.

(** * All that match *)

Lemma add_found_spec ms :
  NoDup (map rank (fold_left add_found ms []))
  /\ forall m, In m (fold_left add_found ms []) <-> hd_error (of_rank (rank m) ms) = Some m.
Proof.
  induction ms as [|x ms (Hn & H)] using rev_ind; [split; [constructor|easy]|].
  rewrite fold_left_app. simpl. set (all := fold_left add_found ms []) in *. unfold add_found.
  destruct (existsb (fun other => rank other =? rank x) all) eqn:E.
  - split; [easy|]. intros m. rewrite H, of_rank_app. simpl.
    apply existsb_exists in E as (other & Ho & Er). apply Nat.eqb_eq in Er. apply H in Ho. rewrite Er in Ho.
    destruct (Nat.eqb_spec (rank x) (rank m)) as [<-|_]; [|now rewrite app_nil_r].
    destruct (of_rank (rank x) ms); [easy|]. simpl. easy.
  - assert (Hx : forall o, In o all -> rank o <> rank x).
    { intros o Ho Er. assert (Hf : existsb (fun other => rank other =? rank x) all = true).
      { apply existsb_exists. exists o. split; [easy|]. now apply Nat.eqb_eq. }
      congruence. }
    assert (Hempty : of_rank (rank x) ms = []).
    { destruct (of_rank (rank x) ms) as [|o os] eqn:Eo; [easy|].
      assert (Ho : In o (of_rank (rank x) ms)) by (rewrite Eo; now left).
      apply filter_In in Ho as (_ & Ro). apply Nat.eqb_eq in Ro.
      exfalso. apply (Hx o); [|easy]. apply H. now rewrite Ro, Eo. }
    split.
    + rewrite map_app. eapply Permutation_NoDup; [apply Permutation_cons_append|]. constructor; [|easy].
      intros Hin. apply in_map_iff in Hin as (o & Er & Ho). now apply (Hx o).
    + intros m. rewrite in_app_iff, H, of_rank_app. simpl. split.
      * intros [Hm|[<-|[]]]; [|now rewrite Hempty, Nat.eqb_refl].
        now destruct (of_rank (rank m) ms).
      * destruct (Nat.eqb_spec (rank x) (rank m)) as [<-|_].
        -- rewrite Hempty. simpl. intros [= ->]. right. now left.
        -- rewrite app_nil_r. now left.
Qed.

Lemma insert_by_rank_permutes (m : @found A) ms : Permutation (insert_by_rank m ms) (m :: ms).
Proof.
  induction ms as [|o ms IH]; simpl; [easy|]. destruct (rank m <? rank o); [easy|]. rewrite IH. constructor.
Qed.

Lemma sort_by_rank_permutes (ms : list (@found A)) : Permutation (sort_by_rank ms) ms.
Proof.
  induction ms as [|m ms IH]; simpl; [easy|]. now rewrite insert_by_rank_permutes, IH.
Qed.

Definition before (a b : @found A) : Prop := rank a < rank b.

Lemma insert_by_rank_sorts m ms :
  StronglySorted before ms -> ~ In (rank m) (map rank ms) -> StronglySorted before (insert_by_rank m ms).
Proof.
  induction ms as [|o ms IH]; simpl; intros Hs Hn; [repeat constructor|].
  inversion Hs as [|? ? Hms Ho]; subst. destruct (Nat.ltb_spec (rank m) (rank o)) as [H|H].
  - constructor; [easy|]. constructor; [easy|]. eapply Forall_impl; [|exact Ho]. unfold before. intros; lia.
  - constructor; [apply IH; tauto|]. rewrite Forall_forall in *. intros x Hx.
    apply (Permutation_in _ (insert_by_rank_permutes m ms)) in Hx as [<-|Hx]; [|auto].
    unfold before. assert (rank o <> rank m) by tauto. lia.
Qed.

Lemma sort_by_rank_sorts ms : NoDup (map rank ms) -> StronglySorted before (sort_by_rank ms).
Proof.
  induction ms as [|m ms IH]; simpl; intros H; [constructor|]. inversion H; subst.
  apply insert_by_rank_sorts; [auto|]. now rewrite (Permutation_map rank (sort_by_rank_permutes ms)).
Qed.

Lemma sorted_lists_are_equal a b :
  StronglySorted before a -> StronglySorted before b -> (forall m, In m a <-> In m b) -> a = b.
Proof.
  revert b. induction a as [|x a IH]; intros b Ha Hb H.
  - destruct b as [|y b]; [easy|]. exfalso. apply (proj2 (H y)). now left.
  - destruct b as [|y b]; [exfalso; apply (proj1 (H x)); now left|].
    inversion Ha as [|? ? Ha' Hx]; subst. inversion Hb as [|? ? Hb' Hy]; subst. rewrite Forall_forall in *.
    assert (E : x = y).
    { destruct (proj1 (H x)) as [->|Hin]; [now left|easy|].
      destruct (proj2 (H y)) as [->|Hin']; [now left|easy|].
      apply Hy in Hin. apply Hx in Hin'. unfold before in *. lia. }
    subst y. f_equal. apply IH; [easy|easy|]. intros m. split; intros Hm.
    + destruct (proj1 (H m)) as [->|Hin]; [now right| |easy]. apply Hx in Hm. unfold before in Hm. lia.
    + destruct (proj2 (H m)) as [->|Hin]; [now right| |easy]. apply Hy in Hm. unfold before in Hm. lia.
Qed.

(** The forms that match, each with its first reading. *)
Definition matching (fs : ranked) (p : text) : list found :=
  flat_map (fun '((r, a), f) => match readings f p with vs :: _ => [(r, a, vs)] | [] => [] end) fs.

Theorem search_all_lists_matching fs p :
  NoDup (ranks_of fs) ->
  Permutation (search_all accepts fold at_end (build fs) p) (matching fs p)
  /\ StronglySorted before (search_all accepts fold at_end (build fs) p).
Proof.
  intros Hn. unfold search_all. set (ms := candidates (build fs) p []).
  destruct (add_found_spec ms) as (Hd & Hin). split; [|now apply sort_by_rank_sorts].
  rewrite sort_by_rank_permutes. apply NoDup_Permutation.
  - now apply NoDup_map_inv in Hd.
  - clear Hd Hin ms. unfold matching. induction fs as [|((r & a) & f) fs IH]; [constructor|].
    simpl in *. inversion Hn; subst. destruct (readings f p) as [|vs ?]; simpl; [auto|]. constructor; [|auto].
    intros H. apply in_flat_map in H as (((s & b) & g) & Hg & H). destruct (readings g p); [easy|].
    destruct H as [[= -> -> ->]|[]]. apply H1. apply in_map_iff. now exists ((r, a), g).
  - intros m. rewrite Hin. split.
    + intros H. assert (Hc : In m ms).
      { destruct (of_rank (rank m) ms) as [|x xs] eqn:E; [easy|]. injection H as ->.
        assert (H : In m (of_rank (rank m) ms)) by (rewrite E; now left). now apply filter_In in H. }
      destruct (candidate_has_form fs p m Hc) as (r & a & f & Hf & Er). rewrite Er in H.
      unfold ms in H. rewrite (candidates_of_ranked fs p r a f Hn Hf) in H.
      apply in_flat_map. exists ((r, a), f). split; [easy|]. destruct (readings f p); [easy|]. now left; injection H.
    + intros H. apply in_flat_map in H as (((r & a) & f) & Hf & H).
      destruct (readings f p) as [|vs vss] eqn:E; [easy|]. destruct H as [<-|[]]. unfold rank; simpl.
      unfold ms. rewrite (candidates_of_ranked fs p r a f Hn Hf), E. easy.
Qed.

End Correct.
