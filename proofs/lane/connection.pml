/*
 * One connection of the fast lane, from its first byte to its close: packages/fast-lane/src/internal/connection.
 *
 * The server is one event loop: each of its options is one callback, which runs to completion. The client and the application are the
 * choices between the options. A message is a head of two bytes, and two more if it has a body, so chunks split both anywhere.
 *
 * Each BUG_ flag leaves out one thing that the lane does, and shows that a claim notices it.
 */

#include "../built/lane/transitions.pml"

/* The client sends at most this many bytes. Fewer are enough to show the bugs. */
#ifdef IS_SMALL
#define BYTES 7
#else
#define BYTES 8
#endif
#define REQUESTS 4   /* within BYTES */
#define PENDING 2    /* requests that may wait for a response: 100 in the lane */
#define HELD 2       /* bytes that may be held before reading pauses: 65,536 in the lane */

/* A run checks all claims, or with -DONLY=name one of them. With nothing, LTL and ends are left. */
#define everything 0
#define nothing 99
#define inOrder 1
#define framing 2
#define responseOrder 3
#define afterFailed 4
#define notStuck 5
#define notLost 6
#define stateIsTrue 7
#define afterClosed 8
#ifndef ONLY
#define ONLY everything
#endif
#define CLAIM(name, condition) assert((ONLY != everything && ONLY != name) || (condition))

#define SAY printf

mtype:kind = { get, post, unusual, upgradeRequest };
mtype:reply = { none, late, unanswered, ended, sent };
mtype:reason = { partial, tooEarly, forNode };

/* What is true of the bytes, whoever reads them. */
byte arrived;             /* bytes that have come from the socket */
byte nextRead;            /* the next byte that a reader has to read */
byte boundary;            /* where the message after the last recognized one begins */
byte requests;            /* that have been dispatched */
byte answered;            /* responses that have been sent */
mtype:reply reply[REQUESTS] = none;
bool byNode[REQUESTS];    /* Node's parser has dispatched it */
mtype:kind kind;          /* of the message that is being recognized */

/* The connection. */
byte left;                /* of a body that is arriving: bodies.current */
bool stopped;             /* bodies.stop */
bool isHeld;
byte heldFrom, heldTo;
mtype:reason heldReason = partial;
bool isOverLimit;
bool hasEnd;
byte laneOpen, nodeOpen;  /* responses to come */
byte last = REQUESTS;     /* the response that ends the connection: _last */
bool isDeferred;          /* Node's first response waits for the lane's */
bool isWatched;           /* IdleWatch */
bool isTaken;             /* an upgrade has taken the socket */
bool isHalfOpen;
bool mayLeave;            /* the client may send FIN or reset; one that stays leaves every end to the server */
bool isDone;              /* the client sends nothing more */

/* The socket. */
bool isPaused;            /* socket.pause() */
bool isCongested;         /* socket._paused: the client doesn't read */
bool hasFin;
bool hasEnded;            /* socket.end() */
bool isDestroyed;

/* What the event loop has still to run. */
bool tickLeave, dueContinue, dueFlush, dueEnd, dueTakeBack;

#define isInLane (state != inNode && state != upgraded && state != closed)
#define isReading (!isPaused && !isCongested)
#define isFull (laneOpen >= PENDING)
#define hasJobs (tickLeave || dueContinue || dueFlush || dueEnd || dueTakeBack)
#define isGone (isDestroyed || hasEnded || state == closed)
#define isSome(what) (reply[0] == what || reply[1] == what || reply[2] == what || reply[3] == what)

/* Variables of one callback. */
byte at, to, from, index, count;
bool isThrown;

inline read_bytes(first, end) {
  CLAIM(inOrder, (first) == nextRead && (end) <= arrived);
  nextRead = end
}

inline destroy() { isDestroyed = true }

/* socket.end(): the connection also closes once the client has ended. Later responses are lost, which the client sees. */
inline end_socket() {
  hasEnded = true;
  if :: hasFin -> destroy() :: else fi
}

