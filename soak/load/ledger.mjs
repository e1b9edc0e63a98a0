/** What became of the requests of all clients. */
export class Ledger {
  #nextId = 1;
  /** Requests sent. */
  asked = 0;
  /** Requests answered, each with its own answer, in its turn. */
  answered = 0;
  /** Requests whose client left, or whose connection their handler destroyed. */
  forgone = 0;
  /** Requests whose connection was closed with a server that was closing. */
  excused = 0;
  /** Answers that a closing server cut short: their handler had ended, their client hadn't read. */
  torn = 0;
  /** Connections made. */
  connections = 0;
  /** How often each kind of load was run to its end. @type {Record<string, number>} */
  runs;
  /** @type {Record<'order' | 'missing' | 'unasked' | 'other', string[]>} */
  faults = { order: [], missing: [], unasked: [], other: [] };

  /** @param {readonly string[]} kinds of load that are to be run */
  constructor(kinds) {
    this.runs = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  }

  nextId() {
    return this.#nextId++;
  }

  /** A load has come to its end. @param {string} kind */
  ran(kind) {
    this.runs[kind] = (this.runs[kind] ?? 0) + 1;
  }

  /** @param {keyof Ledger['faults']} kind @param {string} text */
  fault(kind, text) {
    // The first hundred tell enough.
    if (this.faults[kind].length < 100) this.faults[kind].push(text);
  }
}
