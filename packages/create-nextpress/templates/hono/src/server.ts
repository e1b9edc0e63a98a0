import { fromFetch } from '@nextpress/fetch';
import { createServer } from 'nextpress';
import { app as hono } from './app.ts';

const app = createServer({ health: true });

// Put Nextpress routes and Express middleware here; Hono handles all other requests.
app.get('/about', () => ({ name: '{{name}}' }));
app.use(fromFetch(hono.fetch));

app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });
