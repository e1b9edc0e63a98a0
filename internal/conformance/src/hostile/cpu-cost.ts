import type { Subject } from '../subject.ts';

const TIMES = 3;
const ROUNDS = 3;

/**
 * How many times the processor time of an innocent request a hostile one of about the same length takes. A quadratic reading
 * of a head of 15 kB is some thousand times dearer than a linear one, so a bound of 20 tells them apart on any machine.
 */
export async function dearness(subject: Subject, hostile: string, innocent: string): Promise<number> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // By turns, and the first round is one more to warm up: the least of each counts.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, request] of [hostile, innocent].entries()) {
      const cost = await costOf(subject, request);
      least[index] = Math.min(least[index] ?? cost, cost);
    }
  }
  const [dear = 0, cheap = 0] = least;
  return dear / Math.max(cheap, 1);
}

/** Microseconds of this process, which is the client too. */
async function costOf(subject: Subject, request: string): Promise<number> {
  const before = process.cpuUsage();
  await subject.exchange(request.repeat(TIMES), { responses: TIMES, timeout: 20_000 });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** What {@link dearness} may be at most. */
export const TOLERABLE = 20;
