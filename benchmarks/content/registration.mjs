/** @module A registration with ten properties, and its JSON Schema. */

/** @typedef {{ name: string, email: string }} Registration The properties that the response repeats. */

/** @param {number} id */
export const registration = (id) => ({
  name: `Person ${id}`,
  email: `person-${id}@example.com`,
  password: 'analytical-engine',
  age: 16 + (id % 80),
  country: 'GB',
  city: 'London',
  postcode: 'SW1Y 4JH',
  phone: '+442079460000',
  plan: 'team',
  newsletter: false,
});

const text = { type: 'string', minLength: 1, maxLength: 100 };

const schema = {
  type: 'object',
  required: Object.keys(registration(0)),
  additionalProperties: false,
  properties: {
    name: text,
    email: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$', maxLength: 254 },
    password: { type: 'string', minLength: 12, maxLength: 200 },
    age: { type: 'integer', minimum: 16, maximum: 130 },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    city: text,
    postcode: { type: 'string', pattern: '^[A-Z0-9 -]{3,10}$' },
    phone: { type: 'string', pattern: '^\\+[0-9]{7,15}$' },
    plan: { type: 'string', enum: ['free', 'team', 'company'] },
    newsletter: { type: 'boolean' },
  },
};

export const registrationSchema = /** @type {import('ajv').JSONSchemaType<Registration>} */ (
  /** @type {unknown} */ (schema)
);

export const registeredSchema = /** @type {const} */ ({
  type: 'object',
  properties: { name: { type: 'string' }, email: { type: 'string' } },
});
