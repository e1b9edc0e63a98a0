import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from 'nextpress';
import { createApp } from './app.ts';

const root = join(import.meta.dirname, '..');
const isDevelopment = process.env.NODE_ENV === 'development';
const app = createApp();

if (!isDevelopment) {
  if (!existsSync(join(root, 'dist'))) throw new Error('The page is not built. Run: {{run}} build');
  // The build puts content hashes into asset names.
  app.use('/assets', serveStatic(join(root, 'dist/assets'), { maxAge: '1y', immutable: true }));
  app.use(serveStatic(join(root, 'dist'), { fallback: 'index.html' }));
}

const server = app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });

if (isDevelopment) {
  // Requests wait for this plugin. Vite compiles files on request, and updates the page over a WebSocket on the same server.
  app.register(async function page(scope) {
    const vite = await import('vite');
    const front = await vite.createServer({
      root: join(root, 'client'),
      server: { middlewareMode: true, hmr: { server } },
    });
    scope.use('/', front.middlewares);
    scope.addHook('onClose', () => front.close());
  });
}
