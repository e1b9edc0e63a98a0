import { Ajv } from 'ajv';
import { H3, HTTPError, serve as listen } from 'h3';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export async function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const app = new H3();

  for (let layer = 0; layer < layers; layer++) app.use((_event, next) => next());

  for (const { method, path } of routes(count)) {
    app[method](path, (event) => ({ id: event.context.params?.id }));
  }

  app.post('/api/v2/payments/process', async (event) => {
    const body = await event.req.json();
    if (!validate(body)) throw new HTTPError({ status: 400, data: validate.errors });
    return receiptOf(body);
  });

  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return { port: Number(new URL(server.url ?? '').port) };
}