/* socket.resume(), which does nothing while the client doesn't read. */
inline resume_socket() {
  if
  :: isPaused && !isCongested ->
    isPaused = false;
    SAY("| lane: reads on\n");
    if :: hasEnd && isHeld && (isSome(late) || isSome(unanswered)) -> dueFlush = true :: else fi
  :: else
  fi
}

/* Recognizes a message and gives it to a handler. */
inline dispatch(node) {
  CLAIM(framing, at == boundary);
  CLAIM(afterFailed, state != failed);
  CLAIM(afterClosed, state != closed);
  boundary = at + 2;
  if :: kind == post -> boundary = boundary + 2 :: else fi;
  byNode[requests] = node;
  if :: node -> nodeOpen++ :: else -> laneOpen++ fi;
  if
  :: reply[requests] = ended; SAY("| application: responds to request %d at once\n", requests + 1)
  :: reply[requests] = late; SAY("| application: will respond to request %d later\n", requests + 1)
  :: reply[requests] = unanswered; SAY("| application: will never respond to request %d\n", requests + 1)
  :: !node -> reply[requests] = unanswered; isThrown = true; SAY("| application: throws in the handler of request %d\n", requests + 1)
  fi;
  requests++
}

inline recognize() {
  if
  :: kind = get; SAY("| lane: finds a GET at byte %d\n", at)
  :: kind = post; SAY("| lane: finds a POST at byte %d\n", at)
  :: kind = unusual; SAY("| lane: finds a message at byte %d that only Node reads\n", at)
  fi
}

inline parse() {
  if
  :: kind = get; SAY("| node: finds a GET at byte %d\n", at)
  :: kind = post; SAY("| node: finds a POST at byte %d\n", at)
  :: kind = upgradeRequest; SAY("| node: finds an upgrade at byte %d\n", at)
  fi
}

/* Node's parser reads from..to. What an upgrade leaves goes back to the stream, and to the listener of the upgrade. */
inline node_reads() {
  SAY("| node: reads the bytes %d to %d\n", from, to - 1);
  read_bytes(from, from);
  do
  :: nextRead >= to -> break
  :: nextRead < to && isTaken -> read_bytes(nextRead, to); break
  :: nextRead < to && !isTaken && nextRead < boundary ->
    if
    :: boundary < to -> read_bytes(nextRead, boundary)
    :: else -> read_bytes(nextRead, to)
    fi
  :: nextRead < to && !isTaken && nextRead >= boundary && to - boundary < 2 -> read_bytes(nextRead, to)
  :: nextRead < to && !isTaken && nextRead >= boundary && to - boundary >= 2 ->
    at = boundary;
    parse();
    read_bytes(nextRead, at + 2);
    if
#ifndef BUG_NOT_DEFERRED
    :: laneOpen > 0 && nodeOpen == 0 -> isDeferred = true; SAY("| lane: defers the response of Node\n")
#endif
    :: else
    fi;
    dispatch(true);
    if
    :: kind == upgradeRequest ->
      isTaken = true; isWatched = false;
      /* The listener owns the socket: what it sends is its own. */
      reply[requests - 1] = sent; nodeOpen--; if :: nodeOpen == 0 -> isDeferred = false :: else fi
    :: else
    fi
  od
}

/* Gives a connection to Node with every byte that is held: hand-over.ts. */
inline hand_over() {
  isHeld = false; heldReason = partial;
  if
  :: isDestroyed
  :: else ->
    SAY("| lane: hands the connection over to Node\n");
    isWatched = !hasEnd && laneOpen == 0;
    move_handOver();
    isPaused = false;
    if
    :: heldTo > heldFrom -> from = heldFrom; to = heldTo; node_reads()
    :: else
    fi;
    heldFrom = 0; heldTo = 0;
    if :: isTaken -> move_upgrade() :: else fi;
    if :: hasEnd -> dueEnd = true :: else fi
  fi
}

