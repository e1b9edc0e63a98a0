import { connect } from 'node:net';
import { readResponse, withoutDate } from './response.mjs';

/**
 * Asks a server each of the scenario's requests, on a connection of its own, and compares what it says with what must
 * be said.
 *
 * @param {string} name Of the server, for the error.
 * @param {number} port
 * @param {Pick<import('./scenarios.mjs').Scenario, 'requests' | 'answer' | 'fields'>} scenario
 * @returns {Promise<string[]>} the responses' texts, as they came
 */
export async function checkAnswers(name, port, { requests, answer, fields = {} }) {
  /** @type {Map<Buffer, string>} */
  const known = new Map();
  for (const request of new Set(requests)) {
    const response = await ask(port, request);
    const type = response.fields.get('content-type')?.split(';', 1)[0];
    const said = [response.status, type, response.body];
    const wanted = [200, 'application/json', answer];
    for (const [field, value] of Object.entries(fields)) {
      said.push(`${field}: ${response.fields.get(field)}`);
      wanted.push(`${field}: ${value}`);
    }
    if (said.join(' ') !== wanted.join(' ')) {
      throw new Error(`${name} answers\n${said.join(' ')}\nand not\n${wanted.join(' ')}`);
    }
    known.set(request, response.text);
  }
  return requests.map((request) => known.get(request) ?? '');
}

/**
 * Servers that differ in the lane alone must say the same, byte for byte, the date apart.
 *
 * @param {ReadonlyMap<string, readonly string[]>} texts By variant.
 * @param {readonly (readonly string[])[]} groups Of variants.
 */
export function compareAnswers(texts, groups) {
  for (const group of groups) {
    const [first, ...others] = group.filter((variant) => texts.has(variant));
    if (first === undefined) continue;
    const wanted = texts.get(first)?.map(withoutDate);
    for (const other of others) {
      const said = texts.get(other)?.map(withoutDate);
      const place = said?.findIndex((text, index) => text !== wanted?.[index]) ?? 0;
      if (place === -1) continue;
      throw new Error(`${other} answers\n${said?.[place]}\nand ${first}\n${wanted?.[place]}`);
    }
  }
}

/** @param {number} port @param {Buffer} request @returns {Promise<import('./response.mjs').Response>} */
function ask(port, request) {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('latin1');
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer to\n${request}`)));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the connection was closed after\n${text}`)));
    socket.on('data', (chunk) => {
      text += chunk;
      const response = readResponse(text);
      if (response === undefined) return;
      resolve(response);
      socket.destroy();
    });
  });
}
