import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { batchesOfCycle } from './batches.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const run = promisify(execFile);

/**
 * Loads a server with wrk, which counts whole seconds. What it costs the server to accept the connections is part of
 * the window.
 *
 * @type {import('./load.mjs').Generate}
 */
export async function generate({ port, requests, statuses, connections, pipelining, ...window }, meter) {
  const folder = temporaryFolder();
  try {
    const script = join(folder.path, 'load.lua');
    writeFileSync(script, luaOf(requests, port, pipelining));
    /** @param {number} seconds */
    const load = async (seconds) => {
      const time = `${Math.max(1, Math.round(seconds))}s`;
      const options = ['--threads', '1', '--connections', `${connections}`, '--duration', time];
      const wrk = run('wrk', [...options, '--script', script, `http://127.0.0.1:${port}`]);
      const kill = () => wrk.child.kill('SIGKILL');
      process.once('exit', kill);
      const { stdout } = await wrk.finally(() => process.off('exit', kill));
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    };
    const { requests: warmedUp } = await load(Math.min(2, window.longestWarmUp));
    await meter.begin();
    const { errors, refusals, latency, ...outcome } = await load(window.seconds);
    await meter.end();
    const wanted = [...statuses].filter((status) => status > 399).length;
    const wrong = wanted === 0 ? refusals : wanted === statuses.size ? outcome.requests - refusals : 0;
    if (errors + wrong > 0) throw new Error(`${errors} errors, ${wrong} wrong statuses under load`);
    // It times a batch of pipelined requests as one, and then takes it for several.
    const told = { ...outcome, warmedUp, metered: outcome.requests };
    return pipelining === 1 ? { ...told, latency } : told;
  } finally {
    folder.remove();
  }
}

/** The script that sends the requests and prints the outcome as JSON. @param {readonly import('../suite.mjs').Request[]} requests @param {number} port @param {number} pipelining */
function luaOf(requests, port, pipelining) {
  const texts = requests.map((request) => textOf(request, port));
  const batches = batchesOfCycle(texts.length, pipelining).map((places) =>
    luaString(places.map((place) => texts[place]).join('')),
  );
  return `local batches = { ${batches.join(', ')} }
local place = 0
function request()
  place = place % #batches + 1
  return batches[place]
end
function done(summary, latency)
  local failures = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"errors":%d,"refusals":%d,"latency":{"p50":%f,"p95":%f,"p99":%f,"max":%f,"mean":%f}}\\n',
    summary.requests, summary.duration / 1e6,
    failures.connect + failures.read + failures.write + failures.timeout, failures.status,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, latency.mean / 1e3))
end
`;
}

/** A request as it is sent. @param {import('../suite.mjs').Request} request @param {number} port */
function textOf({ method, path, headers = {}, body = '' }, port) {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'keep-alive', ...headers });
  if (body !== '') fields.push(['Content-Length', `${Buffer.byteLength(body)}`]);
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** @param {string} text */
function luaString(text) {
  const bytes = Array.from(Buffer.from(text), (byte) => `\\${String(byte).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
}
