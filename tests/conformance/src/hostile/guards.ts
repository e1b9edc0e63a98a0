import { expect } from 'vitest';
import { ask, converse, requestText } from '../subject.ts';
import { expectEach, guardedFiles, statuses } from './guarded-files.ts';
import type { HostileCases } from './hostile-case.ts';
import type { guardRows } from './rows.ts';

/** A guard before files at the root: no spelling of a guarded path shows a file. */
export const guards: HostileCases<keyof typeof guardRows> = {
  'two slashes before a guarded path': {
    'there is no such file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), ['//admin/secret.txt', '///admin//secret.txt']),
  },
  'an escaped slash in a guarded path': {
    'there is no such file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), ['/admin%2Fsecret.txt', '/admin%2fsecret.txt']),
  },
  'an escaped letter in a guarded path': {
    'the guard runs': async (arena) =>
      expectEach(401, await arena.serve(guardedFiles(arena)), [
        '/%61dmin/secret.txt',
        '/%61%64%6D%69%6e/secret.txt',
      ]),
  },
  'dot segments before a guarded path': {
    'the guard runs': async (arena) =>
      expectEach(401, await arena.serve(guardedFiles(arena)), [
        '/./admin/secret.txt',
        '/x/../admin/secret.txt',
        '/x/%2e%2e/admin/secret.txt',
        '/x/.%2E/./admin/secret.txt',
        '/../../admin/secret.txt',
      ]),
  },
  'dot segments after escaped slashes': {
    'there is no such file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '/x%2F..%2Fadmin/secret.txt',
        '/%2Fadmin/secret.txt',
        '/x%2f%2e%2e%2fadmin%2fsecret.txt',
      ]),
  },
  'another spelling of a guarded path': {
    'the guard runs, or there is no such file': async (arena) =>
      expect(
        await statuses(await arena.serve(guardedFiles(arena)), [
          '/ADMIN/secret.txt',
          '/admin;x/secret.txt',
          '/admin%252Fsecret.txt',
          '/admin%5Csecret.txt',
          '/admin%00/secret.txt',
          'http://localhost/admin/secret.txt',
          'http://localhost//admin/secret.txt',
        ]),
      ).toEqual({
        '/ADMIN/secret.txt': 401,
        '/admin;x/secret.txt': 404,
        '/admin%252Fsecret.txt': 404,
        '/admin%5Csecret.txt': 404,
        '/admin%00/secret.txt': 404,
        'http://localhost/admin/secret.txt': 401,
        'http://localhost//admin/secret.txt': 404,
      }),
  },
  'hidden files': {
    'there is no such file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '/.env',
        '/%2eenv',
        '/.git/config',
        '/x/../.env',
        '/%2Egit/config',
      ]),
  },
  'a Host before a guarded path': {
    'the guard runs, or nothing does': async (arena) => {
      const subject = await arena.serve(guardedFiles(arena));
      for (const Host of ['a/abc?', 'evil@a', 'a:99999', '', 'a/../', 'a#', '[::1']) {
        const { status } = await ask(subject, 'GET', '/admin/secret.txt', { Host });
        expect([400, 401], `Host: ${Host}`).toContain(status);
      }
    },
  },
  'a head that can be read in two ways': {
    'it is refused, and the connection closed': async (arena) => {
      let handled = 0;
      const subject = await arena.serve((app) => {
        app.use((_req, res) => res.send(String(++handled)));
      });
      const heads = [
        'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
        'GET / HTTP/1.1\r\n\r\n',
        'BREW / HTTP/1.1\r\nHost: a\r\n\r\n',
        requestText('POST', '/', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n'),
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      ];
      for (const head of heads) {
        const text = await converse(subject.connect(), head);
        expect(text, head).toMatch(/^HTTP\/1\.1 (?:400|501) [\s\S]*\r\nConnection: close\r\n/);
      }
      expect(handled).toBe(0);
    },
  },
};
