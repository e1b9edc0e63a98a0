/** @module Chooses the worker for a connection. */

/** A worker that accepts connections. */
interface Candidate {
  readonly slot: number;
  /** Connections that were sent to it but not accepted yet. */
  readonly pending: number;
}

/** Returns the worker with the fewest pending connections, which avoids blocked workers; ties go to the first one. */
export function chooseIdlest<Worker extends Candidate>(workers: readonly Worker[]): Worker | undefined {
  return workers.reduce<Worker | undefined>(
    (idlest, worker) => (idlest === undefined || worker.pending < idlest.pending ? worker : idlest),
    undefined,
  );
}

/**
 * Returns the same worker for an address as long as that worker exists. When a worker leaves, only its own clients move
 * (rendezvous hashing).
 */
export function chooseByAddress<Worker extends Candidate>(
  workers: readonly Worker[],
  address: string,
): Worker | undefined {
  const seed = hash(address);
  let chosen: Worker | undefined;
  let highest = -1;
  for (const worker of workers) {
    const score = mix(seed ^ Math.imul(worker.slot + 1, 0x9e3779b1));
    if (score <= highest) continue;
    highest = score;
    chosen = worker;
  }
  return chosen;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}

/** MurmurHash3's final step, so that similar addresses get different scores. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
