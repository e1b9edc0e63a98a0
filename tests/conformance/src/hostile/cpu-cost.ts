import type { Subject } from '../subject.ts';

/** Requests sent in one piece, so that the cost of a connection counts for little. */
const REPETITIONS = 3;
const ROUNDS = 5;

/** Linear parsing stays below this multiple of the CPU time of a harmless request; quadratic parsing of 8 kB is far above it. */
const MAX_FACTOR = 20;

/** The requests that take more than {@link MAX_FACTOR} times the CPU time of a harmless one of about their length, with the factor. */
export async function findExpensive(
  subject: Subject,
  harmless: string,
  requests: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const base = await leastCost(subject, harmless, 0);
  const expensive: Record<string, number> = {};
  for (const [name, request] of Object.entries(requests)) {
    const factor = (await leastCost(subject, request, base * MAX_FACTOR)) / base;
    if (factor > MAX_FACTOR) expensive[name] = Math.round(factor);
  }
  return expensive;
}

/** The least of several rounds, in microseconds: other work of the process only adds to a round. */
async function leastCost(subject: Subject, request: string, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least > enough; round++) {
    least = Math.min(least, await costOf(subject, request));
  }
  return Math.max(least, 1);
}

/** CPU time of this process, which is client and server. */
async function costOf(subject: Subject, request: string): Promise<number> {
  const before = process.cpuUsage();
  await subject.exchange(request.repeat(REPETITIONS), { responses: REPETITIONS });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
