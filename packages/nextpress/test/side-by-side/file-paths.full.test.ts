// Generated paths, for every function that sends a file by its path, with Express 5 and 4.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'express';
import { afterAll, beforeAll, vi } from 'vitest';
import { get } from './ask.ts';
import { type Case, compare } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

const home = mkdtempSync(join(tmpdir(), 'side-by-side-file-paths-'));
const root = join(home, 'root');
for (const name of [
  'secret.txt',
  'root/a.txt',
  'root/dir/a.txt',
  'root/dir/index.html',
  'root/.h/a.txt',
  'root/.h/.h',
]) {
  mkdirSync(join(home, name, '..'), { recursive: true });
  writeFileSync(join(home, name), name);
  utimesSync(join(home, name), new Date('2026-01-02'), new Date('2026-01-02'));
}
beforeAll(() => void vi.spyOn(process, 'cwd').mockReturnValue(root));
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true });
});

const SEGMENTS = ['a.txt', 'dir', '.h', '.', '..', '', '%2e%2e', '%2E', '..%2fsecret.txt', '..\\secret.txt'];
const LAST = [
  ...SEGMENTS,
  'secret.txt',
  '%61.txt',
  '%',
  '%00',
  '\0',
  'é',
  'a%20b',
  'x'.repeat(300),
  '../root/a.txt',
];
const paths = [
  ...LAST,
  ...SEGMENTS.flatMap((first) => LAST.map((last) => `${first}/${last}`)),
  ...SEGMENTS.map((last) => `dir/../${last}/`),
  '/a.txt',
  '//a.txt',
];

type Send = (res: Response, path: string, done: (error?: Error) => void) => void;

const options = { dotfiles: 'allow', index: false };

/** Quoted by both versions. */
const NAME = 'a name';

const functions: Readonly<Record<string, Send>> = {
  'sendFile under a root': (res, path, done) => res.sendFile(path, { root }, done),
  'sendFile of an absolute path': (res, path, done) => res.sendFile(`${root}/${path}`, done),
  'sendFile under a hidden root': (res, path, done) => res.sendFile(path, { root: join(root, '.h') }, done),
  'sendFile of an absolute path below a hidden directory': (res, path, done) =>
    res.sendFile(`${root}/.h/${path}`, done),
  'sendFile with options': (res, path, done) => res.sendFile(path, { root, ...options } as never, done),
  'download under a root': (res, path, done) => res.download(path, NAME, { root } as never, done),
  'download of an absolute path': (res, path, done) => res.download(`${root}/${path}`, NAME, done),
  'download of a relative path': (res, path, done) => res.download(path, NAME, done),
};

const sendfile = (res: Response, ...given: unknown[]): void =>
  (res as unknown as { sendfile(...given: unknown[]): void }).sendfile(...given);

const functionsOf4: Readonly<Record<string, Send>> = {
  ...functions,
  'sendfile of a relative path': sendfile,
  'sendfile of a relative path below a directory': (res, path, done) => sendfile(res, `dir/${path}`, done),
  'sendfile of an absolute path': (res, path, done) => sendfile(res, `${root}/${path}`, done),
  'sendfile under a root': (res, path, done) => sendfile(res, path, { root }, done),
  'sendfile under a root that is named from': (res, path, done) => sendfile(res, path, { from: root }, done),
  'sendfile of hidden files': (res, path, done) => sendfile(res, path, { hidden: true }, done),
  'sendfile with options': (res, path, done) => sendfile(res, path, { root, ...options }, done),
  'sendFile with etag off': (res, path, done) => res.sendFile(path, { root, etag: false } as never, done),
};

/** Responds with the status and code of an error. */
const sends = (send: Send): Case => ({
  app: (express) =>
    express().get('/', (req, res) => {
      const path = paths[Number(req.query.path)] as string;
      // Express 4 spells the charset of a file in another way.
      res.setHeader('Content-Type', 'text/plain');
      try {
        send(res, path, (error?: Error & { status?: number; code?: string }) => {
          if (!error || res.headersSent) return;
          for (const name of res.getHeaderNames()) res.removeHeader(name);
          res.end(
            `${error.status} ${/^E[A-Z]+$/.test(error.code ?? '') ? error.code : ''} for ${JSON.stringify(path)}`,
          );
        });
      } catch (error) {
        res.end(`${(error as Error).name} for ${JSON.stringify(path)}`);
      }
    }),
  asks: paths.map((_, index) => get(`/?path=${index}`)),
});

const casesOf = (senders: Readonly<Record<string, Send>>): Record<string, Case> =>
  Object.fromEntries(Object.entries(senders).map(([name, send]) => [name, sends(send)]));

compare({ 'a path of a file': casesOf(functions) });
compare({ 'a path of a file, in Express 4': casesOf(functionsOf4) }, VERSION_4);
