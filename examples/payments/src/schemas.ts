/** @module JSON Schemas of payments. `as const` gives handlers their types. */

const amount = {
  type: 'object',
  required: ['value', 'currency'],
  additionalProperties: false,
  properties: {
    value: { type: 'integer', minimum: 1, description: 'In the smallest currency unit' },
    currency: { type: 'string', enum: ['EUR', 'GBP', 'USD'] },
  },
} as const;

export const newPayment = {
  type: 'object',
  required: ['amount', 'reference', 'card'],
  additionalProperties: false,
  properties: {
    amount,
    reference: { type: 'string', minLength: 1, maxLength: 64 },
    card: {
      type: 'object',
      required: ['number', 'holder'],
      additionalProperties: false,
      properties: {
        number: { type: 'string', pattern: '^[0-9]{12,19}$' },
        holder: { type: 'string', minLength: 1, maxLength: 100 },
      },
    },
  },
} as const;

export const payment = {
  type: 'object',
  required: ['id', 'amount', 'reference', 'card', 'status'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    amount,
    reference: { type: 'string' },
    card: {
      type: 'object',
      required: ['last4', 'holder'],
      properties: { last4: { type: 'string' }, holder: { type: 'string' } },
    },
    status: { type: 'string', enum: ['authorized', 'captured', 'refunded'] },
  },
} as const;

export const paymentParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', format: 'uuid' } },
} as const;

export const idempotencyHeaders = {
  type: 'object',
  required: ['idempotency-key'],
  properties: { 'idempotency-key': { type: 'string', minLength: 8, maxLength: 64 } },
} as const;

export const list = {
  type: 'object',
  additionalProperties: false,
  required: ['limit'],
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    status: { type: 'string', enum: ['authorized', 'captured', 'refunded'] },
  },
} as const;
