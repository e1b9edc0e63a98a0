/**
 * One row of the table: an optimisation that is taken out of the packages.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} title Of the optimisation.
 * @property {string} without What stands in its place.
 * @property {boolean} [claimed] Whether the Nextpress paper (§7.4) counts it among what makes it faster.
 * @property {Readonly<Record<string, string>>} modules Files of `modules/`, by the modules that they replace.
 * @property {string} [note]
 */

/** @type {readonly Row[]} */
const single = [
  {
    name: 'prototypes',
    title: 'helpers on prototypes',
    without: 'every helper assigned to each request and response',
    claimed: true,
    modules: {
      'server/messages': 'bare-messages',
      'server/internal/connection/request-listener': 'assigning-listener',
    },
  },
  {
    name: 'own-prototypes',
    title: "prototypes of our own, not Node's",
    without: "Node's own prototypes patched, which is the paper's way",
    modules: { 'server/messages': 'node-prototypes' },
    note: "Prototypes of our own leave Node's classes alone: this is what that costs",
  },
  {
    name: 'static-table',
    title: 'table of static routes',
    without: 'every route found in the tree',
    claimed: true,
    modules: {
      'router/internal/compile-pattern': 'no-static-forms',
      'router/internal/params': 'no-params-of-static',
    },
  },
  {
    name: 'singletons',
    title: 'frozen singletons',
    without: 'an object for `params` and one for `query` made for each request',
    claimed: true,
    modules: {
      'core/open-request': 'fresh-request-fields',
      'router/internal/static-table': 'fresh-params',
    },
  },
  {
    name: 'single-head',
    title: 'single `writeHead`',
    without: '`setHeader` for each field, and the head that `end` makes of them',
    claimed: true,
    modules: { 'core/internal/response/response-methods': 'separate-fields' },
  },
  {
    name: 'batches',
    title: 'batched writes',
    without: 'one write for each response',
    modules: { 'fast-lane/internal/response/response-queue': 'single-writes' },
  },
  {
    name: 'fast-lane',
    title: 'fast lane',
    without: 'Node reads and writes every connection',
    modules: { 'fast-lane/fast-lane': 'no-fast-lane' },
  },
];

/** What can't be switched off together with the others, because they replace the same module or leave it without use. */
const alternatives = ['own-prototypes', 'batches'];
/** Keeps a singleton where the tree finds a static route: not where singletons are switched off as well. */
const keepsSingletons = 'router/internal/params';

/** @type {readonly Row[]} */
export const rows = [
  ...single,
  {
    name: 'all',
    title: 'all of them together',
    claimed: true,
    without: 'everything switched off that can be at once',
    modules: Object.fromEntries(
      single
        .filter(({ name }) => !alternatives.includes(name))
        .flatMap(({ modules }) => Object.entries(modules))
        .filter(([module]) => module !== keepsSingletons),
    ),
  },
];

/** The packages as they are. */
export const intact = 'intact';
/** The packages as they are once more: what two runs of the same code differ by. */
export const again = 'again';
/** Bare Node, answering the same. */
export const bare = 'node-http';
