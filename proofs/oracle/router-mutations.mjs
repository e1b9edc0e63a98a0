/** @module Small mistakes in the router, each of which the oracle has to find. */

/** @typedef {import('./under-test.mjs').Mutation} Mutation */

const SEARCH = 'router/src/internal/tree/tree-search.ts';
const FINISH = 'router/src/internal/tree/finish-tree.ts';
const BUILDER = 'router/src/internal/tree/tree-builder.ts';
const TABLE = 'router/src/internal/tree/build-method-table.ts';
const COMPOSITE = 'router/src/internal/tree/split-composite.ts';
const METHOD_TABLE = 'router/src/internal/tree/method-table.ts';
const ROUTER = 'router/src/create-router.ts';

/** @type {readonly Mutation[]} */
export const ROUTER_MUTATIONS = [
  {
    file: SEARCH,
    from: 'if (node.rank >= bound) return undefined;',
    to: 'if (node.rank > bound) return undefined;',
    mistake: 'a leaf of the same rank replaces the best one, with other captures',
  },
  {
    file: SEARCH,
    from: 'child === undefined || child.lowest >= bound ? undefined',
    to: 'child === undefined || child.lowest + 1 >= bound ? undefined',
    mistake: 'a text that is better by one rank is left out',
  },
  {
    file: SEARCH,
    from: 'if (capture.lowest >= bound) return undefined;',
    to: 'if (capture.lowest > bound + 1) return undefined;',
    mistake: 'a capture that cannot win is searched',
    equivalent: 'the bound is checked again at each leaf: it only saves time',
  },
  {
    file: SEARCH,
    from: 'if (capture.lowest >= leaf.rank) return leaf;\n    this.saveSlots();',
    to: 'if (capture.lowest >= leaf.rank) return leaf;',
    mistake: 'the captures of the best leaf are not saved before a capture is tried',
  },
  {
    file: SEARCH,
    from: 'if (best !== UNRANKED) this.saveSlots();',
    to: '',
    mistake: 'the captures of the best leaf are not saved in a branch',
  },
  {
    file: SEARCH,
    from: 'if (found !== undefined) this.saveSlots();',
    to: '',
    mistake: 'the captures of the best leaf are not saved between the ends of a wildcard',
  },
  {
    file: SEARCH,
    from: 'return this.tryCapture(capture, path, at, leaf.rank) ?? leaf;',
    to: 'return this.tryCapture(capture, path, at, bound) ?? leaf;',
    mistake: 'a worse leaf below a capture replaces the best one',
  },
  {
    file: SEARCH,
    from: 'const nearest = at + rule.least;',
    to: 'const nearest = at + 1;',
    mistake: 'a wildcard that may be empty is not tried empty',
  },
  {
    file: SEARCH,
    from: 'end >= nearest && node.lowest < best; end--',
    to: 'end > nearest && node.lowest < best; end--',
    mistake: 'the nearest end of a wildcard is not tried',
  },
  {
    file: SEARCH,
    from: 'if (rule.isInner && nearest <= rule.triedFrom) rule.triedFrom = nearest - 1;',
    to: 'if (rule.isInner && nearest <= rule.triedFrom) rule.triedFrom = nearest - 2;',
    mistake: 'an inner wildcard skips an end that has not been tried',
  },
  {
    file: SEARCH,
    from: '(wildcards[i] as CaptureRule).triedFrom = UNRANKED;',
    to: '(wildcards[i] as CaptureRule).triedFrom ??= UNRANKED;',
    mistake: 'an inner wildcard remembers the ends of the previous lookup',
  },
  {
    file: SEARCH,
    from: 'return Math.min(end, limit);',
    to: 'return limit;',
    mistake: 'a wildcard reads past the text that stops it',
  },
  {
    file: SEARCH,
    from: 'if (node.isFork || at === this.trailingSlash) return this.branch(node, path, at, bound);',
    to: 'if (node.isFork) return this.branch(node, path, at, bound);',
    mistake: 'a trailing slash is not ignored',
  },
  {
    file: SEARCH,
    from: 'if (end === at || end === segmentEnd) return -1;',
    to: 'if (end === segmentEnd) return -1;',
    mistake: 'a value before a text may be empty',
  },
  {
    file: SEARCH,
    from: 'if (!all.has(leaf)) all.set(leaf, this.current.slice());',
    to: 'all.set(leaf, this.current.slice());',
    mistake: 'the last captures of a leaf are listed, and not the first',
  },
  {
    file: FINISH,
    from: 'node.lowest = Math.min(node.lowest, child.lowest);',
    to: 'node.lowest = child.lowest;',
    mistake: 'the lowest rank is that of the last child',
  },
  {
    file: FINISH,
    from: 'node.head = isCompared ? text.slice(from, middle)',
    to: "node.head = isCompared ? ''",
    mistake: 'the first half of a long text is not compared',
  },
  {
    file: FINISH,
    from: 'const isCompared = isBranch || leaf !== undefined;',
    to: 'const isCompared = isBranch;',
    mistake: 'text at the end of a path is not compared',
  },
  {
    file: FINISH,
    from: 'arrange(child, prefix, end, isBranch ? end : from)',
    to: 'arrange(child, prefix, end, end)',
    mistake: 'text is compared only after the last division',
  },
  {
    file: SEARCH,
    from: 'if (!this.hasText(node, path, at)) return undefined;\n      if (next',
    to: 'if (next',
    mistake: 'text before a capture is not compared',
  },
  {
    file: SEARCH,
    from: 'if (!this.hasText(node, path, at)) return undefined;\n    const { length } = path;',
    to: 'const { length } = path;',
    mistake: 'text before a branch is not compared',
  },
  {
    file: FINISH,
    from: 'return isPlain && captures.sibling === undefined;',
    to: 'return isPlain;',
    mistake: 'the siblings of a plain capture are not tried',
  },
  {
    file: BUILDER,
    from: 'while (shared < length && text.charCodeAt',
    to: 'while (shared < length - 1 && text.charCodeAt',
    mistake: 'a text that is the beginning of another is divided too early',
  },
  {
    file: BUILDER,
    from: "slot += 2 * (step.kind === 'composite' ? step.separators.length : 1);",
    to: 'slot += 2;',
    mistake: 'the values of a composite segment are overwritten',
  },
  {
    file: BUILDER,
    from: 'if (slash !== undefined) rankEnds(slash);',
    to: '',
    mistake: 'a form without a trailing slash comes before one with it',
  },
  {
    file: BUILDER,
    from: 'const UNCONSTRAINED_REST = [1, 0, 1];',
    to: 'const UNCONSTRAINED_REST = [1, 0, 0];',
    mistake: 'a constraint does not make a parameter more specific',
  },
  {
    file: BUILDER,
    from: '(rule as CaptureRule).specificity, specificity) <= 0) low = middle + 1;',
    to: '(rule as CaptureRule).specificity, specificity) < 0) low = middle + 1;',
    mistake: 'of equally specific captures the last one comes first',
  },
  {
    file: BUILDER,
    from: 'const isWildcard = node.kind === WILDCARD;',
    to: 'const isWildcard = false;',
    mistake: 'a wildcard comes before what follows it',
  },
  {
    file: TABLE,
    from: "Number(a.method === '*') - Number(b.method === '*')",
    to: "Number(b.method === '*') - Number(a.method === '*')",
    mistake: 'a route for every method comes before one for the method',
  },
  {
    file: COMPOSITE,
    from: 'if (before < start || from >= end || constraint?.accepts(path, from, end) === false) return false;',
    to: 'if (before < start || from > end || constraint?.accepts(path, from, end) === false) return false;',
    mistake: 'a value of a composite segment may be empty',
  },
  {
    file: SEARCH,
    from: 'if (this.slots !== this.current) this.slots = this.current;',
    to: '',
    mistake: 'a better leaf has the captures of the one before',
  },
  {
    file: SEARCH,
    from: 'if (this.slots === this.saved) return;',
    to: '',
    mistake: 'the saved captures are replaced by those of a branch without a leaf',
  },
  {
    file: SEARCH,
    from: 'node.others?.get(code);',
    to: 'undefined;',
    mistake: 'a text that begins with a letter beyond Latin-1 is not found',
  },
  {
    file: SEARCH,
    from: 'this.prefix && path.charCodeAt(at) === SLASH',
    to: 'this.prefix',
    mistake: 'a prefix ends inside a segment',
  },
  {
    file: SEARCH,
    from: 'this.accept(node, at === this.trailingSlash ? length : at, best)',
    to: 'this.accept(node, at, best)',
    mistake: 'a prefix does not take the slash at the end',
  },
  {
    file: FINISH,
    from: '(prefix && node.leaf !== undefined) || ',
    to: '',
    mistake: 'a prefix ends only where the path ends',
  },
  {
    file: SEARCH,
    from: 'this.walk(this.root, path, this.root.length, UNRANKED)',
    to: 'this.walk(this.root, path, 0, UNRANKED)',
    mistake: 'a search starts before the text that all paths begin with',
  },
  {
    file: BUILDER,
    from: 'child?.length === node.length + 1 ? child : undefined',
    to: 'child',
    mistake: 'text that begins with a slash comes before the end of a path without it',
  },
  {
    file: COMPOSITE,
    from: 'Math.max(at + length, end - length)',
    to: 'end - length',
    mistake: 'a short value is taken to contain its separator',
  },
  {
    file: METHOD_TABLE,
    from: '.sort((a, b) => a[0].rank - b[0].rank)',
    to: '',
    mistake: 'all matches are in the order of the tree',
  },
  {
    file: METHOD_TABLE,
    from: 'if (!routes.includes(route)) routes.push(route);',
    to: 'routes.push(route);',
    mistake: 'a route with two forms that match is listed twice',
  },
  {
    file: ROUTER,
    from: 'this.#routes.push({ method: each, pattern, value, forms });\n    this.#discardTables();',
    to: 'this.#routes.push({ method: each, pattern, value, forms });',
    mistake: 'a route that is added after a lookup is not found',
  },
  {
    file: ROUTER,
    from: 'this.#routes = remaining;\n    this.#discardTables();',
    to: 'this.#routes = remaining;',
    mistake: 'a route that is removed after a lookup is still found',
  },
  {
    file: ROUTER,
    from: 'route.method === method || route.method === ANY',
    to: 'route.method === method',
    mistake: 'a route for every method is not in the table of a method',
  },
];
