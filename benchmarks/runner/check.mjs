import { createHash } from 'node:crypto';
import { request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Asks a server each of the scenario's requests, on a connection of its own, and compares what it says with what must
 * be said.
 *
 * @param {number} port
 * @param {Pick<import('../suite.mjs').Scenario, 'requests' | 'answer'>} scenario
 * @throws Error with the first answer that is another
 */
export async function checkAnswers(port, { requests, answer }) {
  const asked = await withEntityTags(port, requests);
  for (const [index, request] of asked.entries()) {
    const said = await answerOf(port, request);
    const wanted = answerTo(answer, index);
    const differences = differencesOf(said, wanted);
    if (differences.length === 0) continue;
    throw new Error(
      `the answer to ${request.method} ${request.path} is wrong:\n  ${differences.join('\n  ')}`,
    );
  }
}

/**
 * The requests as this server is asked them: those that revalidate get the entity tag of its own answer.
 *
 * @param {number} port
 * @param {readonly import('../suite.mjs').Request[]} requests
 * @returns {Promise<import('../suite.mjs').Request[]>}
 * @throws Error when an answer has none
 */
export function withEntityTags(port, requests) {
  return Promise.all(
    requests.map(async ({ revalidate = false, ...request }) => {
      if (!revalidate) return request;
      const { etag } = (await answerOf(port, request)).fields;
      if (typeof etag !== 'string') {
        throw new Error(`the answer to ${request.method} ${request.path} has no entity tag`);
      }
      return { ...request, headers: { ...request.headers, 'if-none-match': etag } };
    }),
  );
}

/** @param {import('../suite.mjs').Scenario['answer']} answer @param {number} index @returns {import('../suite.mjs').Answer} */
export function answerTo(answer, index) {
  if (!('status' in answer)) return /** @type {import('../suite.mjs').Answer} */ (answer[index]);
  return answer;
}

/**
 * @typedef {object} Said
 * @property {number} status
 * @property {Record<string, string | string[] | undefined>} fields
 * @property {Buffer} body
 */

/** @param {number} port @param {import('../suite.mjs').Request} request @returns {Promise<Said>} */
function answerOf(port, { method, path, headers = {}, body = '' }) {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, method, path, agent: false, timeout: 10_000 };
    const asked = ask({ ...options, headers: { ...headers, ...length } }, async (response) => {
      try {
        const { statusCode = 0, headers: fields } = response;
        resolve({ status: statusCode, fields, body: await buffer(response) });
      } catch (error) {
        reject(error);
      }
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path}`)));
    asked.on('error', reject);
    asked.end(body);
  });
}

/**
 * What an answer has that it must not have, in words.
 *
 * @param {Said} said
 * @param {import('../suite.mjs').Answer} wanted
 */
function differencesOf(said, { status, body, fields = {} }) {
  /** @type {string[]} */
  const differences = [];
  /** @param {string} what @param {unknown} is @param {unknown} must */
  const compare = (what, is, must) => {
    if (is !== must) differences.push(`${what} is ${JSON.stringify(is)} and not ${JSON.stringify(must)}`);
  };
  compare('status', said.status, status);
  for (const [name, value] of Object.entries(fields)) {
    const is = said.fields[name];
    if (value === '*' && is !== undefined) continue;
    const withoutParameters = name === 'content-type' && !value.includes(';');
    compare(name, withoutParameters && typeof is === 'string' ? is.split(';', 1)[0]?.trim() : is, value);
  }
  if (typeof body === 'string') {
    compare('body', said.body.toString(), body);
  } else if (body !== undefined) {
    compare('length', said.body.length, body.bytes);
    compare('SHA-256', createHash('sha256').update(said.body).digest('hex'), body.sha256);
  }
  return differences;
}