/* FIN has come, and nothing is held. */
inline stream_ended() {
  if
  :: left > 0 && !stopped -> SAY("| lane: refuses FIN in a body, and destroys the socket\n"); destroy()
  :: else ->
    if
    :: !isHalfOpen || laneOpen == 0 -> end_socket()
    :: else -> last = requests - 1
    fi
  fi
}

/* Gives held bytes to Node, or FIN to the stream: end-of-input.ts. */
inline pass_on() {
  if
  :: isHeld -> hand_over()
  :: !isHeld && hasEnd -> hasEnd = false; stream_ended()
  :: else
  fi
}

inline flush_deferred() {
  if
  :: heldReason == tooEarly || (heldReason == forNode && isCongested)
  :: else -> if :: laneOpen == 0 || !isHalfOpen -> hand_over() :: else fi
  fi
}

/* Keeps from..to: reading.ts. */
inline hold(why) {
  isHeld = true; heldFrom = at; heldTo = to; heldReason = why; isOverLimit = (to - at > HELD);
  SAY("| lane: holds the bytes %d to %d, %e\n", at, to - 1, heldReason)
}

inline hold_for_node() {
  hold(forNode);
  if
  :: laneOpen > 0 ->
    move_hold();
    if :: isOverLimit -> isPaused = true; SAY("| lane: pauses reading\n") :: else fi
  :: laneOpen == 0 -> hand_over()
  fi
}

/* A body gets what there is of it; its reader may throw. The end of a request resumes the socket. */
inline feed() {
  count = (left < to - at -> left : to - at);
  read_bytes(at, at + count);
  at = at + count;
  left = left - count;
  count = 0;
  if
  :: true
  :: isThrown = true; SAY("| application: throws while it reads the body\n")
  fi
}

inline request_complete() {
#ifdef BUG_STAYS_PAUSED
  skip
#else
  if :: left == 0 -> resume_socket() :: else fi
#endif
}

/* Reads from..to as the lane: read() and dispatchAll() of reading.ts. */
inline lane_reads() {
  at = from; isThrown = false;
  SAY("| lane: reads the bytes %d to %d\n", from, to - 1);
  if
  :: left > 0 ->
    feed();
    if :: !isThrown -> request_complete() :: else fi
  :: else
  fi;
  do
  :: isThrown -> stopped = true; isPaused = false; move_fail(); nextRead = to; break
  :: !isThrown && at >= to -> break
  :: !isThrown && at < to && isFull -> hold(tooEarly); break
  :: !isThrown && at < to && !isFull && to - at < 2 -> hold(partial); break
  :: !isThrown && at < to && !isFull && to - at >= 2 ->
    recognize();
    if
    :: kind == unusual -> hold_for_node(); break
    :: else ->
      move_request();
      /* The client may be slow to read the responses before this one. */
      if
      :: laneOpen > 0 && isSome(ended) -> isCongested = true; SAY("| lane: pauses until the client reads\n")
      :: true
      fi;
      dispatch(false);
      read_bytes(at, at + 2);
      at = at + 2;
      if :: kind == post && !isThrown -> left = 2 :: else fi;
      if
      :: left > 0 && at < to && !isThrown -> feed()
      :: else
      fi;
      if :: !isThrown -> request_complete() :: else fi
    fi
  od;
#ifdef BUG_CHUNK_NEVER_DONE
  skip
#else
  move_chunkDone()
#endif
}

/* A chunk has come: receive() of reading.ts. */
inline receive() {
  if
#ifndef BUG_READS_AFTER_FAILURE
  :: stopped -> nextRead = to; SAY("| lane: refuses bytes after a failure, and destroys the socket\n"); destroy()
  :: !stopped && !isHeld -> lane_reads()
#else
  :: !isHeld -> lane_reads()
#endif
  :: isHeld && heldReason != partial ->
#ifndef BUG_HELD_BYTES_LOST
    heldTo = to;
#endif
    isOverLimit = (heldTo - heldFrom > HELD);
    SAY("| lane: adds the bytes %d to %d to those that are held\n", from, to - 1);
    if :: isOverLimit -> isPaused = true; SAY("| lane: pauses reading\n") :: else fi
  :: isHeld && heldReason == partial -> isHeld = false; from = heldFrom; lane_reads()
  fi
}

