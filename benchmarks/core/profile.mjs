import { Session } from 'node:inspector/promises';

const session = new Session();

/** Samples the stack from here on, every 100 µs. */
export async function startProfile() {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
}

/**
 * The time that each function took itself, in microseconds, the longest first.
 *
 * @returns {Promise<{ place: string, time: number }[]>}
 */
export async function stopProfile() {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  /** @type {Map<string, number>} */
  const times = new Map();
  profile.samples?.forEach((id, index) => {
    const node = nodes.get(id);
    if (node === undefined) return;
    const { functionName, url, lineNumber } = node.callFrame;
    const file = url.startsWith('node:') ? url : url.split('/').slice(-3).join('/');
    const place = `${functionName || '(anonymous)'} ${file}${url === '' ? '' : `:${lineNumber + 1}`}`;
    times.set(place, (times.get(place) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  });
  return [...times].map(([place, time]) => ({ place, time })).sort((a, b) => b.time - a.time);
}
