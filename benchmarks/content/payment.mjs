/** @module A payment with nested properties, its receipt, and their schemas in JSON Schema and zod. */

import { z } from 'zod';

/** @type {readonly ('EUR' | 'GBP' | 'USD')[]} */
const currencies = ['EUR', 'GBP', 'USD'];

/** @typedef {ReturnType<typeof payment>} Payment */

/** @param {number} id */
export const payment = (id) => ({
  reference: `order-${id}`,
  amount: { value: 100 + (id % 9_000), currency: currencies[id % currencies.length] ?? 'EUR' },
  card: { number: '4242424242424242', month: 1 + (id % 12), year: 2027 + (id % 8), holder: `Person ${id}` },
  billing: { line: `${1 + (id % 300)} Marylebone Road`, city: 'London', postcode: 'NW1 5LR', country: 'GB' },
});

/** What the handler responds with. The response schema leaves out `risk`. @param {Payment} payment */
export const receipt = ({ reference, amount, card }) => ({
  id: `pay_${reference}`,
  status: 'authorized',
  amount,
  card: { last4: card.number.slice(-4), holder: card.holder, risk: 0.25 },
});

/** The same as the response schema sends it. @param {Payment} payment */
export const publicReceipt = (payment) => {
  const { id, status, amount, card } = receipt(payment);
  return { id, status, amount, card: { last4: card.last4, holder: card.holder } };
};

/** @param {Record<string, object>} properties */
const object = (properties) => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});
const text = { type: 'string', minLength: 1, maxLength: 100 };
const amount = object({
  value: { type: 'integer', minimum: 1 },
  currency: { type: 'string', enum: currencies },
});

export const paymentSchema = object({
  reference: text,
  amount,
  card: object({
    number: { type: 'string', pattern: '^[0-9]{12,19}$' },
    month: { type: 'integer', minimum: 1, maximum: 12 },
    year: { type: 'integer', minimum: 2026, maximum: 2050 },
    holder: text,
  }),
  billing: object({
    line: text,
    city: text,
    postcode: { type: 'string', pattern: '^[A-Z0-9 -]{3,10}$' },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
  }),
});

export const receiptSchema = object({
  id: { type: 'string' },
  status: { type: 'string' },
  amount,
  card: object({ last4: { type: 'string' }, holder: { type: 'string' } }),
});

const zodText = z.string().min(1).max(100);
const zodAmount = z.strictObject({ value: z.int().min(1), currency: z.enum(currencies) });

export const zodPayment = z.strictObject({
  reference: zodText,
  amount: zodAmount,
  card: z.strictObject({
    number: z.string().regex(/^[0-9]{12,19}$/),
    month: z.int().min(1).max(12),
    year: z.int().min(2026).max(2050),
    holder: zodText,
  }),
  billing: z.strictObject({
    line: zodText,
    city: zodText,
    postcode: z.string().regex(/^[A-Z0-9 -]{3,10}$/),
    country: z.string().regex(/^[A-Z]{2}$/),
  }),
});

export const zodReceipt = z.object({
  id: z.string(),
  status: z.string(),
  amount: zodAmount,
  card: z.object({ last4: z.string(), holder: z.string() }),
});
