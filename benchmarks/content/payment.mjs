/** @module A payment as a client sends it, what it has to be, and the receipt. Schemas are JSON Schema, draft 7. */

/** @typedef {{ id: string, amount: number, currency: string }} Payment What the receipt needs of it. */

export const payment = {
  id: 'pay_20481',
  amount: 12_990,
  currency: 'EUR',
  method: 'card',
  capture: true,
  customer: { id: 'cus_311', email: 'ada@example.com', country: 'GB' },
  items: [
    { sku: 'BK-1815', quantity: 2, price: 4_500 },
    { sku: 'BK-1843', quantity: 1, price: 3_990 },
  ],
};

const text = { type: 'string', minLength: 1, maxLength: 64 };

const schema = {
  type: 'object',
  required: ['id', 'amount', 'currency', 'method', 'customer', 'items'],
  additionalProperties: false,
  properties: {
    id: text,
    amount: { type: 'integer', minimum: 1, maximum: 10_000_000 },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    method: { type: 'string', enum: ['card', 'transfer', 'wallet'] },
    capture: { type: 'boolean' },
    customer: {
      type: 'object',
      required: ['id', 'email'],
      additionalProperties: false,
      properties: {
        id: text,
        email: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$', maxLength: 254 },
        country: { type: 'string', pattern: '^[A-Z]{2}$' },
      },
    },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        required: ['sku', 'quantity', 'price'],
        additionalProperties: false,
        properties: {
          sku: text,
          quantity: { type: 'integer', minimum: 1 },
          price: { type: 'integer', minimum: 0 },
        },
      },
    },
  },
};

export const paymentSchema = /** @type {import('ajv').JSONSchemaType<Payment>} */ (
  /** @type {unknown} */ (schema)
);

export const receiptSchema = {
  type: 'object',
  required: ['id', 'status', 'amount', 'currency', 'fee'],
  properties: {
    id: { type: 'string' },
    status: { type: 'string' },
    amount: { type: 'integer' },
    currency: { type: 'string' },
    fee: { type: 'integer' },
  },
};

/** @param {Payment} accepted */
export function receiptOf({ id, amount, currency }) {
  return { id, status: 'accepted', amount, currency, fee: Math.round(amount * 0.029) };
}
