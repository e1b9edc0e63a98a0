// Called by scripts/docs.mjs, which has no access to the packages that are installed here.
import { createServer } from 'vitepress';
import { docs } from './pages.mjs';

/**
 * Serves the site and reloads it when a page changes.
 *
 * @param {number | undefined} port A free one from 5173 on, unless given.
 * @returns {Promise<string>} The address.
 */
export async function serveSite(port) {
  const server = await createServer(docs, { ...(port !== undefined && { port, strictPort: true }) });
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}
