/*
 * The primary of a cluster and its workers, which may die at any point: packages/cluster/src/internal/primary.
 *
 * A worker starts, listens, is ready, and closes when the primary says so. Its messages and its exit reach the primary later. The primary
 * accepts the connections, sends each to a worker, and gets it back if the worker refuses it or dies before it has taken it.
 *
 * Each BUG_ flag leaves out one thing, and shows that a claim notices it.
 */

#define SLOTS 2
#define PROCESSES 4
#define CONNECTIONS 1
#define DEATHS 2
#define RELOADS 1
#define nobody 9

/* A run checks all claims, or with -DONLY=name one of them. With nothing, LTL and ends are left. */
#define everything 0
#define nothing 99
#define rightNumber 1
#define noneLeft 2
#define takenOnce 3
#define notDropped 4
#define notForgotten 5
#define portReleased 6
#ifndef ONLY
#define ONLY everything
#endif
#define CLAIM(name, condition) assert((ONLY != everything && ONLY != name) || (condition))

#define SAY printf

mtype:process = { free, starting, ready, closing };
mtype:place = { none, waiting, sent, ended };
mtype:port = { unasked, asking, listening };

mtype:process process[PROCESSES] = free;
bool isDead[PROCESSES];        /* the primary has not seen the exit yet */
mtype:port port[PROCESSES] = unasked;
bool isReceiver[PROCESSES];
bool isLeaving[PROCESSES];
bool hasLeft[PROCESSES];       /* its server has closed */
byte slotOf[PROCESSES];
byte current[SLOTS] = nobody;
byte next[SLOTS] = nobody;
bool hasTimer[SLOTS];

mtype:place place[CONNECTIONS] = none;
byte sentTo[CONNECTIONS] = nobody;
byte takenBy[CONNECTIONS] = nobody; /* the primary has not read it yet */

bool isPortOpen;
bool isStarted, isClosing, hasClosedPorts, isClosed;
byte deaths, reloads;
byte i, s, chosen, previous;

#define isAlive(k) (process[k] != free && !isDead[k])
#define isAnyProcess (process[0] != free || process[1] != free || process[2] != free || process[3] != free)

inline spawn(result, slot) {
  CLAIM(noneLeft, !isClosing);
  chosen = 0;
  do
  :: chosen < PROCESSES && process[chosen] != free -> chosen++
  :: else -> break
  od;
  CLAIM(rightNumber, chosen < PROCESSES);
  process[chosen] = starting; slotOf[chosen] = slot;
  SAY("| primary: starts process %d in slot %d\n", chosen + 1, slot + 1);
  result = chosen;
  chosen = 0
}

inline close_connection(k) {
  SAY("| primary: closes connection %d\n", k + 1);
  CLAIM(notDropped, isClosing);
  place[k] = ended
}

/* Sends a connection to a worker: SharedPort. */
inline distribute(k) {
  sentTo[k] = nobody;
  if
  :: isReceiver[0] -> chosen = 0
  :: isReceiver[1] -> chosen = 1
  :: isReceiver[2] -> chosen = 2
  :: isReceiver[3] -> chosen = 3
  :: else -> chosen = PROCESSES
  fi;
  if
  :: chosen < PROCESSES -> place[k] = sent; sentTo[k] = chosen; SAY("| primary: sends connection %d to process %d\n", k + 1, chosen + 1)
  :: chosen == PROCESSES && isPortOpen -> place[k] = waiting; SAY("| primary: keeps connection %d until a worker listens\n", k + 1)
  :: chosen == PROCESSES && !isPortOpen -> close_connection(k)
  fi;
  chosen = 0
}

inline close_port() {
  SAY("| primary: closes the port\n");
  isPortOpen = false;
  i = 0;
  do
  :: i < CONNECTIONS -> if :: place[i] == waiting -> close_connection(i) :: else fi; i++
  :: else -> break
  od;
  i = 0
}

/* Whether a port that has closed goes on sending connections to its workers. */
#ifdef BUG_KEEPS_RECEIVERS
#define keepsReceivers hasClosedPorts
#else
#define keepsReceivers false
#endif

