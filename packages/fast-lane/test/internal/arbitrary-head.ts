/** @module Generates ordinary heads. */

import fc from 'fast-check';
import { fieldName, fieldValue } from './arbitrary-headers.ts';

/** The parts of a head. */
export interface OrdinaryHead {
  readonly method: string;
  readonly target: string;
  readonly lines: readonly string[];
}

const SPECIAL =
  /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|trailer|proxy-connection)$/i;

const target: fc.Arbitrary<string> = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  })
  .map((text) => `/${text.replaceAll('#', '?')}`);

const line: fc.Arbitrary<string> = fc
  .tuple(
    fieldName.map((name) => (SPECIAL.test(name) ? `${name}-` : name)),
    fieldValue,
  )
  .map((field) => field.join(':'));

const connection: fc.Arbitrary<string> = fc.constantFrom(
  'Connection: keep-alive',
  'connection:Keep-Alive',
  'CONNECTION:  keep-ALIVE',
);

export const ordinaryHead: fc.Arbitrary<OrdinaryHead> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    target,
    lines: fc.array(line, { maxLength: 6 }),
    special: fc.subarray(['Host: a', 'Connection', 'Content-Length'], { minLength: 1 }),
    connection,
    content: fc.nat(20),
    places: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
  })
  .map((parts) => {
    const lines = [...parts.lines];
    const mayHaveContent = /^P/.test(parts.method);
    const special = new Set(['Host: a', ...parts.special]);
    for (const [i, name] of [...special].entries()) {
      const length = mayHaveContent ? parts.content : 0;
      const text =
        { Connection: parts.connection, 'Content-Length': `Content-Length: ${length}` }[name] ?? name;
      lines.splice(Number(parts.places[i]) % (lines.length + 1), 0, text);
    }
    return { method: parts.method, target: parts.target, lines };
  });

/** The head as text, one character for each byte. */
export function headOf({ method, target: path, lines }: OrdinaryHead): string {
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
