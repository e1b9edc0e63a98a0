import { join } from 'node:path';
import { serveStatic } from 'nextpress';

/**
 * Adds the files of a static site to an application.
 *
 * @param {import('nextpress').Application} app
 * @param {string} folder
 */
export function serveSite(app, folder) {
  // The build puts content hashes into these names, so browsers never have to revalidate.
  app.use(
    '/assets',
    serveStatic(join(folder, 'assets'), { maxAge: '1y', immutable: true, precompressed: ['br'] }),
  );
  // The page /routing is the file routing.html. Browsers revalidate it by ETag on each visit.
  app.use(serveStatic(folder, { extensions: ['html'], precompressed: ['br'] }));
  app.use((_req, res) => res.status(404).sendFile('404.html', { root: folder }));
}