inline continue_soon() {
  if
#ifndef BUG_NEVER_CONTINUES
  :: isHeld && heldReason == tooEarly && !isFull -> dueContinue = true
#endif
  :: else
  fi
}

#ifdef BUG_CONTINUES_AFTER_CLOSE
#define isServed true
#else
#define isServed (isInLane && !stopped && !isDestroyed)
#endif

/* Dispatches requests that were too early. */
inline continue_reading() {
  if
  :: isHeld && heldReason == tooEarly && isServed && !isFull ->
    index = isOverLimit;
    isHeld = false; heldReason = partial; from = heldFrom; to = heldTo;
    lane_reads();
    if
    :: (isHeld && heldReason == tooEarly) || !isInLane
    :: else ->
#ifndef BUG_STAYS_PAUSED
      if :: index == 1 -> resume_socket() :: else fi;
#endif
      if :: hasEnd && (laneOpen == 0 || left > 0) -> pass_on() :: else fi
    fi
  :: else
  fi
}

/* Every response of the lane has finished: finished.ts. */
inline finished() {
  move_finished();
  if
  :: isDeferred ->
    isDeferred = false; SAY("| lane: gives the socket to the response of Node\n")
  :: !isDeferred && isInLane ->
    if
    :: isHeld && heldReason == tooEarly
    :: else ->
#ifndef BUG_NEVER_LEAVES
      if :: hasEnd || (isHeld && heldReason == forNode) -> tickLeave = true :: else fi
#endif
    fi
  :: else
  fi;
  continue_soon()
}

/* The first response that a lane has still to send. */
inline first_open(node) {
  index = 0;
  do
  :: index < REQUESTS && (byNode[index] != node || reply[index] == none || reply[index] == sent) -> index++
  :: else -> break
  od
}

inline send_response() {
  CLAIM(responseOrder, index == answered);
  reply[index] = sent;
  answered++;
  SAY("| server: sends response %d\n", index + 1);
  index = 0
}

inline send_from_lane() {
#ifdef BUG_OUT_OF_TURN
  index = 0;
  do
  :: index < REQUESTS && (reply[index] != ended || byNode[index]) -> index++
  :: else -> break
  od;
#else
  first_open(false);
#endif
  from = index;
  send_response();
  laneOpen--;
  if
  :: isCongested && (laneOpen == 0 || !isSome(ended)) -> isCongested = false; isPaused = true; resume_socket()
  :: else
  fi;
  if
  :: from == last -> end_socket()
  :: from != last && laneOpen == 0 -> finished()
  :: else -> continue_soon()
  fi
}

inline send_from_node() {
  first_open(true);
  from = index;
  send_response();
  nodeOpen--;
  if
  :: from == last -> end_socket()
  :: from != last && nodeOpen == 0 && isWatched -> dueTakeBack = true
  :: else
  fi
}

/* Takes an idle connection back from Node: take-back.ts. */
#ifdef BUG_TAKES_BACK_A_PART
#define isBetweenMessages (isOpenNow)
#else
#define isBetweenMessages (nextRead == boundary && isOpenNow)
#endif
#ifdef BUG_TAKES_BACK_A_CLOSED_ONE
#define isOpenNow true
#else
#define isOpenNow (!isDestroyed && !hasFin && !hasEnded)
#endif

inline take_back() {
  if
  :: isWatched && nodeOpen == 0 && !isTaken && isBetweenMessages ->
    isWatched = false; isHeld = false;
#ifdef BUG_TAKES_BACK_A_CLOSED_ONE
    state = idle;
#else
    move_takeBack();
#endif
    SAY("| lane: takes the connection back\n")
  :: else
  fi
}

/* FIN reaches Node's parser, or the listener of an upgrade. */
inline node_ended() {
  if
  :: isTaken -> end_socket()
  :: !isTaken && nextRead != boundary -> SAY("| node: refuses FIN in a message, and destroys the socket\n"); destroy()
  :: !isTaken && nextRead == boundary ->
    if
    :: !isHalfOpen || nodeOpen == 0 -> end_socket()
    :: else -> last = requests - 1
    fi
  fi
}

