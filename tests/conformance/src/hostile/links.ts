import { expectEach, guardedFiles } from './guarded-files.ts';
import type { HostileCases } from './hostile-case.ts';
import type { pathRows } from './rows.ts';

/** Symbolic links out of the root, which `createServer()` does not follow. Express does, and so does `express()`. */
export const links: HostileCases<keyof typeof pathRows> = {
  'a link that leaves the root': {
    'the file server does not follow it': async (arena) =>
      expectEach(404, await arena.serve(guardedFiles(arena)), ['/up/secret.txt', '/up/', '/up%2fsecret.txt']),
    'res.sendFile does not follow it': async ({ serve, files }) => {
      const subject = await serve((app) => {
        app.get('/file/:name', (req, res) => res.sendFile(String(req.params.name), { root: files.root }));
      });
      await expectEach(404, subject, ['/file/up%2fsecret.txt', '/file/x%2f..%2fup%2fsecret.txt']);
    },
  },
};
