import { type } from 'arktype';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeRoutes } from '../validated.ts';

/** Returns the media type that is documented for a body schema. */
async function mediaTypeOf(body: object): Promise<string | undefined> {
  const { document } = await describeRoutes([
    { methods: ['POST'], path: '/a', options: { schema: { body } } },
  ]);
  return Object.keys(document.paths['/a']?.post?.requestBody?.content ?? {})[0];
}

const file = { type: 'string', format: 'binary' };

test.each([
  ['zod', z.object({ photo: z.file().max(100).mime('image/png') })],
  ['a zod array', z.object({ photos: z.array(z.file()) })],
  ['valibot', v.object({ photo: v.pipe(v.file(), v.maxSize(100)) })],
  ['arktype', type({ photo: 'File' })],
  ['JSON Schema', { type: 'object', properties: { photo: file } }],
  ['a reference', { type: 'object', properties: { photo: { $ref: '#/$defs/file' } }, $defs: { file } }],
])('a body with a file declared with %s is multipart/form-data', async (_library, schema) => {
  expect(await mediaTypeOf(schema)).toBe('multipart/form-data');
});

test('a body without files is application/json, even if it is recursive', async () => {
  const node = { type: 'object', properties: { next: { $ref: '#' } }, $defs: { file } };
  expect(await mediaTypeOf(node)).toBe('application/json');
  expect(await mediaTypeOf(z.object({ name: z.string() }))).toBe('application/json');
});

test('the limits of a file are documented', async () => {
  const body = z.object({ photo: z.file().max(100).mime('image/png') });
  const { document } = await describeRoutes([
    { methods: ['POST'], path: '/a', options: { schema: { body } } },
  ]);
  expect(document.paths['/a']?.post?.requestBody).toEqual({
    required: true,
    content: {
      'multipart/form-data': {
        schema: expect.objectContaining({
          properties: {
            photo: expect.objectContaining({ ...file, maxLength: 100, contentMediaType: 'image/png' }),
          },
        }),
      },
    },
  });
});