/* What the sweep does after a time without an event: check-connection.ts. */
#define isTooSlow (isInLane && (left > 0 || stopped))
#define isSilent (isInLane && !isTooSlow && (state == fresh || isHeld) && laneOpen == 0 && heldReason == partial)
#define isIdle (isInLane && !isTooSlow && state != fresh && !isHeld && laneOpen == 0)
/* Node's own timeouts, and what the listener of an upgrade may do. */
#define isNodeIdle (!isInLane && !isTaken && laneOpen == 0 && (nodeOpen == 0 || nextRead != boundary))

/* Whether an ended response can be sent now. */
#define isOpen(k, node) (byNode[k] == node && reply[k] != none && reply[k] != sent)
#define firstIs(k, node, what) (isOpen(k, node) && reply[k] == what)
#define firstOfLane(what) \
  (firstIs(0, false, what) || (!isOpen(0, false) && (firstIs(1, false, what) || (!isOpen(1, false) && \
  (firstIs(2, false, what) || (!isOpen(2, false) && firstIs(3, false, what)))))))
#define firstOfNode(what) \
  (firstIs(0, true, what) || (!isOpen(0, true) && (firstIs(1, true, what) || (!isOpen(1, true) && \
  (firstIs(2, true, what) || (!isOpen(2, true) && firstIs(3, true, what)))))))

#ifdef BUG_OUT_OF_TURN
#define canSendLane (laneOpen > 0 && isSome(ended) && !isGone)
#elif defined(BUG_FORGETS_A_RESPONSE)
/* Ended before its turn, and never looked at again. */
#define canSendLane (laneOpen > 0 && firstOfLane(ended) && !isGone && answered != forgotten)
byte forgotten = REQUESTS;
#else
#define canSendLane (laneOpen > 0 && firstOfLane(ended) && !isGone)
#endif
#define canSendNode (nodeOpen > 0 && !isDeferred && firstOfNode(ended) && !isGone)
#define isQuiet (!hasJobs && !isDestroyed && state != closed && !canSendLane && !canSendNode && !isSome(late))

/* Must be true when the server has nothing left to do. */
inline check_quiet() {
  /* Unless a response never comes, the client's next byte will be read. */
  CLAIM(notStuck, isSome(unanswered) || hasEnded || hasFin || stopped ||
    (isReading && (!isHeld || heldReason == partial) && nextRead == (isHeld -> heldFrom : arrived)));
  CLAIM(notLost, isSome(unanswered) || hasEnded || !isSome(ended));
  CLAIM(stateIsTrue, state != idle || laneOpen == 0);
  CLAIM(stateIsTrue, state != responding || laneOpen > 0);
  CLAIM(stateIsTrue, state != draining || (isHeld && heldReason == forNode));
  CLAIM(stateIsTrue, state != fresh || requests == 0);
  CLAIM(stateIsTrue, (state == failed) == (stopped && isInLane));
  CLAIM(stateIsTrue, state != dispatching)
}

inline forget() { from = 0; to = 0; at = 0; index = 0; isThrown = false; kind = get }

