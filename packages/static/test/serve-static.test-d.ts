import type { Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveStatic } from '@nextpress/static';
import express from 'express';
import { expectTypeOf, test } from 'vitest';

test('the middleware is typed against node:http and fits Express', () => {
  expectTypeOf(serveStatic('.')).toEqualTypeOf<
    (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void
  >();
  express().use('/files', serveStatic(new URL('.', import.meta.url), { index: false, maxAge: '1d' }));
});

test('the options are checked', () => {
  serveStatic('.', {
    dotfiles: 'deny',
    setHeaders: (res, path, stats) => {
      expectTypeOf(res).toEqualTypeOf<ServerResponse>();
      expectTypeOf(path).toEqualTypeOf<string>();
      expectTypeOf(stats).toEqualTypeOf<Stats>();
    },
  });
  serveStatic(['.', new URL('.', import.meta.url)] as const, {
    precompressed: ['br', 'zstd', 'gzip'],
    mimeTypes: { mdx: 'text/markdown' },
    fallback: 'index.html',
    list: true,
    download: true,
  });
  // @ts-expect-error: browsers differ in this encoding
  serveStatic('.', { precompressed: ['deflate'] });
  // @ts-expect-error: there is no such option
  serveStatic('.', { maxage: 1 });
  // @ts-expect-error: one of three
  serveStatic('.', { dotfiles: 'hide' });
});
