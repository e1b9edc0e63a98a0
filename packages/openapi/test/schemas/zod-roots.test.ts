import { expect, test } from 'vitest';
import { nameRoot } from '../../src/schemas/to-json-schema.ts';

const written = {
  $schema: 'x',
  $ref: '#/$defs/User',
  $defs: {
    Leaf: { type: 'number' },
    User: { type: 'object', properties: { leaf: { $ref: '#/$defs/Leaf' }, boss: { $ref: '#/$defs/User' } } },
  },
};

const root = { type: 'object', properties: { leaf: { $ref: '#/$defs/Leaf' }, boss: { $ref: '#' } } };

test.each([
  ['4.2', { $schema: 'x', id: 'User', ...root, $defs: { Leaf: { type: 'number' } } }, {}],
  ['4.4', { $schema: 'x', ...root, $defs: { Leaf: { type: 'number' } } }, { meta: () => ({ id: 'User' }) }],
  ['4.6', written, { meta: () => ({ id: 'User' }) }],
])('a named schema from zod %s becomes a definition', (_version, converted, schema) => {
  const { id: _id, ...named } = nameRoot(schema, converted);
  expect(named.$ref).toBe(written.$ref);
  const { User, Leaf } = named.$defs as Record<string, object>;
  expect(User).toMatchObject(written.$defs.User);
  expect(Leaf).toEqual(written.$defs.Leaf);
});

test('a schema without a name is returned unchanged', () => {
  expect(nameRoot({ meta: () => undefined }, root)).toBe(root);
  expect(nameRoot({}, root)).toBe(root);
});
