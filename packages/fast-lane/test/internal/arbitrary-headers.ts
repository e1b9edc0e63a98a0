/** @module Generates header lines. */

import fc from 'fast-check';

/** A name and a value, as they appear in a line. */
export type Field = readonly [name: string, value: string];

const NAMES = [
  'Age',
  'Authorization',
  'Content-Type',
  'Cookie',
  'cOOKIE',
  'From',
  'Host',
  'host',
  'If-Modified-Since',
  'Referer',
  'Server',
  'Set-Cookie',
  'set-cookie',
  'User-Agent',
  'Vary',
  'X-Forwarded-For',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'x-a',
  'X-A',
  '0',
  '17',
];

const tchar: fc.Arbitrary<string> = fc.constantFrom(..."!#$%&'*+-.^_`|~0189abyzABYZ");
const fieldContent: fc.Arbitrary<string> = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .map((code) => (code === 0x7f ? '\t' : String.fromCharCode(code))),
  maxLength: 12,
});

export const fieldName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
  fc.string({ unit: tchar, minLength: 1, maxLength: 9 }),
);

/** Values with every allowed byte, and spaces and tabs around them. */
export const fieldValue: fc.Arbitrary<string> = fc.oneof(
  fieldContent,
  fieldContent.map((value) => ` ${value}`),
  fc.constantFrom('', ' ', ' \t', ' a', 'a ', '\ta\t', ' \xa0a\xa0', ' a  b'),
);

export const fields: fc.Arbitrary<Field[]> = fc.array(fc.tuple(fieldName, fieldValue), { maxLength: 14 });

/** The header lines, and the empty line after them. */
export function linesOf(list: readonly Field[]): string {
  return `${list.map(([name, value]) => `${name}:${value}\r\n`).join('')}\r\n`;
}

/** The list that Node builds from them: names as sent, values without surrounding spaces. */
export function rawHeadersOf(list: readonly Field[]): string[] {
  return list.flatMap(([name, value]) => [name, value.replace(/^[ \t]+|[ \t]+$/g, '')]);
}
