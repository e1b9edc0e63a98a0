import { expect } from 'vitest';
import { ask } from '../subject.ts';
import { deny, expectEach, guardedFiles } from './guarded-files.ts';
import type { HostileCases, HostileHandler } from './hostile-case.ts';
import type { pathRows } from './rows.ts';

const showsPath: HostileHandler = (req, res) => res.json([req.pathname, req.url]);

/** Paths that a guard and a handler could read differently. */
export const paths: HostileCases<keyof typeof pathRows> = {
  'a separator that only the file server decodes': {
    'an escaped separator is data in a segment, and no file has it': async (arena) => {
      const subject = await arena.serve((app) => {
        app.use('/files/admin', deny);
        app.use('/files', arena.serveStatic(arena.files.root));
      });
      await expectEach(404, subject, ['/files/admin%2Fsecret.txt', '/files%2Fadmin/secret.txt']);
      await expectEach(401, subject, ['/files/admin/secret.txt', '/files/%61dmin/secret.txt']);
    },
  },
  'slashes that only the file system folds': {
    'a path with an empty segment names no file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '//admin/secret.txt',
        '//open.txt',
        '/x//open.txt',
      ]),
    'a guard sees an empty segment after its prefix': async (arena) =>
      expectEach(401, await arena.serve(guardedFiles(arena)), ['/admin//secret.txt']),
  },
  'a separator of another system': {
    'a backslash, escaped or not, names no file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '/admin%5Csecret.txt',
        '/admin\\secret.txt',
        '/x\\..\\admin\\secret.txt',
        '/x%5c%2e%2e%5cadmin/secret.txt',
      ]),
  },
  'a mount with an escape in its prefix': {
    'one canonical prefix is taken off every spelling, and the rest stays escaped': async (arena) => {
      const subject = await arena.serve((app) => {
        app.use('/api/é', showsPath);
        app.use('/api/v1', showsPath);
      });
      const shown: unknown[] = [];
      for (const target of ['/api/%C3%A9/h', '/api/%c3%a9/h', '/%61pi/%c3%A9/h', '/api/v1/admin%2Fx'])
        shown.push(JSON.parse((await ask(subject, 'GET', target)).body)[0]);
      expect(shown).toEqual(['/h', '/h', '/h', '/admin%2Fx']);
    },
  },
  'a separator decoded before the file is looked for': {
    'neither once nor twice escaped does it name a file': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '/x%2F..%2F..%2Fsecret.txt',
        '/..%2Fsecret.txt',
        '/admin%252Fsecret.txt',
        '/x%2Fopen.txt',
      ]),
  },
  'dot segments after a parameter or a prefix': {
    'they are gone before anything is matched, and the hook of files sees what is left': async (arena) => {
      const seen: string[] = [];
      const setHeaders = (_res: unknown, path: string): void =>
        void seen.push(path.slice(arena.files.root.length));
      const subject = await arena.serve((app) => {
        app.use('/admin', deny);
        app.get('/p/:any/*rest', deny);
        app.use('/p', arena.serveStatic(arena.files.root, { setHeaders }));
      });
      await expectEach(404, subject, ['/p/../../secret.txt', '/p/x/../../admin%2Fsecret.txt']);
      await expectEach(401, subject, ['/p/x/../../admin/secret.txt', '/p/x/%2e%2e/admin/secret.txt']);
      await expectEach(200, subject, ['/p/x/../open.txt', '/p/%2e/open.txt']);
      expect(seen.map((path) => path.replaceAll('\\', '/'))).toEqual(['/open.txt', '/open.txt']);
    },
  },
  'a list of a directory outside the root': {
    'a path above the root has no file, and no directory is listed': async (arena) => {
      const subject = await arena.serve((app) => {
        app.use(arena.serveStatic(arena.files.root));
      });
      await expectEach(404, subject, ['/../', '/%2e%2e/', '/..', '/x/../../', '/../open.txt']);
      await expectEach(404, subject, ['/x/', '/up/', '/up', '/up/secret.txt', '/administrator/']);
    },
    'a list that is asked for shows what is served, and nothing next to or above it': async (arena) => {
      const subject = await arena.serve((app) => {
        app.use('/admin', deny);
        app.use(arena.serveStatic(arena.files.root, { list: true, index: false }));
      });
      await expectEach(404, subject, ['/../', '/x/../../']);
      for (const target of ['/', '/x/%2e%2e/', '/..;/../', '/?/../']) {
        const { status, body } = await ask(subject, 'GET', target, { Accept: 'text/html' });
        expect([status, body.includes('open.txt')], target).toEqual([200, true]);
        expect(body, target).not.toMatch(/\.env|\.git|publicevil|"up"|secret\.txt/);
      }
      await expectEach(401, subject, ['/admin/', '/x/../admin/', '/%61dmin']);
      await expectEach(404, subject, ['/up/', '//admin/', '/.git/', '/admin%2F']);
    },
  },
  'a directory that redirects to another host': {
    'no redirect of files leaves the origin': async (arena) => {
      const subject = await arena.serve((app) => {
        app.use(arena.serveStatic(arena.files.root));
        app.use('/files', arena.serveStatic(arena.files.root));
      });
      for (const target of [
        '//evil.example/%2e%2e',
        '//evil.example/..',
        '/\\evil.example/..',
        '//evil.example/../x',
        '///evil.example/%2e%2e/x',
        '/%5Cevil.example/%2e%2e/x',
        '/files//evil.example/../../x',
        'http://evil.example/x',
        'http://evil.example//x',
        '/x?//evil.example',
        '/x',
      ]) {
        const { headers } = await ask(subject, 'GET', target);
        expect(headers.location ?? '/', target).toMatch(/^\/(?![/\\])/);
      }
    },
  },
  'separators at the beginning': {
    'a run of them is no way around a guard': async (arena) => {
      const subject = await arena.serve(guardedFiles(arena));
      await expectEach(404, subject, ['//', '/\\']);
      for (const target of [
        '//admin/secret.txt',
        '/\\admin/secret.txt',
        '/%5C/admin/secret.txt',
        '/%2F/admin/',
      ])
        expect((await ask(subject, 'GET', target)).status, target).toBe(404);
    },
  },
  'dot segments in the path of a file': {
    'nothing above the root is served, in any spelling': async (arena) => {
      const subject = await arena.serve((app) => {
        app.use(arena.serveStatic(arena.files.root, { dotfiles: 'allow' }));
      });
      await expectEach(404, subject, [
        '/../secret.txt',
        '/%2e%2e/secret.txt',
        '/x/../../secret.txt',
        '/..%2fsecret.txt',
        '/..%5csecret.txt',
        '/....//secret.txt',
        '/.%00./secret.txt',
      ]);
    },
    'nor by a name that a handler takes from the target': async ({ serve, files }) => {
      const subject = await serve((app) => {
        app.get('/file/:name', (req, res) => res.sendFile(String(req.params.name), { root: files.root }));
        app.get('/files/*path', (req, res) =>
          res.sendFile((req.params.path as string[]).join('/'), { root: files.root }),
        );
      });
      for (const target of [
        '/file/..%2fsecret.txt',
        '/file/%2e%2e%2fsecret.txt',
        '/file/x%2f..%2f..%2fsecret.txt',
        '/file/.env',
        '/file/..%5csecret.txt',
        '/file/%00secret.txt',
        '/files/..%2f../secret.txt',
        '/files/%2Fetc/passwd',
      ])
        expect([400, 403, 404], target).toContain((await ask(subject, 'GET', target)).status);
    },
  },
  'a root whose name begins another': {
    'its twin is another directory': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '/../publicevil/secret.txt',
        '/..%2Fpublicevil/secret.txt',
        '/evil/secret.txt',
      ]),
  },
  'names of devices and drives': {
    'they are not files': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        '/CON',
        '/aux.txt',
        '/c:',
        '/c:/secret.txt',
        '/c:open.txt',
        '/open.txt::$DATA',
        '/NUL/',
      ]),
    'a name that no file can have is not found': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), [
        `/${'a'.repeat(300)}`,
        `/${'a'.repeat(14_000)}`,
        `/${'a/'.repeat(7_000)}`,
        `/${'x/'.repeat(2_500)}open.txt`,
        '/open.txt/x',
        '/open.txt/',
        '/open.txt%20',
        '/open.txt.',
        '/%ff',
        '/%c3%28',
        '/%ed%a0%80',
        '/%0d%0aSet-Cookie:%20a=1',
      ]),
  },
};
