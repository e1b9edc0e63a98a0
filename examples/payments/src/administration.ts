import type { Scope } from 'nextpress';
import { requireRole } from './guard.ts';
import { list, payment, paymentParams } from './schemas.ts';
import type { PaymentStore } from './store.ts';

/** All payments, for administrators. */
export function administration(scope: Scope, { store }: { store: PaymentStore }): void {
  scope.addHook('preValidation', requireRole('administrator'));

  scope.get(
    '/payments',
    {
      schema: { query: list, response: { 200: { type: 'array', items: payment } } },
      openapi: { summary: 'List the payments of all accounts', tags: ['administration'] },
    },
    (req, res) => res.json(store.list(req.query)),
  );

  scope.post(
    '/payments/:id/refund',
    {
      schema: { params: paymentParams, response: { 200: payment } },
      openapi: { summary: 'Refund a payment', tags: ['administration'] },
    },
    (req, res) => res.json(store.change(req.params.id, 'refunded')),
  );
}
