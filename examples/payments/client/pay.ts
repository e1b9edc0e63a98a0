// A client whose types come from the OpenAPI document: `npm run client`, while the server runs.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './api.js';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? 'http://localhost:3000' });

const login = await client.POST('/session', { body: { name: 'ada', password: 'analytical-engine' } });
const cookie = login.response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const withSession: Middleware = {
  onRequest({ request }) {
    request.headers.set('Cookie', cookie);
  },
};
client.use(withSession);

const { data, error } = await client.POST('/payments', {
  params: { header: { 'idempotency-key': `client-${Date.now()}` } },
  body: {
    amount: { value: 1250, currency: 'EUR' },
    reference: 'order-of-the-client',
    card: { number: '4242424242424242', holder: 'Ada Lovelace' },
  },
});
if (data === undefined) throw new Error(JSON.stringify(error));
console.log(`${data.status}: ${data.amount.value} ${data.amount.currency}, card ${data.card.last4}`);
