import { createServer } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { json } from 'body-parser';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonBody } from '../src/index.ts';

const servers: Listening[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The message of the error for a refused body. */
async function messageOf(parser: ReturnType<typeof json>, headers: object): Promise<string> {
  const server = await listen(
    createServer((req, res) => parser(req, res, (error?: unknown) => void res.end((error as Error).message))),
  );
  servers.push(server);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"a":1}',
  };
  return (await fetch(`http://127.0.0.1:${server.port}`, init)).text();
}

describe('the message of a refused body begins with that of body-parser, then says what is accepted', () => {
  test.each<[string, { limit?: number }, object, string]>([
    ['too long', { limit: 3 }, {}, 'The option "limit" of jsonBody() allows 3 bytes'],
    [
      'with an unknown charset',
      {},
      { 'Content-Type': 'application/json; charset=latin1' },
      'jsonBody() accepts utf-8, utf-16, utf-16le, utf-16be, utf-32, utf-32le, utf-32be',
    ],
    [
      'with an unknown content encoding',
      {},
      { 'Content-Encoding': 'x-unknown' },
      'jsonBody() accepts gzip, deflate and br, and zstd in newer versions of Node, unless its option "inflate" is false',
    ],
  ])('%s', async (_what, options, headers, remedy) => {
    const theirs = await messageOf(json(options), headers);
    expect(await messageOf(jsonBody(options), headers)).toBe(`${theirs}. ${remedy}`);
    const likeBodyParser = { ...options, [Symbol.for('nextpress.bodyParserVersion')]: 2 };
    expect(await messageOf(jsonBody(likeBodyParser), headers)).toBe(theirs);
  });
});
