import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, createServer, serveStatic } from '../src/index.ts';

// The law: if a file under a guarded prefix is served, its guard ran. Whatever the spelling.

const SECRET = 'the content of the guarded file';
let folder: string;
let guarded = 0;
const servers: Listening[] = [];

const guard = (_req: unknown, _res: unknown, next: () => void): void => {
  guarded++;
  next();
};

interface Arrangement {
  readonly name: string;
  /** Where the files are. */
  readonly base: string;
  make(): Application;
}

/** Ways to put a guard before the same files. */
const arrangements: readonly Arrangement[] = [
  {
    name: 'a file server at the root',
    base: '',
    make: () =>
      createServer()
        .use('/admin', guard)
        .use(serveStatic(folder, { dotfiles: 'allow' })),
  },
  {
    name: 'a guard whose prefix is spelled another way',
    base: '',
    make: () => createServer().use('/%61dmin/', guard).use(serveStatic(folder)),
  },
  {
    name: 'a file server under a prefix',
    base: '/files',
    make: () => createServer().use('/files/admin', guard).use('/files', serveStatic(folder)),
  },
  {
    name: 'an application mounted at the root',
    base: '',
    make: () => createServer().use(createServer().use('/admin', guard).use(serveStatic(folder))),
  },
  {
    name: 'an application mounted under a prefix',
    base: '/files',
    make: () => createServer().use('/files', createServer().use('/admin', guard).use(serveStatic(folder))),
  },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guard-law-'));
  mkdirSync(join(folder, 'admin', 'deep'), { recursive: true });
  mkdirSync(join(folder, 'x'));
  for (const file of ['admin/secret.txt', 'admin/deep/secret.txt', 'admin/index.html']) {
    writeFileSync(join(folder, file), SECRET);
  }
  writeFileSync(join(folder, 'public.txt'), 'public');
  for (const { make } of arrangements) servers.push(await listen(createHttpServer(make())));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

const escaped = (character: string): fc.Arbitrary<string> => {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  return fc.constantFrom(character, character, character, `%${hex}`, `%${hex.toUpperCase()}`, `%25${hex}`);
};
const spelled = (text: string): fc.Arbitrary<string> =>
  fc.tuple(...[...text].map(escaped)).map((parts) => parts.join(''));
const mostly = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const separator = mostly('/', '//', '/./', '/x/../', '/%2e/', '/x/%2E%2e/', '%2F', '%5C', '\\', '/;/', '/\t');
const suffix = mostly('', '?a=b', '#x', ';x', '%00', '/', '.', '%20', '?/../public.txt');
const origin = mostly('', 'http://localhost', 'http://other.example:80', '//localhost');

/** Spellings of the guarded files' paths, and of what is near them. */
const spellings = (base: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      origin,
      mostly(base, '', `${base}/x/..`, `/x/..${base}`),
      separator,
      fc.oneof(fc.constant('admin'), spelled('admin'), spelled('ADMIN'), fc.constant('admin.')),
      separator,
      fc.oneof(
        fc.constant('secret.txt'),
        spelled('secret.txt'),
        spelled('deep/secret.txt'),
        fc.constantFrom('', '..;/admin/secret.txt'),
      ),
      suffix,
    )
    .map((parts) => parts.join(''));

describe.each(arrangements.map(({ name, base }, at) => ({ name, base, at })))('$name', ({ base, at }) => {
  test('serves no guarded file past its guard', async () => {
    let served = 0;
    await fc.assert(
      fc.asyncProperty(spellings(base), async (spelling) => {
        guarded = 0;
        const server = servers[at] as Listening;
        const [response] = await exchange(server.port, `GET ${spelling} HTTP/1.1\r\nHost: a\r\n\r\n`, {
          responses: 1,
        });
        if (response?.body !== SECRET) return;
        served++;
        expect(guarded).toBe(1);
      }),
      { numRuns: 400 },
    );
    // Otherwise the generator would never come near the file, and the law would hold for nothing.
    expect(served).toBeGreaterThan(0);
  });
});
