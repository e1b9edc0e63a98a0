// The routes and the lookups that are timed. Patterns are in Express 4's spelling; routers.mjs respells them.

/** @typedef {readonly [method: string, pattern: string]} Route */
/** @typedef {{ name: string, method: string, paths: readonly string[], pattern?: string }} Row */
/** @typedef {{ name: string, routes: readonly Route[], rows: readonly Row[] }} RouteSet */

/** @type {RouteSet} The routes and the seven lookups of hono's and find-my-way's own benchmarks. */
const classic = {
  name: 'classic',
  routes: [
    ['GET', '/user'],
    ['GET', '/user/comments'],
    ['GET', '/user/avatar'],
    ['GET', '/user/lookup/username/:username'],
    ['GET', '/user/lookup/email/:address'],
    ['GET', '/event/:id'],
    ['GET', '/event/:id/comments'],
    ['POST', '/event/:id/comment'],
    ['GET', '/map/:location/events'],
    ['GET', '/status'],
    ['GET', '/very/deeply/nested/route/hello/there'],
    ['GET', '/static/*'],
  ],
  rows: [
    { name: 'short static', method: 'GET', paths: ['/user'] },
    { name: 'static with same prefix', method: 'GET', paths: ['/user/comments'] },
    { name: 'dynamic', method: 'GET', paths: ['/user/lookup/username/hey'] },
    { name: 'mixed static and dynamic', method: 'GET', paths: ['/event/abcd1234/comments'] },
    { name: 'POST', method: 'POST', paths: ['/event/abcd1234/comment'] },
    { name: 'long static', method: 'GET', paths: ['/very/deeply/nested/route/hello/there'] },
    { name: 'wildcard', method: 'GET', paths: ['/static/index.html'] },
  ],
};

const WORDS = [
  'account',
  'billing',
  'cart',
  'device',
  'event',
  'file',
  'group',
  'invoice',
  'job',
  'key',
  'label',
];

/**
 * A service of the given size: for each resource its list, one item and one part of an item.
 * @param {number} size
 * @returns {RouteSet}
 */
function service(size) {
  /** @type {Route[]} */
  const routes = [];
  for (let i = 0; routes.length < size; i++) {
    const resource = `/api/v1/${WORDS[i % WORDS.length]}${i < WORDS.length ? '' : `-${Math.floor(i / WORDS.length)}`}`;
    routes.push(['GET', resource], ['GET', `${resource}/:id`], ['GET', `${resource}/:id/parts/:part`]);
  }
  routes.length = size;
  // Lookups that follow each other go to routes far apart, as requests do.
  const paths = Array.from(
    { length: 64 },
    (_, i) => routes[Math.floor((i * 0.618034 * size) % size)]?.[1] ?? '',
  );
  const fill = (/** @type {string} */ pattern) => pattern.replace(':id', 'c0ffee42').replace(':part', '17');
  const isStatic = (/** @type {string} */ pattern) => !pattern.includes(':');
  return {
    name: `${size} routes`,
    routes,
    rows: [
      { name: 'static', method: 'GET', paths: paths.filter(isStatic) },
      { name: 'dynamic', method: 'GET', paths: paths.filter((path) => !isStatic(path)).map(fill) },
      { name: 'not found', method: 'GET', paths: paths.map((path) => `${fill(path)}x/y`) },
    ],
  };
}

/** @type {readonly RouteSet[]} */
export const routeSets = [classic, service(10), service(200), service(5_000)];
