import { foldersIn, pagesIn, readPage, titleOf } from './pages.mjs';

/**
 * A page is the name of its file in `docs`, without `.md`.
 *
 * @typedef {string | Group} Entry
 *
 * @typedef {object} Group
 * @property {string} text
 * @property {readonly Entry[]} items
 */

/** In the order of Express's reference; other pages follow by name. */
const REFERENCE_ORDER = [
  'index',
  'application',
  'request',
  'response',
  'router',
  'options',
  'hooks',
  'errors',
  'error-codes',
];

/** Shorter names in the sidebar, for pages with long titles. @type {Readonly<Record<string, string>>} */
const LABELS = {
  ecosystem: 'What runs unchanged',
  'fast-lane-register': 'The fast lane for any server',
  internals: 'The fast lane from inside',
  'request-pipeline': 'From the request to the handler',
  rfc9112: 'RFC 9112',
};

/** Every page of `docs` is in one of these lists; `npm run check -- pages` tells which is not. @type {readonly Group[]} */
export const SECTIONS = [
  {
    text: 'Learn',
    items: [
      {
        text: 'Start',
        items: ['getting-started', 'routing', 'middleware', 'errors', 'bodies', 'development', 'testing'],
      },
      {
        text: 'Requests and responses',
        items: ['validation', 'uploads', 'files', 'server-sent-events', 'websockets', 'cors'],
      },
      {
        text: 'Larger applications',
        items: ['request-lifecycle', 'scopes-and-plugins', 'openapi', 'typescript', 'fetch'],
      },
    ],
  },
  { text: 'Reference', items: referenceEntries() },
  {
    text: 'Operate',
    items: ['deploying', 'graceful-shutdown', 'logging', 'observability', 'security', 'performance', 'http2'],
  },
  {
    text: 'Migrate',
    items: ['migrate-from-express', 'differences-from-express', 'ecosystem', 'fast-lane-register'],
  },
  {
    text: 'Internals',
    items: ['request-pipeline', 'internals', 'rfc9112', { text: 'Decisions', items: pagesIn('decisions') }],
  },
].filter(({ items }) => items.length > 0);

/** The reference, which is generated, or nothing. @returns {Entry[]} */
function referenceEntries() {
  const rank = (/** @type {string} */ page) => {
    const place = REFERENCE_ORDER.indexOf(page.slice('reference/'.length));
    return place === -1 ? REFERENCE_ORDER.length : place;
  };
  const groups = foldersIn('reference').map((folder) => {
    const name = folder.slice('reference/'.length);
    return { text: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, items: pagesIn(folder) };
  });
  return [...pagesIn('reference').sort((a, b) => rank(a) - rank(b)), ...groups];
}

/** The pages below entries, in order. @param {readonly Entry[]} entries @returns {string[]} */
export function pagesOf(entries) {
  return entries.flatMap((entry) => (typeof entry === 'string' ? [entry] : pagesOf(entry.items)));
}

/** The address of a page on the site. @param {string} page */
export function addressOf(page) {
  return `/${page.replace(/(^|\/)index$/, '$1')}`;
}

/** @param {string} page */
function labelOf(page) {
  return LABELS[page] ?? titleOf(readPage(page));
}

/**
 * The sidebar as VitePress reads it. Sections open when they have the current page, and groups in them are open.
 *
 * @param {readonly Entry[]} [entries]
 * @param {boolean} [isSection]
 * @returns {import('vitepress').DefaultTheme.SidebarItem[]}
 */
export function sidebar(entries = SECTIONS, isSection = true) {
  return entries.map((entry) =>
    typeof entry === 'string'
      ? { text: labelOf(entry), link: addressOf(entry) }
      : {
          text: entry.text,
          items: sidebar(entry.items, false),
          collapsed: isSection || entry.text === 'Decisions',
        },
  );
}

/** A link to the first page of each section. @returns {import('vitepress').DefaultTheme.NavItem[]} */
export function navigation() {
  return SECTIONS.map(({ text, items }) => {
    const addresses = pagesOf(items).map(addressOf);
    return { text, link: addresses[0] ?? '/', activeMatch: `^(?:${addresses.join('|')})$` };
  });
}
