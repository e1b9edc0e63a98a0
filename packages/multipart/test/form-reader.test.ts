// Generated forms, in chunks of any size, without a socket.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FormReader } from '../src/form-reader.ts';
import { compileMultipartSettings } from '../src/multipart-options.ts';
import type { Part } from '../src/part.ts';
import { ACCEPTED, contentTypeOf, REFUSED } from './inputs.ts';
import { BOUNDARY, CONTENT_TYPE, END, part } from './serve.ts';

const settings = compileMultipartSettings({ storage: false });

function read(
  chunks: readonly Buffer[],
  isWhole = true,
  contentType = CONTENT_TYPE,
): AsyncGenerator<Part, void, undefined> {
  const req = new IncomingMessage(new PassThrough() as unknown as Socket);
  const [, type] = contentType.split(': ');
  Object.assign(req.headers, { 'content-type': type, 'transfer-encoding': 'chunked' });
  for (const chunk of chunks) req.push(chunk);
  if (isWhole) {
    req.push(null);
    req.complete = true;
  }
  return new FormReader(req, new ServerResponse(req), settings).parts();
}

/** Pieces that look like delimiters. */
const piece = fc.constantFrom(
  'a',
  '\r',
  '\n',
  '\r\n',
  '-',
  '--',
  `--${BOUNDARY.slice(0, -1)}`,
  '\0',
  '\xff',
  BOUNDARY,
);
const content = fc
  .array(piece, { maxLength: 40 })
  .map((pieces) => Buffer.from(pieces.join(''), 'latin1'))
  .filter((bytes) => !Buffer.concat([Buffer.from('\r\n'), bytes]).includes(`\r\n--${BOUNDARY}`));
const name = fc
  .stringMatching(/^[a-zA-Z_[\]. äß€]{1,20}$/)
  .filter((text) => text !== '__proto__' && text !== '_charset_');
const generated = fc.record({ name, content, isFile: fc.boolean() });
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });

/** The sizes of the chunks, used in a cycle. */
function split(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const length = lengths[index % lengths.length] as number;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

function encode(parts: readonly { name: string; content: Buffer; isFile: boolean }[]): Buffer {
  const encoded = parts.map((each) => {
    const field = Buffer.from(each.name).toString('latin1');
    return part(`name="${field}"${each.isFile ? '; filename="a.txt"' : ''}`, each.content);
  });
  return Buffer.concat([...encoded, END]);
}

test('any form yields the same parts, however it is split into chunks', async () => {
  const property = fc.asyncProperty(fc.array(generated, { maxLength: 8 }), sizes, async (parts, lengths) => {
    const received: { name: string; content: Buffer; isFile: boolean }[] = [];
    for await (const each of read(split(encode(parts), lengths))) {
      const isFile = each.kind === 'file';
      const bytes = isFile ? await buffer(each.stream) : Buffer.from(each.value);
      received.push({ name: each.fieldName, content: bytes, isFile });
    }
    // Fields are text, so bytes that are not UTF-8 become U+FFFD.
    const expected = parts.map((each) =>
      each.isFile ? each : { ...each, content: Buffer.from(each.content.toString()) },
    );
    expect(received).toEqual(expected);
  });
  await fc.assert(property, { numRuns: caseCount(300) });
});

test('any form that is cut off anywhere is an error', async () => {
  const property = fc.asyncProperty(
    fc.array(generated, { minLength: 1, maxLength: 4 }),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    sizes,
    async (parts, share, lengths) => {
      const whole = encode(parts);
      // Without the last CRLF the form is complete.
      const cut = whole.subarray(0, Math.floor(share * (whole.length - 2)));
      const readAll = async (): Promise<void> => {
        for await (const each of read(split(cut, lengths)))
          if (each.kind === 'file') await buffer(each.stream);
      };
      await expect(readAll()).rejects.toMatchObject({ status: 400, code: 'ERR_MULTIPART_MALFORMED' });
    },
  );
  await fc.assert(property, { numRuns: caseCount(300) });
});

/** The outcome of a form: its parts, or the message of its error. */
async function outcomeOf(chunks: readonly Buffer[], contentType: string): Promise<unknown> {
  const received: unknown[] = [];
  try {
    for await (const each of read(chunks, true, contentType)) {
      const value = each.kind === 'file' ? [each.filename, String(await buffer(each.stream))] : each.value;
      received.push([each.fieldName, value]);
    }
  } catch (error) {
    return (error as Error).message;
  }
  return received;
}

test.each([...ACCEPTED, ...REFUSED])(
  'a form with $title has the same outcome in any two chunks',
  async (input) => {
    const { body } = input;
    const contentType = contentTypeOf(input);
    const expected =
      'values' in input ? Object.entries(input.values) : expect.stringContaining(input.message);
    const outcomes = [await outcomeOf(split(body, [1]), contentType)];
    for (let at = 1; at < body.length; at++) {
      outcomes.push(await outcomeOf([body.subarray(0, at), body.subarray(at)], contentType));
    }
    for (const outcome of outcomes) expect(outcome).toEqual(expected);
  },
);

test('a parsed part is yielded before the next chunk arrives', async () => {
  const parts = read([part('name="a"', '1'), Buffer.from(`--${BOUNDARY}`)], false);
  expect((await parts.next()).value).toEqual({ kind: 'field', fieldName: 'a', value: '1' });
  await parts.return();
});
