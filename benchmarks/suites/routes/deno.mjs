// Deno has no router, no middleware and no validation: one look into a set, a loop, and ajv.
import { Ajv } from 'ajv';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const known = new Set(
    routes(count).map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:id$/, '')}`),
  );
  const middlewares = Array.from({ length: layers }, () => () => {});

  return Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, (request) => {
    for (const middleware of middlewares) middleware();
    return answer(request, known);
  }).addr;
}

/** @param {Request} request @param {Set<string>} known */
async function answer(request, known) {
  const { pathname } = new URL(request.url);
  const cut = pathname.lastIndexOf('/') + 1;
  if (known.has(`${request.method} ${pathname.slice(0, cut)}`)) {
    return Response.json({ id: pathname.slice(cut) });
  }
  if (known.has(`${request.method} ${pathname}`)) return Response.json({});
  if (request.method !== 'POST' || pathname !== '/api/v2/payments/process') {
    return Response.json({ error: 'Not Found' }, { status: 404 });
  }
  const body = await request.json();
  return validate(body)
    ? Response.json(receiptOf(body))
    : Response.json({ errors: validate.errors }, { status: 400 });
}
