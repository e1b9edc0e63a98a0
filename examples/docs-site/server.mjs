// Serves the documentation of this repository: `npm run docs -- --build`, then `node examples/docs-site/server.mjs`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'nextpress';
import { serveSite } from './site.mjs';

const folder = process.env.SITE ?? fileURLToPath(new URL('../../docs/.vitepress/dist', import.meta.url));
const missing = ['index.html', 'assets', '404.html'].find((name) => !existsSync(join(folder, name)));
if (missing !== undefined) {
  console.error(
    `\n  No site in ${folder}, which has no ${missing}: build it with \`npm run docs -- --build\`\n`,
  );
  process.exit(1);
}

const app = createServer();
serveSite(app, folder);

const server = app.listen(Number(process.env.PORT ?? 3000), { signals: true }, () => {
  const address = server.address();
  console.log(`http://localhost:${typeof address === 'object' ? address?.port : ''}`);
});
