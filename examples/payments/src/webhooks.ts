import { createHmac, timingSafeEqual } from 'node:crypto';
import { HttpError, type NextFunction, type Request, type Response, rawBody, type Scope } from 'nextpress';
import { z } from 'zod';
import type { PaymentStore } from './store.ts';

/** Options of {@link webhooks}. */
export interface WebhookOptions {
  readonly store: PaymentStore;
  /** The signing key shared with the bank. */
  readonly secret: string;
}

const event = z.object({ type: z.literal('payment.captured'), payment: z.uuid() });

/** Messages from the bank. The signature covers the raw body, so it must not be parsed first. */
export function webhooks(scope: Scope, { store, secret }: WebhookOptions): void {
  scope.use(rawBody({ type: 'application/json', limit: '16kb' }), checkSignature(secret));

  scope.post(
    '/bank',
    { schema: { body: event }, openapi: { summary: 'Receive a message from the bank', tags: ['webhooks'] } },
    (req, res) => {
      store.change(req.body.payment, 'captured');
      res.sendStatus(204);
    },
  );
}

/** Middleware that verifies the signature in constant time, then parses the body. */
function checkSignature(secret: string) {
  return (req: Request, _res: Response, next: NextFunction): void => {
    const expected = createHmac('sha256', secret)
      .update(req.body ?? '')
      .digest();
    const given = Buffer.from(req.get('X-Signature') ?? '', 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new HttpError(401, 'invalid_signature', 'The signature does not match the body');
    }
    req.body = JSON.parse(String(req.body));
    next();
  };
}