active proctype connection() {
  if :: isHalfOpen = true :: isHalfOpen = false fi;
  if :: mayLeave = true :: mayLeave = false fi;
  do
  /* Ticks run before anything else does. */
  :: atomic { tickLeave -> tickLeave = false;
      if :: laneOpen == 0 && !(isHeld && heldReason == tooEarly) && !isGone -> pass_on() :: else fi; forget() }
  :: atomic { !tickLeave && dueContinue -> dueContinue = false; continue_reading(); forget() }
  :: atomic { !tickLeave && dueFlush -> dueFlush = false; if :: isHeld -> flush_deferred() :: else fi; forget() }
  :: atomic { !tickLeave && dueEnd -> dueEnd = false; if :: !isGone -> node_ended() :: else fi; forget() }
  :: atomic { !tickLeave && dueTakeBack -> dueTakeBack = false; take_back() }

  /* A chunk of any length. */
  :: atomic { !tickLeave && arrived < BYTES && !isDone && !hasFin && !isGone && (isReading || !isInLane) ->
      from = arrived;
      to = from + 1;
      do :: to < BYTES -> to++ :: break od;
      SAY("| client: sends the bytes %d to %d\n", from, to - 1);
      arrived = to;
      if
      :: isInLane -> receive()
      :: else -> node_reads()
      fi;
      forget() }

  :: atomic { !mayLeave && !isDone && arrived < BYTES && !isGone -> isDone = true; SAY("| client: sends nothing more\n") }

  /* FIN after any byte. */
  :: atomic { mayLeave && !tickLeave && !hasFin && !isDestroyed && state != closed && !isPaused ->
      hasFin = true;
      SAY("| client: sends FIN\n");
      if
      :: hasEnded -> destroy()
      :: !hasEnded && !isInLane -> node_ended()
      :: !hasEnded && isInLane && isHeld -> hasEnd = true; flush_deferred()
      :: !hasEnded && isInLane && !isHeld -> stream_ended()
      fi;
      forget() }
  :: atomic { mayLeave && !tickLeave && !isDestroyed && state != closed -> SAY("| client: resets the connection\n"); destroy() }

  /* The application ends one of the responses, in any order. */
  :: atomic { !tickLeave && state != closed && isSome(late) ->
      if
#ifdef BUG_FORGETS_A_RESPONSE
      :: reply[1] == late && answered == 0 -> reply[1] = ended; forgotten = 1; SAY("| application: responds to request 2 before request 1\n")
#endif
      :: reply[0] == late -> reply[0] = ended; SAY("| application: responds to request 1\n")
      :: reply[1] == late -> reply[1] = ended; SAY("| application: responds to request 2\n")
      :: reply[2] == late -> reply[2] = ended; SAY("| application: responds to request 3\n")
      :: reply[3] == late -> reply[3] = ended; SAY("| application: responds to request 4\n")
      fi }

  /* A response has been written. */
  :: atomic { !tickLeave && canSendLane -> send_from_lane(); forget() }
  :: atomic { !tickLeave && canSendNode -> send_from_node(); forget() }

  /* Time passes. */
  :: atomic { !hasJobs && !isGone && isTooSlow -> SAY("| time: a message takes too long, and the socket is destroyed\n"); destroy() }
#ifndef BUG_SILENT_STAYS
  :: atomic { !hasJobs && !isGone && isSilent -> SAY("| time: no complete head has come\n"); hand_over(); forget() }
#endif
  :: atomic { !hasJobs && !isGone && isIdle -> SAY("| time: the connection has been idle for too long, and is destroyed\n"); destroy() }
  :: atomic { !hasJobs && !isGone && isNodeIdle -> SAY("| time: Node destroys a connection that is idle, or whose message is incomplete\n"); destroy() }
  :: atomic { !hasJobs && !isDestroyed && state != closed && isTaken -> SAY("| application: ends the upgraded connection\n"); destroy() }

  /* The socket has closed. */
  :: atomic { !tickLeave && isDestroyed && state != closed -> move_close(); SAY("| server: the connection is closed\n") }
  :: atomic { state == closed && !hasJobs -> break }

  /* Nothing but the client ends a wait for a response that never comes. */
  :: atomic { timeout && state != closed && !isDestroyed && isSome(unanswered) -> SAY("| client: gives up, and resets the connection\n"); destroy() }
  od
}

/* Looks once, at any time at which the server has nothing left to do. */
active proctype observer() {
end:
  atomic { isQuiet -> check_quiet() }
}

/* Whether an ended response is still to be sent. */
#define owes (isSome(ended) && !isGone)

ltl closes { <> (state == closed) }
ltl responds { [] (owes -> <> !owes) }
ltl staysClosed { [] (state == closed -> [] (state == closed)) }
