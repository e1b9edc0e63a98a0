// For platforms that call `fetch(request)`, such as Deno, Bun, and many edge platforms.
import { toFetch } from '@nextpress/fetch';
import { app } from './app.mjs';

export default { fetch: toFetch(app) };
