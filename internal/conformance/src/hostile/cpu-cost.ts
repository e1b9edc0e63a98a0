import type { Subject } from '../subject.ts';

/** Sent in one piece, so that what a connection costs counts for little. */
const TIMES = 3;
const ROUNDS = 3;

/** How many times the processor time of an innocent request is still linear: a square of a few thousand is far from it. */
const TOLERABLE = 20;

/**
 * Which requests take more than {@link TOLERABLE} times the processor time of an innocent one of about their length, and how many
 * times that is. Reading 8 kB quadratically costs some hundred times more than reading them once, on any machine.
 */
export async function findDear(
  subject: Subject,
  innocent: string,
  requests: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const cheap = await leastCost(subject, innocent, 0);
  const dear: Record<string, number> = {};
  for (const [name, request] of Object.entries(requests)) {
    const times = (await leastCost(subject, request, cheap * TOLERABLE)) / cheap;
    if (times > TOLERABLE) dear[name] = Math.round(times);
  }
  return dear;
}

/** The least of some rounds, in microseconds; a round that is good enough is the last. */
async function leastCost(subject: Subject, request: string, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least > enough; round++) {
    least = Math.min(least, await costOf(subject, request));
  }
  return Math.max(least, 1);
}

/** Of this process, which is the client too. */
async function costOf(subject: Subject, request: string): Promise<number> {
  const before = process.cpuUsage();
  await subject.exchange(request.repeat(TIMES), { responses: TIMES, timeout: 20_000 });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
