import { join } from 'node:path';
import { serveStatic } from 'nextpress';
import { createApp } from './app.ts';

const app = createApp();
const server = app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });

// Requests wait until this plugin has loaded.
app.register(async function pages(scope) {
  const root = join(import.meta.dirname, '..');
  if (process.env.NODE_ENV === 'development') {
    // Vite compiles files on request, and updates the page over a WebSocket of the same server.
    const vite = await import('vite');
    const front = await vite.createServer({
      root: join(root, 'client'),
      server: { middlewareMode: true, hmr: { server } },
    });
    scope.use(front.middlewares);
    scope.addHook('onClose', () => front.close());
  } else {
    // The names of assets change with their content.
    scope.use('/assets', serveStatic(join(root, 'dist/assets'), { maxAge: '1y', immutable: true }));
    scope.use(serveStatic(join(root, 'dist'), { fallback: 'index.html' }));
  }
});
