/** @module An API of many routes, in the order in which its team wrote them down: five for each resource. */

const RESOURCES = [
  ...[
    'users',
    'teams',
    'roles',
    'sessions',
    'tokens',
    'accounts',
    'contacts',
    'addresses',
    'companies',
    'offices',
  ],
  ...[
    'products',
    'categories',
    'brands',
    'prices',
    'discounts',
    'carts',
    'orders',
    'invoices',
    'refunds',
    'taxes',
  ],
  ...[
    'shipments',
    'carriers',
    'warehouses',
    'stocks',
    'suppliers',
    'returns',
    'reviews',
    'ratings',
    'questions',
  ],
  ...[
    'answers',
    'messages',
    'threads',
    'channels',
    'files',
    'folders',
    'tags',
    'reports',
    'charts',
    'events',
  ],
  'webhooks',
];

const ROUTES_OF_RESOURCE = 5;

/**
 * @typedef {object} Route
 * @property {'get' | 'post' | 'put' | 'delete'} method
 * @property {string} path With a parameter as `:id`.
 */

/** @param {number} count @returns {Route[]} */
export function routes(count) {
  return RESOURCES.slice(0, count / ROUTES_OF_RESOURCE).flatMap((resource) => [
    { method: 'get', path: `/api/v1/${resource}` },
    { method: 'post', path: `/api/v1/${resource}` },
    { method: 'get', path: `/api/v1/${resource}/:id` },
    { method: 'put', path: `/api/v1/${resource}/:id` },
    { method: 'delete', path: `/api/v1/${resource}/:id` },
  ]);
}

/** The path of one thing of the last resource: its route is the third from the end. @param {number} count */
export function lastThing(count) {
  return `/api/v1/${RESOURCES[count / ROUTES_OF_RESOURCE - 1]}/42`;
}

/** How many routes and how many middlewares a scenario wants. @param {string} scenario */
export function sizeOf(scenario) {
  return { count: scenario.includes('200') ? 200 : 150, layers: scenario.endsWith('middleware') ? 8 : 0 };
}
