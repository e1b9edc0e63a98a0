// Clients that read files whole, slowly, or not to their end, and look at what they are sent.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { between, happens, pick } from '../load/chance.mjs';
import { FileReader } from './file-reader.mjs';
import { letters, steady } from './tree.mjs';

/**
 * @typedef {object} Tally
 * @property {number} answered
 * @property {number} torn Files that were cut while they were sent: their connections ended.
 * @property {number} left Downloads that a client left.
 * @property {number} slow Downloads that were read in sips, to their end.
 * @property {number} unread Requests in a row of which nothing was read.
 * @property {string[]} faults
 *
 * @typedef {{ path: string, fields: string, length: number | undefined, bytes: string, status: number[] }} Asked `bytes` are those that it may be made of.
 */

/** Milliseconds without an answer after which it is missing. */
const patience = 30_000;
const names = /** @type {(keyof typeof steady)[]} */ (Object.keys(steady));

/** One request after the other, or some in a row. @param {number} port @param {Tally} tally */
export async function whole(port, tally) {
  const reader = await open(port);
  for (let round = between(1, 30); round > 0; round--) {
    const row = Array.from({ length: pick([1, 1, 1, 5]) }, anyRequest);
    reader.socket.write(row.map(textOf).join(''));
    for (const asked of row) if (!(await expectAnswer(reader, asked, tally))) return;
  }
  reader.socket.destroy();
}

/** Leaves a download. @param {number} port @param {Tally} tally */
export async function leaving(port, tally) {
  const { socket } = await open(port);
  socket.write(textOf(steadyRequest('large.bin')));
  await Promise.race([once(socket, 'data'), wait(patience)]);
  await wait(between(0, 20));
  if (happens(0.5)) socket.destroy();
  else socket.resetAndDestroy();
  tally.left++;
}

/** Reads a large file in sips. @param {number} port @param {Tally} tally */
export async function slow(port, tally) {
  const reader = await open(port);
  const asked = steadyRequest('large.bin');
  reader.socket.write(textOf(asked));
  const timer = setInterval(() => {
    reader.socket.pause();
    setTimeout(() => reader.socket.resume(), 150);
  }, 200);
  await expectAnswer(reader, asked, tally);
  clearInterval(timer);
  reader.socket.destroy();
  tally.slow++;
}

/** A thousand requests in a row, and nothing is read. @param {number} port @param {Tally} tally */
export async function unread(port, tally) {
  const { socket } = await open(port);
  socket.pause();
  const requests = Array.from({ length: 1_000 }, () => textOf(steadyRequest(pick(names)))).join('');
  socket.write(requests);
  await wait(between(1_000, 3_000));
  socket.destroy();
  tally.unread += 1_000;
}

/** @param {keyof typeof steady} name @returns {Asked} */
function steadyRequest(name) {
  const path = `${happens(0.3) ? '/snapshot' : ''}/${name}`;
  return { path, fields: '', length: steady[name], bytes: 'x', status: [200] };
}

/** @returns {Asked} */
function anyRequest() {
  const name = pick(names);
  const asked = steadyRequest(name);
  const kind = between(1, 10);
  if (kind <= 4) return asked;
  if (kind === 5 && steady[name] > 600) {
    const [from, to] = [between(0, 200), between(300, 500)];
    return { ...asked, fields: `Range: bytes=${from}-${to}\r\n`, length: to - from + 1, status: [206] };
  }
  if (kind === 6) return { ...asked, fields: 'If-None-Match: *\r\n', length: 0, status: [304] };
  if (kind === 7) {
    return { ...asked, path: `/${pick(['none', 'no/such/file', 'deep/none'])}`, length: 0, status: [404] };
  }
  const changing = pick(['small.txt', 'large.bin', 'cut.bin']);
  return {
    path: `${happens(0.3) ? '/snapshot' : ''}/changing/${changing}`,
    fields: '',
    length: undefined,
    bytes: letters,
    status: [200, 404, 500],
  };
}

/** @param {Asked} asked */
function textOf({ path, fields }) {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
}

/** @param {number} port */
async function open(port) {
  const reader = new FileReader(connect(port, '127.0.0.1'));
  await once(reader.socket, 'connect').catch(() => {});
  return reader;
}

/** @param {FileReader} reader @param {Asked} asked @param {Tally} tally */
async function expectAnswer(reader, asked, tally) {
  const answer = await reader.next(patience);
  if (answer === undefined) {
    // Of a file that is cut while it is sent the rest isn't there: all that is left is to end the connection.
    if (asked.path.endsWith('cut.bin') && reader.socket.destroyed) tally.torn++;
    else tally.faults.push(`${asked.path} has no answer`);
    reader.socket.destroy();
    return false;
  }
  const { status, length, byte, isPure } = answer;
  if (!asked.status.includes(status)) tally.faults.push(`${asked.path} was answered ${status}`);
  if (asked.length !== undefined && length !== asked.length) {
    tally.faults.push(`${asked.path} was sent with ${length} bytes instead of ${asked.length}`);
  }
  if (!isPure || !asked.bytes.includes(byte))
    tally.faults.push(`${asked.path} was sent with another's bytes`);
  tally.answered++;
  return true;
}
