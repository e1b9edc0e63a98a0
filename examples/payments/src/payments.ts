import { rateLimit } from 'express-rate-limit';
import { jsonBody, type Scope } from 'nextpress';
import type { Account } from './accounts.ts';
import { requireRole } from './guard.ts';
import { idempotencyHeaders, list, newPayment, payment, paymentParams } from './schemas.ts';
import type { PaymentStore } from './store.ts';

/** The payments of the logged-in account. */
export function payments(parent: Scope, { store }: { store: PaymentStore }): void {
  const scope = parent.decorateRequest('account', null as Account | null);
  scope.addHook('preValidation', requireRole('merchant'));
  scope.addHook('preHandler', (req, _res, next) => {
    req.account = req.session.account ?? null;
    next();
  });
  scope.use(rateLimit({ windowMs: 60_000, limit: 100, standardHeaders: 'draft-8', legacyHeaders: false }));
  scope.use(jsonBody({ limit: '4kb' }));

  scope.post(
    '/',
    {
      schema: { headers: idempotencyHeaders, body: newPayment, response: { 200: payment, 201: payment } },
      openapi: { summary: 'Create a payment', operationId: 'createPayment', tags: ['payments'] },
    },
    (req, res) => {
      const key = req.headers['idempotency-key'];
      const { payment, isNew } = store.create(nameOf(req), key, req.body);
      if (isNew) res.status(201).location(`/payments/${payment.id}`);
      res.json(payment);
    },
  );

  scope.get(
    '/',
    {
      schema: { query: list, response: { 200: { type: 'array', items: payment } } },
      openapi: {
        summary: 'List payments, newest first',
        operationId: 'listPayments',
        tags: ['payments'],
      },
    },
    (req, res) => {
      const { limit, status } = req.query;
      res.json(store.list({ account: nameOf(req), status, limit }));
    },
  );

  scope.get(
    '/:id',
    {
      schema: { params: paymentParams, response: { 200: payment } },
      openapi: { summary: 'Read a payment', operationId: 'readPayment', tags: ['payments'] },
    },
    (req, res) => res.json(store.read(nameOf(req), req.params.id)),
  );
}

/** Set by the guard. */
function nameOf({ account }: { account: Account | null }): string {
  return account?.name as string;
}
