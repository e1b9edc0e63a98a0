(** What the router promises. Nothing here mentions a tree: a table is a list of forms, and a lookup tries them in order. *)

From Coq Require Import List Arith Bool.
Import ListNotations.

(** A character is a UTF-16 code unit. *)
Definition char := nat.
Definition text := list char.
Definition slash : char := 47.

(** An ASCII letter in lower case, if [fold] is set. *)
Definition fold_char (fold : bool) (c : char) : char :=
  if fold && (65 <=? c) && (c <=? 90) then c + 32 else c.

(** A constraint is known by its number; [accepts] below says what it accepts. *)
Definition constraint := option nat.

(** A step of a form that captures. *)
Inductive capture :=
  (** The rest of the segment, at least one character: [/:id]. *)
  | Rest (c : constraint)
  (** A value that ends at the first [stop] in its segment: [/:id(\d+)-…]. [before_wildcard] only makes it less specific. *)
  | Until (stop : text) (c : constraint) (before_wildcard : bool)
  (** Values that share a segment: the first, then each with the separator before it, then text: [/:a-:b.json]. A segment is
      divided from the right, at the last separators, so the first value is as long as possible. *)
  | Composite (first : constraint) (others : list (text * constraint)) (tail : text)
  (** Any text of at least [least] characters in which [stop] does not begin: [/*path]. *)
  | Wildcard (least : nat) (stop : text).

Inductive step :=
  | Text (t : text)
  | Capture (c : capture).

(** A form of a pattern: one way to read it, with or without each of its optional parts. Letters of its texts are in lower case
    if case does not matter. *)
Definition form := list step.

(** How a path may end after the last step. *)
Inductive ending :=
  | Exact
  (** One more slash is ignored. *)
  | Loose
  (** A slash and anything may follow, as for [use('/prefix')]. *)
  | Prefix.

Definition ends_with (e : ending) (p : text) : bool :=
  match e, p with
  | _, [] => true
  | Exact, _ => false
  | Loose, [c] => c =? slash
  | Loose, _ => false
  | Prefix, c :: _ => c =? slash
  end.

Section Specification.

(** Whether the constraint of a number accepts a value. *)
Variable accepts : nat -> text -> bool.
(** Whether the case of ASCII letters is ignored. *)
Variable fold : bool.
Variable at_end : ending.

Definition allows (c : constraint) (v : text) : bool :=
  match c with None => true | Some number => accepts number v end.

(** What follows [t] in [p], if [p] begins with [t]. *)
Fixpoint after (t p : text) : option text :=
  match t, p with
  | [], _ => Some p
  | c :: t', d :: p' => if fold_char fold d =? c then after t' p' else None
  | _ :: _, [] => None
  end.

Definition begins_with (t p : text) : bool :=
  match after t p with Some _ => true | None => false end.

(** The text before the first slash, and the rest from that slash on. *)
Fixpoint segment (p : text) : text * text :=
  match p with
  | [] => ([], [])
  | c :: p' => if c =? slash then ([], p) else let (v, rest) := segment p' in (c :: v, rest)
  end.

(** The text before the first [stop] in the segment, and what follows that [stop]. *)
Fixpoint until (stop p : text) : option (text * text) :=
  match p with
  | [] => None
  | c :: p' =>
      if c =? slash then None
      else match after stop p with
           | Some rest => Some ([], rest)
           | None => option_map (fun '(v, rest) => (c :: v, rest)) (until stop p')
           end
  end.

(** The last place below [n] at which [t] stands. *)
Fixpoint last_place (t p : text) (n : nat) : option nat :=
  match n with
  | 0 => None
  | S n' => if begins_with t (skipn n' p) then Some n' else last_place t p n'
  end.

(** Where the separator before a value begins that ends at [stop]. A value without a constraint does not contain its
    separator, unless it equals it. *)
Definition separator_before (t p : text) (stop : nat) (is_free : bool) : option nat :=
  let size := length t in
  match last_place t p (stop - size) with
  | None => None
  | Some place =>
      let from := Nat.max (place + size) (stop - size) in
      if negb (is_free && existsb (fun i => begins_with t (skipn i p)) (seq from (stop - from)))
      then Some place
      else if (2 * size <=? stop) && begins_with t (skipn (stop - 2 * size) p)
                && begins_with t (skipn (stop - size) p)
      then Some (stop - 2 * size)
      else None
  end.

Definition slice (p : text) (from stop : nat) : text := firstn (stop - from) (skipn from p).

Definition is_free (c : constraint) : bool := match c with None => true | Some _ => false end.

(** The values of a composite segment up to [stop], from the right. [others] has the last one first. *)
Fixpoint divide (first : constraint) (others : list (text * constraint)) (p : text) (stop : nat) : option (list text) :=
  let value c from := if (from <? stop) && allows c (slice p from stop) then Some (slice p from stop) else None in
  match others with
  | [] => option_map (fun v => [v]) (value first 0)
  | (separator, c) :: others' =>
      match separator_before separator p stop (is_free c) with
      | None => None
      | Some place =>
          match value c (place + length separator), divide first others' p place with
          | Some v, Some vs => Some (vs ++ [v])
          | _, _ => None
          end
      end
  end.

Definition composite (first : constraint) (others : list (text * constraint)) (tail p : text) : option (list text * text) :=
  let (s, rest) := segment p in
  let stop := length s - length tail in
  if (0 <? stop) && begins_with tail (skipn stop p)
  then option_map (fun vs => (vs, rest)) (divide first (rev others) p stop)
  else None.

(** The values that a wildcard can have, each with what follows it, the shortest first. *)
Fixpoint prefixes (stop p : text) : list (text * text) :=
  ([], p) :: match p with
             | [] => []
             | c :: p' =>
                 if negb (length stop =? 0) && begins_with stop p then []
                 else map (fun '(v, rest) => (c :: v, rest)) (prefixes stop p')
             end.

(** What a capture can read at the beginning of [p], each time with the rest: once at most, but for wildcards, which take as
    much as they can first. *)
Definition reads (c : capture) (p : text) : list (list text * text) :=
  match c with
  | Rest k =>
      let (v, rest) := segment p in
      if negb (length v =? 0) && allows k v then [([v], rest)] else []
  | Until stop k _ =>
      match until stop p with
      | Some (v, rest) => if negb (length v =? 0) && allows k v then [([v], rest)] else []
      | None => []
      end
  | Composite first others tail =>
      match composite first others tail p with Some read => [read] | None => [] end
  | Wildcard least stop =>
      rev (map (fun '(v, rest) => ([v], rest))
               (filter (fun '(v, _) => least <=? length v) (prefixes stop p)))
  end.

(** All ways in which a form can read a path, each as the list of its captures. The first one is that of a match. *)
Fixpoint readings (f : form) (p : text) : list (list text) :=
  match f with
  | [] => if ends_with at_end p then [[]] else []
  | Text t :: f' => match after t p with Some rest => readings f' rest | None => [] end
  | Capture c :: f' => flat_map (fun '(vs, rest) => map (app vs) (readings f' rest)) (reads c p)
  end.

(** The same as a relation. *)
Inductive matches : form -> text -> list text -> Prop :=
  | matches_end p : ends_with at_end p = true -> matches [] p []
  | matches_text t f p rest vs : after t p = Some rest -> matches f rest vs -> matches (Text t :: f) p vs
  | matches_capture c f p values rest vs :
      In (values, rest) (reads c p) -> matches f rest vs -> matches (Capture c :: f) p (values ++ vs).

Theorem readings_are_matches f p vs : In vs (readings f p) <-> matches f p vs.
Proof.
  split.
  - revert p vs. induction f as [|s f IH]; intros p vs H; simpl in H.
    + destruct (ends_with at_end p) eqn:E; simpl in H; [|easy].
      destruct H as [<-|[]]. now constructor.
    + destruct s as [t|c].
      * destruct (after t p) eqn:E; [|easy]. econstructor; eauto.
      * apply in_flat_map in H as ((values & rest) & Hin & H).
        apply in_map_iff in H as (ws & <- & H). econstructor; eauto.
  - induction 1; simpl.
    + rewrite H. now left.
    + now rewrite H.
    + apply in_flat_map. exists (values, rest). split; [easy|]. now apply in_map.
Qed.

Section Tables.

Context {A : Type}.

(** A table in the order of precedence: the value of a route, and one of its forms. *)
Definition table := list (A * form).

(** The first form that matches, and its captures. *)
Fixpoint spec_find (fs : table) (p : text) : option (A * list text) :=
  match fs with
  | [] => None
  | (a, f) :: fs' =>
      match readings f p with
      | vs :: _ => Some (a, vs)
      | [] => spec_find fs' p
      end
  end.

(** Every form that matches, in order. *)
Definition spec_find_all (fs : table) (p : text) : list (A * list text) :=
  flat_map (fun '(a, f) => match readings f p with vs :: _ => [(a, vs)] | [] => [] end) fs.

End Tables.

End Specification.
