import { receiptSchema } from '../../content/payment.mjs';
import { application } from './fastify.mjs';

const thingSchema = { type: 'object', properties: { id: { type: 'string' } } };

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) => application(scenario, { thing: thingSchema, receipt: receiptSchema });
