import fastify from 'fastify';
import { addRoutes } from './fastify-routes.mjs';

const string = { type: 'string' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };

/** @param {Record<string, object>} properties */
const object = (properties) => ({ type: 'object', properties });

/** @param {object} items */
const array = (items) => ({ type: 'array', items });

const hello = { ...object({ hello: string }), required: ['hello'] };
const profile = object({
  id: number,
  name: string,
  email: string,
  active: boolean,
  address: object({
    street: string,
    city: string,
    country: string,
    position: object({ latitude: number, longitude: number }),
  }),
  tags: array(string),
  orders: array(
    object({
      id: number,
      total: number,
      paid: boolean,
      items: array(object({ sku: string, quantity: number, price: number })),
    }),
  ),
});

/** Of what each path reads and writes, where that is JSON. */
const schemas = {
  '/json': { body: hello, response: { 200: hello } },
  '/profile': { response: { 200: profile } },
  '/users/:id': { response: { 200: object({ id: string, name: string }) } },
  '/chain': { response: { 200: object({ message: string, requestId: string, authenticated: boolean }) } },
};

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();
  addRoutes(app, schemas);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
