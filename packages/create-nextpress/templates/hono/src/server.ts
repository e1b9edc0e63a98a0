import { fromFetch } from '@nextpress/fetch';
import { createServer } from 'nextpress';
import { app as hono } from './app.ts';

const app = createServer({ health: true });

// Routes of Nextpress and Express middleware go here, and Hono gets the rest.
app.get('/about', () => ({ name: '{{name}}' }));
app.use(fromFetch(hono.fetch));

app.listen({ port: Number(process.env.PORT ?? 3000), signals: true });
