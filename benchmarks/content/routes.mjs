/** @module 200 routes of an API, five for each of 40 resources. */

const RESOURCES =
  `users teams roles sessions tokens accounts contacts addresses companies offices products categories
brands prices discounts carts orders invoices refunds taxes shipments carriers warehouses stocks suppliers returns
reviews ratings questions replies messages threads channels files folders tags reports charts events webhooks`.split(
    /\s+/,
  );

/** @typedef {{ method: 'get' | 'post' | 'put' | 'delete', path: string }} Route `:id` is a parameter. */

/** @type {readonly Route[]} */
export const routes = RESOURCES.flatMap((resource) => [
  { method: 'get', path: `/api/v1/${resource}` },
  { method: 'post', path: `/api/v1/${resource}` },
  { method: 'get', path: `/api/v1/${resource}/:id` },
  { method: 'put', path: `/api/v1/${resource}/:id` },
  { method: 'delete', path: `/api/v1/${resource}/:id` },
]);

/** Returns the path of a thing of one of the resources. @param {number} id */
export const thingPath = (id) => `/api/v1/${RESOURCES[id % RESOURCES.length]}/${id}`;
