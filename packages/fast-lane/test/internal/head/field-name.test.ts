import { expect, test } from 'vitest';
import { type FieldName, fieldLine, fieldName, forgetValues } from '../../../src/internal/head/field-name.ts';

const known = (name: string): FieldName => fieldName(name) as FieldName;

test('a line is the same whether its value comes for the first, the second or the third time', () => {
  for (const value of ['text/plain', 'text/plain', 'text/plain', 'text/html', 7, 7, 7, '', '']) {
    expect(fieldLine(known('X-Line'), 'X-Line', value)).toBe(`X-Line: ${value}\r\n`);
  }
});

test('only a value that has come twice in succession is kept, and it is forgotten', () => {
  const name = known('X-Kept');
  const values = [];
  for (const value of ['a', 'b', 'b', 'c', 'b']) {
    fieldLine(name, 'X-Kept', value);
    values.push(name.value);
  }
  expect(values).toEqual([undefined, undefined, 'b', 'b', 'b']);
  forgetValues();
  expect([name.value, name.line]).toEqual([undefined, '']);
});

test('values that look alike are told apart', () => {
  const name = known('X-Alike');
  for (const value of ['abc', 'xbc', 'abc', 'xbc', 'xbc']) {
    expect(fieldLine(name, 'X-Alike', value)).toBe(`X-Alike: ${value}\r\n`);
  }
});

test('long values are not kept', () => {
  const name = known('X-Long');
  const value = 'a'.repeat(300);
  for (let times = 0; times < 3; times++) fieldLine(name, 'X-Long', value);
  expect(name.value).toBe(undefined);
});
