/*
 * The shutdown of one server: shutdown.ts, server-group.ts, drain.ts, last-response.ts and signals.ts of packages/lifecycle.
 *
 * Each option of the loop is one callback of the event loop, or something that a client, a hook or the operator does. Timers may expire
 * in any order, except that the limit of preClose hooks comes after the cut of the connections.
 *
 * Each BUG_ flag leaves out one thing, and shows that a claim notices it.
 */

#define CONNECTIONS 3
/* That clients send while the model runs. */
#ifdef IS_SMALL
#define REQUESTS 2
#else
#define REQUESTS 3
#endif

/* A run checks all claims, or with -DONLY=name one of them. With nothing, LTL and ends are left. */
#define everything 0
#define nothing 99
#define notDropped 1
#define portReleased 2
#define hooksInOrder 3
#define signals 4
#ifndef ONLY
#define ONLY everything
#endif
#define CLAIM(name, condition) assert((ONLY != everything && ONLY != name) || (condition))

#define SAY printf

mtype:place = { absent, backlog, silent, idle, busy, stream, webSocket, gone };
mtype:step = { serving, pausing, draining, finishing, settled };
mtype:hook = { waiting, running, hanging, over };

mtype:place place[CONNECTIONS];
bool isSent[CONNECTIONS];    /* a request that the server has not read */
bool isSentEarly[CONNECTIONS]; /* that request is older than close(), or the first one and came in time */
bool isOpenedEarly[CONNECTIONS]; /* the connection waits in the backlog, and is older than close() */
bool isForever[CONNECTIONS]; /* the response never ends */
byte pending[CONNECTIONS];   /* responses that are still to be sent: up to two on connection 2, whose client pipelines */
bool hasHead[CONNECTIONS];   /* the newest of them has its head */
byte last[CONNECTIONS];      /* which of them ends the connection, counted from the oldest; 0 if that is open */

mtype:step step = serving;
mtype:hook preClose = waiting;
mtype:hook onClose = waiting;
byte requests;
byte turns;                  /* of the event loop, that close() waits for */
byte drainTurns;             /* that the drain waits for before it ends unused connections */
bool isListening = true;
bool isLimited;              /* the grace period ends */
bool isPlain;                /* server.close() was called */
bool mayClose;               /* the application says close in some responses */
bool isGraceOver, hasFirstByteTimer, isSilentDue, isCheckDue;
byte signalCount;
bool isSignalOld;            /* half a second has passed since the first signal */
bool isExited;
byte i;

#define isOpen(k) (place[k] != absent && place[k] != gone)
#define isAnyOpen (isOpen(0) || isOpen(1) || isOpen(2))
#define isRetiring (step != serving)
#define isClosing (step == draining)

/* Ends a connection. It must not have a request within the grace period. */
inline end_connection(k) {
  CLAIM(notDropped, isGraceOver || (place[k] != busy && !isSentEarly[k] && !isOpenedEarly[k]));
  place[k] = gone; isSent[k] = false; isSentEarly[k] = false; isOpenedEarly[k] = false;
  pending[k] = 0; last[k] = 0; hasHead[k] = false
}

inline read_request(k) {
  isSent[k] = false; isSentEarly[k] = false;
  place[k] = busy;
  if
  :: isForever[k] = false; SAY("| server: reads a request on connection %d\n", k + 1); dispatch(k)
  :: isLimited -> isForever[k] = true; SAY("| server: reads a request on connection %d, which never gets a response\n", k + 1); pending[k] = 1
  fi
}

/* A request comes while a response is pending: last-response.ts. */
inline read_pipelined(k) {
  isSent[k] = false;
  if
#ifndef BUG_DISPATCHES_BEHIND_LAST
  :: last[k] > 0 -> SAY("| server: discards a request on connection %d, behind the last response\n", k + 1)
  :: last[k] == 0 -> SAY("| server: reads a pipelined request on connection %d\n", k + 1); dispatch(k)
#else
  :: SAY("| server: reads a pipelined request on connection %d\n", k + 1); dispatch(k)
#endif
  fi
}

inline dispatch(k) { pending[k]++; hasHead[k] = false }

/* The head of the newest response. It says close, and is the last one then, if the server is closing or the application wants it. */
inline make_head(k) {
  hasHead[k] = true;
  if
  :: last[k] > 0
  :: last[k] == 0 && isRetiring -> last[k] = pending[k]
  :: last[k] == 0 && !isRetiring
  :: last[k] == 0 && !isRetiring && mayClose -> last[k] = pending[k]; SAY("| application: says close on connection %d\n", k + 1)
  fi
}

/* The application says close in a response with another one behind it. The newest one ends the connection then. */
inline say_close_before(k) {
  SAY("| application: says close on connection %d, before another response\n", k + 1);
#ifdef BUG_ENDS_BEFORE_OTHERS
  last[k] = 1
#else
  last[k] = pending[k]
#endif
}