/* Tells a worker to close. One that is starting has nothing to send. */
inline retire(k) {
  isLeaving[k] = true;
  isReceiver[k] = isReceiver[k] && keepsReceivers;
  if
#ifndef BUG_NO_KILL
  :: process[k] == starting -> isDead[k] = true; SAY("| primary: kills process %d\n", k + 1)
#endif
  :: process[k] == ready -> process[k] = closing; SAY("| primary: tells process %d to close\n", k + 1)
  :: else
  fi
}

/* Replaces the worker of a slot by the one that is ready. */
inline take_over(slot) {
  previous = current[slot];
  current[slot] = next[slot];
  next[slot] = nobody;
  if :: previous != nobody -> retire(previous) :: else fi;
  previous = 0
}

/* A worker asks for the port. */
inline listen(k) {
  port[k] = listening;
  if
#ifndef BUG_OPENS_WHILE_CLOSING
  :: isClosing
#endif
  :: else ->
    isPortOpen = true;
    SAY("| primary: process %d listens\n", k + 1);
    isReceiver[k] = true;
    i = 0;
    do
    :: i < CONNECTIONS -> if :: place[i] == waiting -> distribute(i) :: else fi; i++
    :: else -> break
    od;
    i = 0
  fi
}

/* The last messages of a worker are read before its connections come back. */
#ifdef BUG_GIVES_BACK_AT_ONCE
#define givesBackTaken true
#else
#define givesBackTaken false
#endif

#ifdef BUG_LEAVE_CLOSES_PORT
#define isStillReceiver true
#else
#define isStillReceiver wasReceiver
#endif
bool wasReceiver;

/* The primary sees that a worker has exited: onExit of the pool. */
inline on_exit(k) {
  SAY("| primary: sees that process %d has exited\n", k + 1);
  s = slotOf[k];
  process[k] = free; isDead[k] = false; isReceiver[k] = isReceiver[k] && keepsReceivers; hasLeft[k] = false; port[k] = unasked;
  if :: current[s] == k -> current[s] = nobody :: else fi;
  if
#ifndef BUG_NOT_STARTED_AGAIN
  :: !isLeaving[k] && !isClosing && next[s] == nobody -> hasTimer[s] = true
#endif
  /* The present worker may have crashed in the meantime. */
  :: next[s] == k -> next[s] = nobody;
#ifndef BUG_REPLACEMENT_FORGETS
    if :: !isClosing && current[s] == nobody -> hasTimer[s] = true :: else fi
#endif
  :: else
  fi;
  isLeaving[k] = false;
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
    :: place[i] == sent && sentTo[i] == k && (takenBy[i] != k || givesBackTaken) -> distribute(i)
    :: place[i] == sent && sentTo[i] == k && !(takenBy[i] != k || givesBackTaken) -> place[i] = ended
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0; s = 0
}

/* The server of a closing worker has closed, and says so. */
inline leave(k) {
  hasLeft[k] = true;
  wasReceiver = isReceiver[k];
  isReceiver[k] = isReceiver[k] && keepsReceivers;
  SAY("| worker: process %d has closed its server\n", k + 1);
  if
  :: isStillReceiver && isPortOpen && !isReceiver[0] && !isReceiver[1] && !isReceiver[2] && !isReceiver[3] -> close_port()
  :: else
  fi;
  wasReceiver = false
}

