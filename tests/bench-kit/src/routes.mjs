/** @module Routes of APIs, five for each resource: 200 of one API, and ten in each of up to 500 areas. */

const RESOURCES =
  `users teams roles sessions tokens accounts contacts addresses companies offices products categories
brands prices discounts carts orders invoices refunds taxes shipments carriers warehouses stocks suppliers returns
reviews ratings questions replies messages threads channels files folders tags reports charts events webhooks`.split(
    /\s+/,
  );

/** @typedef {{ method: 'get' | 'post' | 'put' | 'delete', path: string }} Route `:id` is a parameter. */

/** @param {string} path @returns {Route[]} */
const routesOf = (path) => [
  { method: 'get', path },
  { method: 'post', path },
  { method: 'get', path: `${path}/:id` },
  { method: 'put', path: `${path}/:id` },
  { method: 'delete', path: `${path}/:id` },
];

export const routes = RESOURCES.flatMap((resource) => routesOf(`/api/v1/${resource}`));

/** Returns the path of a thing of one of the resources. @param {number} id */
export const thingPath = (id) => `/api/v1/${RESOURCES[id % RESOURCES.length]}/${id}`;

/** The methods of things, as servers list them in `Allow`. */
export const THING_METHODS = 'DELETE, GET, HEAD, OPTIONS, PUT';

/** The routes of an area, without its prefix. */
export const areaRoutes = ['/users', '/orders'].flatMap(routesOf);

/** @param {number} count */
export const areaPrefixes = (count) => Array.from({ length: count }, (_, index) => `/area${index}`);

/** @param {number} count How many areas there are. */
export const routesOfAreas = (count) =>
  areaPrefixes(count).flatMap((prefix) =>
    areaRoutes.map(({ method, path }) => ({ method, path: prefix + path })),
  );

/** Returns the path of a thing in one of the areas. @param {number} count @param {number} id */
export const areaThingPath = (count, id) =>
  `/area${id % count}/${Math.floor(id / count) % 2 === 0 ? 'users' : 'orders'}/${id}`;

/** Returns a path without a route: outside the areas, in one of them, or below a route. @param {number} count @param {number} id */
export function unknownPath(count, id) {
  const prefix = `/area${id % count}`;
  const paths = [
    `/missing/${id}`,
    `${prefix}b/users/${id}`,
    `${prefix}/missing/${id}`,
    `${prefix}/users/${id}/missing`,
  ];
  return String(paths[Math.floor(id / count) % paths.length]);
}
