// Requests up to a `fetch` that responds immediately, to measure the overhead of clients.

import { createClient } from '@nextpress/client';
import { bench } from '@nextpress-internal/bench-kit';
import { hc } from 'hono/client';
import createOpenApiClient from 'openapi-fetch';

const BASE = 'http://localhost:3000';

/** @param {string | URL | Request} input @param {RequestInit} [init] */
async function respond(input, init) {
  const url = input instanceof Request ? input.url : String(input);
  const method = input instanceof Request ? input.method : (init?.method ?? 'GET');
  return Response.json({ method, path: url.slice(BASE.length) });
}

const own = /** @type {any} */ (createClient(BASE, { fetch: respond }));
const ofHono = /** @type {any} */ (hc(BASE, { fetch: respond }));
const ofOpenApi = /** @type {any} */ (createOpenApiClient({ baseUrl: BASE, fetch: respond }));

const inputs = Array.from({ length: 200 }, (_, index) => ({ id: String(index), page: String(index % 7) }));

await bench(import.meta.dirname, {
  measures: 'time per request with an immediate response',
  notes:
    'A request over a network takes a thousand times as long. Two thirds of the time is spent in `fetch` and `Response`.',
  functions: {
    'GET with a param and a query': {
      inputs,
      variants: {
        '@nextpress/client': async ({ id, page }) =>
          (await own.get('/orders/:id', { params: { id }, query: { page } })).body,
        'hono/client': async ({ id, page }) =>
          (await ofHono.orders[':id'].$get({ param: { id }, query: { page } })).json(),
        'openapi-fetch': async ({ id, page }) =>
          (await ofOpenApi.GET('/orders/{id}', { params: { path: { id }, query: { page } } })).data,
        fetch: async ({ id, page }) => (await respond(`${BASE}/orders/${id}?page=${page}`)).json(),
      },
    },
  },
});
