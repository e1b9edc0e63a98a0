import { createServer } from '@nextpress/server';
import { expectTypeOf, test } from 'vitest';
import { type FilePart, multipart, type UploadedFile } from '../src/index.ts';

const app = createServer();

test('handlers have the files and the parts of the form', () => {
  app.post('/a', multipart(), async (req) => {
    expectTypeOf(req.files).toEqualTypeOf<UploadedFile[]>();
    expectTypeOf(req.files[0]?.path).toEqualTypeOf<string | undefined>();
    expectTypeOf(await req.formData()).toEqualTypeOf<FormData>();
    for await (const part of req.parts()) {
      if (part.kind === 'file') expectTypeOf(part).toEqualTypeOf<FilePart>();
      else expectTypeOf(part.value).toEqualTypeOf<string>();
    }
  });
});

test('options are checked', () => {
  multipart({ storage: async ({ stream }) => stream.resume() });
  // @ts-expect-error not a storage
  multipart({ storage: 'disk' });
  // @ts-expect-error not a limit
  multipart({ limits: { fileSizes: 1 } });
});
