import { join } from 'node:path';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const folder = staticFolder();

  const { port } = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const file = Bun.file(join(folder, pathname));
      return (await file.exists()) ? new Response(file) : new Response('Not Found', { status: 404 });
    },
  });
  return { port };
}
