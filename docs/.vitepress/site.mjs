// Called by scripts/docs.mjs, which cannot import the packages installed here.
import { createServer } from 'vitepress';
import { docs } from './pages.mjs';

/**
 * Serves the site and reloads it when a page changes.
 *
 * @param {number | undefined} port By default the first free port from 5173 on.
 * @returns {Promise<string>} The URL.
 */
export async function serveSite(port) {
  const server = await createServer(docs, { ...(port !== undefined && { port, strictPort: true }) });
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}
