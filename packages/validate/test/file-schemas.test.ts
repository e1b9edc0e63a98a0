import { expect, test } from 'vitest';
import { SchemaCompiler } from '../src/compile-schema.ts';
import { withFiles } from '../src/json-schema/file-schemas.ts';

const place = {
  location: 'body',
  unknownKeys: 'keep',
  hasFiles: true,
  maxErrors: 20,
} as const;
const validate = (schema: object, value: unknown, unknownKeys: 'keep' | 'strip' = 'keep'): unknown =>
  new SchemaCompiler({}).compile(schema, { ...place, unknownKeys }, 'schema').validate(value);

const photo = { type: 'string', format: 'binary', minLength: 2, maxLength: 5, contentMediaType: 'image/png' };
const form = {
  type: 'object',
  properties: { title: { type: 'string' }, photo, more: { type: 'array', items: { $ref: '#/$defs/file' } } },
  required: ['photo'],
  $defs: { file: { type: 'string', format: 'binary' } },
};
const png = (size: number): File => new File(['x'.repeat(size)], 'a.png', { type: 'image/png' });

test('a file is valid, and is returned unchanged', () => {
  const value = { title: 'a', photo: png(5), more: [png(0)] };
  expect(validate(form, value)).toEqual({ value });
  expect((validate(form, { ...value, other: 1 }, 'strip') as { value: typeof value }).value.photo).toBe(
    value.photo,
  );
});

test.each([
  ['a string', 'x', 'type', 'must be a file'],
  ['an object', {}, 'type', 'must be a file'],
  ['a large file', png(6), 'maxLength', 'must have at most 5 bytes'],
  ['a small file', png(1), 'minLength', 'must have at least 2 bytes'],
  ['a file of another type', new File(['xx'], 'a.png'), 'contentMediaType', 'must have type image/png'],
])('%s is an issue', (_name, value, keyword, message) => {
  expect(validate(form, { photo: value })).toEqual({
    issues: [{ location: 'body.photo', message, keyword }],
  });
});

test('files behind references and in lists are checked, and all issues are reported', () => {
  expect(validate(form, { photo: 'x', more: ['y'] })).toEqual({
    issues: [
      { location: 'body.photo', message: 'must be a file', keyword: 'type' },
      { location: 'body.more[0]', message: 'must be a file', keyword: 'type' },
    ],
  });
});

test('alternatives allow a file of one of several types', () => {
  const alternatives = ['image/png', 'image/gif'].map((contentMediaType) => ({ ...photo, contentMediaType }));
  const schema = { type: 'object', properties: { photo: { anyOf: alternatives } } };
  expect(validate(schema, { photo: png(3) })).toHaveProperty('value');
  expect(validate(schema, { photo: new File(['xx'], 'a') })).toHaveProperty('issues');
});

test('outside of bodies, a binary string is a string', () => {
  const schema = { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } };
  const compiled = new SchemaCompiler({}).compile(schema, { ...place, hasFiles: false }, 'schema');
  expect(compiled.validate({ photo: 'x' })).toHaveProperty('value');
});

test('a schema without files is returned unchanged', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { anyOf: [true, { type: 'null' }] } },
  };
  expect(withFiles(schema)).toBe(schema);
  expect(withFiles(form)).toBe(withFiles(form));
});