/* The poll phase: accepts and reads everything that has come. */
inline poll() {
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
    :: place[i] == backlog && isListening -> place[i] = silent; isOpenedEarly[i] = false; SAY("| server: accepts connection %d\n", i + 1)
    :: else
    fi;
    if
    :: (place[i] == silent || place[i] == idle) && isSent[i] -> read_request(i)
    :: place[i] == busy && isSent[i] -> read_pipelined(i)
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* Drain.closeIdle: connections on which nothing is pending. */
inline end_idle() {
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
    :: place[i] == idle -> SAY("| server: ends connection %d, which is idle\n", i + 1); end_connection(i)
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* Timers run before anything is read, so the drain lets the event loop read first. */
inline poll_before_silent() {
#ifdef BUG_ENDS_SILENT_IN_TIMER
  skip
#else
  poll()
#endif
}

inline end_silent() {
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
    :: place[i] == silent -> SAY("| server: ends connection %d, which has sent nothing\n", i + 1); end_connection(i)
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

inline end_streams() {
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
    :: place[i] == stream -> SAY("| server: ends the event stream on connection %d\n", i + 1); place[i] = gone
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

inline cut() {
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
#ifdef BUG_CUTS_NO_WEB_SOCKET
    :: isOpen(i) && place[i] != backlog && place[i] != webSocket -> end_connection(i)
#else
    :: isOpen(i) && place[i] != backlog -> end_connection(i)
#endif
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* Closing the port resets what nobody has accepted. */
inline close_port() {
  isListening = false;
  i = 0;
  do
  :: i < CONNECTIONS ->
    if
    :: place[i] == backlog -> SAY("| server: the port closes, and resets connection %d\n", i + 1); end_connection(i)
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* What has come by now is early. server.close() of Node does not pause before the port closes, and has no limits. */
inline close_application() {
  step = pausing;
  if
  :: true
  :: !isLimited -> isPlain = true; SAY("| application: it is the close() of the server, and not that of the application\n")
  fi;
  i = 0;
  do
  :: i < CONNECTIONS -> isOpenedEarly[i] = (place[i] == backlog && !isPlain); isSentEarly[i] = (isSent[i] && place[i] != busy && (!isPlain || place[i] != backlog)); i++
  :: else -> break
  od;
  i = 0;
#ifdef BUG_CLOSES_AT_ONCE
  turns = 0
#else
  turns = (isPlain -> 0 : 2)
#endif
}

/* Not before the drain itself has looked for idle connections. */
#ifdef BUG_CHECKS_EARLY
#define mayCheck true
#else
#define mayCheck (drainTurns == 0)
#endif

inline finish_response(k) {
  SAY("| application: ends the oldest response on connection %d\n", k + 1);
  if
  :: pending[k] == 1 && !hasHead[k] -> make_head(k)
  :: else
  fi;
  pending[k]--;
  if
  :: last[k] == 1 ->
    SAY("| server: ends connection %d after its last response\n", k + 1);
    last[k] = 0; isSent[k] = false;
    CLAIM(notDropped, isGraceOver || pending[k] == 0);
    pending[k] = 0; place[k] = gone
  :: else ->
    if :: last[k] > 0 -> last[k]-- :: else fi;
    if
    :: pending[k] == 0 ->
      place[k] = idle;
#ifndef BUG_NO_CHECK
      if :: step == draining && mayCheck -> isCheckDue = true :: else fi
#endif
    :: else
    fi
  fi
}

inline send_signal() {
  signalCount++;
  if
  :: signalCount == 1 -> SAY("| operator: sends SIGTERM\n"); if :: step == serving -> close_application() :: else fi
#ifdef BUG_SAME_SIGNAL_EXITS
  :: signalCount == 2 -> SAY("| operator: sends SIGTERM again\n"); isExited = true
#else
  :: signalCount == 2 && isSignalOld -> SAY("| operator: sends SIGTERM again, which ends the process\n"); isExited = true
  :: signalCount == 2 && !isSignalOld -> SAY("| operator: sends SIGTERM again at once\n")
#endif
  fi;
  CLAIM(signals, !isExited || (signalCount == 2 && isSignalOld))
}

#ifdef BUG_WAITS_FOR_NO_CONNECTION
#define hasClosed true
#else
#define hasClosed (!isAnyOpen)
#endif
#define isInTime (step == draining && (drainTurns > 0 || hasFirstByteTimer))
#define canClient (!isExited && step != settled)

active proctype server() {
  atomic {
    if :: isLimited = true :: isLimited = false fi;
    if :: place[0] = absent :: place[0] = idle :: place[0] = silent fi;
    if :: place[1] = idle :: place[1] = busy fi;
    if :: place[2] = busy :: place[2] = stream :: place[2] = webSocket fi;
    if :: !isLimited -> mayClose = true :: mayClose = false fi;
    i = 0;
    do
    :: i < CONNECTIONS -> pending[i] = (place[i] == busy); i++
    :: else -> break
    od;
    i = 0
  }
  do
  :: atomic { step == serving -> SAY("| application: calls close()\n"); close_application() }
  :: atomic { canClient && signalCount < 2 -> send_signal() }
  :: atomic { signalCount == 1 && !isSignalOld && !isExited -> isSignalOld = true; SAY("| time: half a second has passed since the signal\n") }

  /* What clients do. */
  :: atomic { canClient && place[0] == absent && isListening -> place[0] = backlog; SAY("| client: opens connection 1\n") }
  :: atomic { canClient && (place[0] == idle || place[0] == silent || place[0] == backlog) && !isSent[0] && requests < REQUESTS -> isSent[0] = true; isSentEarly[0] = (place[0] == silent && isInTime); requests++; SAY("| client: sends a request on connection 1\n") }
  :: atomic { canClient && (place[1] == idle || (place[1] == busy && pending[1] < 2)) && !isSent[1] && requests < REQUESTS -> isSent[1] = true; requests++; SAY("| client: sends a request on connection 2\n") }
  :: atomic { canClient && place[0] == busy && !isForever[0] -> finish_response(0) }
  :: atomic { canClient && place[1] == busy && !isForever[1] -> finish_response(1) }
  :: atomic { canClient && place[2] == busy && !isForever[2] -> finish_response(2) }
  :: atomic { canClient && place[1] == busy && !isForever[1] && !hasHead[1] -> SAY("| application: makes the head of the newest response on connection 2\n"); make_head(1) }
  :: atomic { canClient && mayClose && place[1] == busy && pending[1] == 2 && last[1] == 0 -> say_close_before(1) }

  /* Events of the loop. */
  :: atomic { !isExited && step != settled && (isSent[0] || isSent[1] || place[0] == backlog) -> poll() }
  /* The first turn may not poll. */
  :: atomic { !isExited && step == pausing && turns == 2 -> turns = 1 }
  :: atomic { !isExited && step == pausing && turns == 1 -> poll(); turns = 0 }
  :: atomic { !isExited && step == pausing && turns == 0 ->
      SAY("| server: closes its port\n");
      step = draining;
#ifndef BUG_STREAMS_STAY
      end_streams();
#endif
#ifdef BUG_PORT_STAYS
      skip;
#else
      close_port();
#endif
#ifdef BUG_ENDS_IDLE_AT_ONCE
      drainTurns = 0; hasFirstByteTimer = true; end_idle();
#else
      drainTurns = 2;
#endif
      preClose = running }
  :: atomic { !isExited && step == draining && drainTurns == 2 -> drainTurns = 1 }
  :: atomic { !isExited && step == draining && drainTurns == 1 -> poll(); drainTurns = 0; end_idle(); hasFirstByteTimer = true }
  :: atomic { !isExited && isClosing && hasFirstByteTimer -> hasFirstByteTimer = false; isSilentDue = true; SAY("| time: a first request had time to arrive\n") }
  :: atomic { !isExited && isClosing && isSilentDue -> isSilentDue = false; poll_before_silent(); end_silent() }
  :: atomic { !isExited && isClosing && isCheckDue -> isCheckDue = false; end_idle() }
  :: atomic { !isExited && isClosing && isLimited && !isGraceOver && (isAnyOpen || isListening) -> isGraceOver = true; SAY("| time: the grace period is over\n"); cut() }

  /* Hooks. */
  :: atomic { !isExited && preClose == running -> preClose = over; SAY("| application: the preClose hook ends the WebSockets\n");
      i = 0;
      do
      :: i < CONNECTIONS -> if :: place[i] == webSocket -> place[i] = gone :: else fi; i++
      :: else -> break
      od;
      i = 0 }
  :: atomic { !isExited && preClose == running && isLimited -> preClose = hanging; SAY("| application: the preClose hook hangs\n") }
#ifndef BUG_WAITS_FOR_HOOKS
  :: atomic { !isExited && preClose == hanging && (isGraceOver || !isAnyOpen) -> preClose = over; SAY("| time: the preClose hook is late\n") }
#endif
  :: atomic { !isExited && isClosing && preClose == over && hasClosed -> step = finishing; onClose = running;
      CLAIM(hooksInOrder, !isAnyOpen && preClose == over) }
  :: atomic { !isExited && onClose == running -> onClose = over; SAY("| application: the onClose hook ends\n") }
  :: atomic { !isExited && onClose == running -> onClose = hanging; SAY("| application: the onClose hook hangs\n") }
  :: atomic { !isExited && onClose == hanging -> onClose = over; SAY("| time: the onClose hook is late\n") }
  :: atomic { !isExited && step == finishing && onClose == over ->
      step = settled; SAY("| server: close() settles\n");
      CLAIM(portReleased, !isListening && !isAnyOpen) }
  :: atomic { step == settled || isExited -> break }
  od
}

ltl closes { <> (step == settled || isExited) }
