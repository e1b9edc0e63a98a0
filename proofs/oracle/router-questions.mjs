/** @module What the oracle asks a router about a path, and what the specification expects. */

/**
 * @typedef {import('./router-model.mjs').Match} Match
 * @typedef {import('./router-tables.mjs').Table} Table
 *
 * @typedef {'registration' | 'specificity'} Precedence
 * @typedef {Record<Precedence, any>} Routers By specificity there is none if two patterns are equal.
 *
 * @typedef {object} Question
 * @property {Precedence} precedence
 * @property {string} code How a test asks it.
 * @property {(router: any, method: string, path: string) => unknown} ask
 * @property {(matches: readonly Match[], path: string) => unknown} expect
 */

/** @type {readonly Precedence[]} */
const PRECEDENCES = ['registration', 'specificity'];

/** @type {readonly Question[]} */
const LOOKUP = PRECEDENCES.flatMap((precedence) => [
  {
    precedence,
    code: 'router.find(method, path)',
    ask: (router, method, path) => router.find(method, path),
    expect: ([first]) => first && found(first),
  },
  {
    precedence,
    code: 'router.findAll(method, path)',
    ask: (router, method, path) => router.findAll(method, path),
    expect: (matches) => matches.map(found),
  },
]);

/** @type {readonly Question[]} */
const LISTING = PRECEDENCES.flatMap((precedence) => [
  {
    precedence,
    code: 'router.routesFor(path)',
    ask: (router, _, path) => router.routesFor(path),
    expect: (matches) => routesOf(matches),
  },
  {
    precedence,
    code: 'router.methodsFor(path)',
    ask: (router, _, path) => router.methodsFor(path),
    expect: (matches) => [...new Set(matches.map(({ method }) => method))],
  },
]);

/** @param {Table['options']} options @returns {readonly Question[]} */
const prefix = ({ strict }) => [
  {
    precedence: 'registration',
    code: 'router.match(path)',
    ask: (matcher, _, path) => matcher.match(path),
    expect: ([first], path) => first && { length: lengthOf(first, path, strict), params: paramsOf(first) },
  },
];

/** What is asked about the lookup of a table. @param {Table} table @returns {readonly Question[]} */
export function questionsOf({ isPrefix, options, lookups: [lookup] }) {
  if (isPrefix) return prefix(options);
  return lookup?.method === 0 ? LISTING : LOOKUP;
}

/** @param {Match} match */
function paramsOf({ form: { names, lists }, values }) {
  const params = names.map((name, index) => [name, lists[index] ? values[index]?.split('/') : values[index]]);
  return Object.fromEntries(params);
}

/** @param {Match} match */
const found = (match) => ({ value: match.value, params: paramsOf(match), pattern: match.pattern });

/** @param {readonly Match[]} matches */
function routesOf(matches) {
  const first = new Map(matches.toReversed().map((match) => [match.value, match]));
  return matches
    .filter((match) => first.get(match.value) === match)
    .map(({ method, pattern, value }) => ({ method, pattern, value }));
}

/** How much of the path a prefix takes: its texts and values, and the slash at the end if that is ignored. @param {Match} match @param {string} path @param {boolean} strict */
function lengthOf({ form: { steps }, values }, path, strict) {
  const texts = steps.flatMap((step) => {
    if (step.kind === 'composite') return step.separators;
    return step.kind === 'text' || step.kind === 'until' ? [step.text] : [];
  });
  const length = [...texts, ...values].join('').length;
  return !strict && path.length === length + 1 && path.endsWith('/') ? path.length : length;
}

/** Equal for equal values, in whatever order their properties are. @param {unknown} value */
export function textOf(value) {
  const text = JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return String(text);
}
