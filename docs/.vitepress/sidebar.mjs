import { pagesIn, readPage, titleOf } from './pages.mjs';

/**
 * A page is named after its file in `docs`, without `.md`.
 *
 * @typedef {string | Group | File} Entry
 *
 * @typedef {object} File A file in `docs/public`, which is not a VitePress page.
 * @property {string} text
 * @property {string} link
 *
 * @typedef {object} Group
 * @property {string} text
 * @property {readonly Entry[]} items
 */

/** Shorter sidebar names for pages with long titles. @type {Readonly<Record<string, string>>} */
const LABELS = {
  ecosystem: 'What runs unchanged',
  'fast-lane-register': 'The fast lane for any server',
  internals: 'The fast lane from inside',
  'reference/index': 'Overview',
  'request-paths': 'Six requests',
  'request-pipeline': 'From the request to the handler',
  rfc9112: 'RFC 9112',
  'tutorial/1-create': '1. Create a project',
  'tutorial/2-routes': '2. Routes',
  'tutorial/3-validate': '3. Validate',
  'tutorial/4-test': '4. Test',
  'tutorial/5-logs-and-errors': '5. Logs, errors, documents',
  'tutorial/6-deploy': '6. Deploy',
};

/** Every page of `docs` is in one of these lists, as `npm run check -- pages` verifies. */
export const SECTIONS = withPages([
  {
    text: 'Learn',
    items: [
      {
        text: 'Start',
        items: ['getting-started', 'which-one', 'development', 'debugging', 'testing', 'faq'],
      },
      { text: 'Tutorial', items: pagesIn('tutorial') },
      {
        text: 'Requests and responses',
        items: [
          'routing',
          'middleware',
          'errors',
          'problem-details',
          'bodies',
          'validation',
          'response-schemas',
          'json-schema',
          'uploads',
          'files',
          'streaming',
          'server-sent-events',
          'websockets',
          'caching',
          'compression',
        ],
      },
      {
        text: 'Pages and users',
        items: [
          'views-and-forms',
          'front-ends',
          'sessions-and-cookies',
          'authentication',
          'openid-connect',
          'access-tokens',
          'csrf',
          'cors',
          'rate-limiting',
        ],
      },
      {
        text: 'Larger applications',
        items: [
          'project-structure',
          'request-lifecycle',
          'scopes-and-plugins',
          'hooks',
          'scope-rules',
          'writing-plugins',
          'database',
          'background-work',
          'openapi',
          'typescript',
          'fetch',
        ],
      },
      { text: 'Recipes', items: pagesIn('recipes') },
    ],
  },
  { text: 'Reference', items: referenceEntries() },
  {
    text: 'Operate',
    items: [
      'deploying',
      'containers',
      'cluster',
      'serverless',
      'http2',
      'graceful-shutdown',
      'logging',
      'observability',
      'monitoring-agents',
      'instrumentation',
      'security',
      'performance',
      'throughput',
      { text: 'Benchmarks as charts', link: '/benchmarks.html' },
      'troubleshooting',
      'hanging-requests',
      'profiling',
      'upgrading',
      'support',
    ],
  },
  {
    text: 'Migrate',
    items: [
      'migrate-from-express',
      'migrate-from-fastify',
      'migrate-from-hono',
      'migrate-from-koa',
      'differences-from-express',
      'differences-from-fastify',
      'ecosystem',
      'fast-lane-register',
    ],
  },
  {
    text: 'Internals',
    items: [
      'request-paths',
      'request-pipeline',
      'internals',
      'proofs',
      'rfc9112',
      'questions',
      { text: 'Decisions', items: pagesIn('decisions') },
    ],
  },
]);

/** Omits groups without pages, such as the reference before it is generated. @param {readonly Group[]} groups */
function withPages(groups) {
  return groups.filter(({ items }) => pagesOf(items).length > 0);
}

/** The generated pages in the order of their index (none before they are generated), and the error codes. @returns {Entry[]} */
function referenceEntries() {
  const pages = pagesIn('reference');
  if (!pages.includes('reference/index')) return ['error-codes'];
  const order = [...readPage('reference/index').matchAll(/\]\(([\w/-]+)\.md\)/g)].map(
    ([, name]) => `reference/${name}`,
  );
  const others = pages.filter((page) => page !== 'reference/index' && !order.includes(page));
  const isPackage = (/** @type {string} */ page) => page.startsWith('reference/packages/');
  const listed = [...order, ...others];
  return [
    'reference/index',
    ...listed.filter((page) => !isPackage(page)),
    'error-codes',
    { text: 'Packages', items: listed.filter(isPackage) },
  ];
}

/** The pages below entries, in order. @param {readonly Entry[]} entries @returns {string[]} */
export function pagesOf(entries) {
  return entries.flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    return 'items' in entry ? pagesOf(entry.items) : [];
  });
}

/** The URL path of a page. @param {string} page */
export function addressOf(page) {
  return `/${page.replace(/(^|\/)index$/, '$1')}`;
}

/** @param {string} page */
function labelOf(page) {
  return LABELS[page] ?? titleOf(readPage(page));
}

/**
 * The sidebar in VitePress's format. A section opens when it contains the current page; groups inside are open.
 *
 * @param {readonly Entry[]} [entries]
 * @param {boolean} [isSection]
 * @returns {import('vitepress').DefaultTheme.SidebarItem[]}
 */
export function sidebar(entries = SECTIONS, isSection = true) {
  return entries.map((entry) => {
    if (typeof entry === 'string') return { text: labelOf(entry), link: addressOf(entry) };
    if ('link' in entry) return { ...entry, target: '_self' };
    const { text, items } = entry;
    return { text, items: sidebar(items, false), collapsed: isSection || text === 'Decisions' };
  });
}

/** A link to the first page of each section. @returns {import('vitepress').DefaultTheme.NavItem[]} */
export function navigation() {
  return SECTIONS.map(({ text, items }) => {
    const addresses = pagesOf(items).map(addressOf);
    return { text, link: addresses[0] ?? '/', activeMatch: `^(?:${addresses.join('|')})$` };
  });
}