inline close_all() {
  hasClosedPorts = true;
  close_port();
  i = 0;
  do
  :: i < PROCESSES ->
    isReceiver[i] = isReceiver[i] && keepsReceivers;
    if :: process[i] != free -> retire(i) :: else fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* A replacement lasts until the former worker has exited. */
#define isReplacing(slot) (isLeavingFrom(0, slot) || isLeavingFrom(1, slot) || isLeavingFrom(2, slot) || isLeavingFrom(3, slot))
#define isLeavingFrom(k, slot) (isLeaving[k] && slotOf[k] == slot)
#define isIdleSlot(k) (!hasTimer[k] && next[k] == nobody && (current[k] == nobody || process[current[k]] == ready))
#define isSettled (isStarted && !isClosing && isIdleSlot(0) && isIdleSlot(1) && !isDead[0] && !isDead[1] && !isDead[2] && !isDead[3] && place[0] != sent)

active proctype primary() {
  atomic { spawn(current[0], 0); spawn(current[1], 1); isStarted = true }
  do
  :: atomic { hasTimer[0] -> hasTimer[0] = false; spawn(current[0], 0) }
  :: atomic { hasTimer[1] -> hasTimer[1] = false; spawn(current[1], 1) }
  :: atomic { place[0] == none && isPortOpen -> SAY("| client: opens connection 1\n"); distribute(0) }
  :: atomic { reloads < RELOADS && !isClosing && next[0] == nobody && !isReplacing(0) ->
      reloads++; hasTimer[0] = false; SAY("| operator: reloads slot 1\n"); spawn(next[0], 0) }
  :: atomic { reloads < RELOADS && !isClosing && next[1] == nobody && !isReplacing(1) ->
      reloads++; hasTimer[1] = false; SAY("| operator: reloads slot 2\n"); spawn(next[1], 1) }
  :: atomic { !isClosing -> isClosing = true;
#ifndef BUG_TIMERS_STAY
      hasTimer[0] = false; hasTimer[1] = false;
#endif
      SAY("| operator: closes the cluster\n") }
  /* Turns of the event loop have passed. */
  :: atomic { isClosing && !hasClosedPorts -> close_all() }
  :: atomic { hasClosedPorts && !isAnyProcess ->
      isClosed = true;
      SAY("| primary: close() resolves\n");
      CLAIM(portReleased, !isPortOpen);
      CLAIM(notForgotten, (place[0] == none || place[0] == ended));
      break }
  od
}

inline take(k) {
  SAY("| worker: process %d takes connection %d\n", me + 1, k + 1);
  CLAIM(takenOnce, takenBy[k] == nobody);
  takenBy[k] = me
}

#define isMine(k) (place[k] == sent && sentTo[k] == me)
#define serves (process[me] == ready || (process[me] == closing && !hasLeft[me]))

active [PROCESSES] proctype worker() {
  byte me = _pid - 1;
end:
  do
  :: atomic { isAlive(me) && process[me] == starting && port[me] == unasked -> port[me] = asking }
  :: atomic { port[me] == asking -> listen(me) }
  :: atomic { isAlive(me) && process[me] == starting && isReceiver[me] ->
      process[me] = ready;
      SAY("| worker: process %d is ready\n", me + 1);
      if :: next[slotOf[me]] == me && !isClosing -> take_over(slotOf[me]) :: else fi }
  :: atomic { isAlive(me) && serves && isMine(0) && takenBy[0] != me -> take(0) }
  :: atomic { isMine(0) && takenBy[0] == me -> place[0] = ended; SAY("| primary: knows that connection 1 is taken\n") }
  :: atomic { isAlive(me) && hasLeft[me] && isMine(0) && takenBy[0] != me -> SAY("| worker: process %d refuses connection 1\n", me + 1); distribute(0) }
  :: atomic { isAlive(me) && process[me] == closing && !hasLeft[me] -> leave(me) }
  :: atomic { isAlive(me) && process[me] == closing -> isDead[me] = true; SAY("| worker: process %d exits\n", me + 1) }
  :: atomic { isAlive(me) && deaths < DEATHS -> deaths++; isDead[me] = true; SAY("| worker: process %d dies\n", me + 1) }
  :: atomic { isDead[me] -> on_exit(me) }
  od
}

/* Looks once, at any time at which the primary has nothing left to do. */
active proctype observer() {
end:
  atomic { isSettled ->
    CLAIM(rightNumber, current[0] != nobody && current[1] != nobody);
    CLAIM(notForgotten, place[0] != waiting) }
}

ltl closes { <> isClosed }
