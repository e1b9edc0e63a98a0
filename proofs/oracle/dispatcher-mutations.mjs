/** @module Small mistakes in the dispatcher, each of which the oracle has to find. */

/** @typedef {import('./under-test.mjs').Mutation} Mutation */

const RUN = 'middleware/src/run.ts';
const CHAIN = 'middleware/src/chain.ts';
const LAYER = 'middleware/src/layer.ts';
const STACK_RUN = 'server/src/internal/running/run.ts';
const PLAN = 'server/src/internal/planning/plan.ts';
const COMMON_LAYERS = 'server/src/internal/planning/common-layers.ts';
const PLANNED_CHAIN = 'server/src/internal/planning/planned-chain.ts';
const ROUTE_STEP = 'server/src/internal/planning/route-step.ts';
const MOUNT_STEP = 'server/src/internal/planning/mount-step.ts';

/** @type {readonly Mutation[]} */
export const DISPATCHER_MUTATIONS = [
  {
    file: RUN,
    from: '  if (run.turn === turn) {\n    run.turn = LEFT;\n    run.pass(error);',
    to: '  if (run.turn === turn) {\n    run.pass(error);',
    mistake: 'a layer keeps its turn after the request has left',
  },
  {
    file: RUN,
    from: '  if (run.turn === turn) {\n    run.turn = LEFT;',
    to: '  if (run.turn >= 0) {\n    run.turn = LEFT;',
    mistake: 'any layer may continue while another has the turn',
  },
  {
    file: RUN,
    from: 'else if (isPassing(error)) reportLate(run, turn);',
    to: 'else if (!error) reportLate(run, turn);',
    mistake: "a late next('route') is taken for an error",
  },
  {
    file: RUN,
    from: '    this.advance(this.at + 1, error);\n  }\n\n  /** Whether to ignore an error',
    to: '    this.advance(this.at, error);\n  }\n\n  /** Whether to ignore an error',
    mistake: 'a late error enters the last layer again',
  },
  {
    file: RUN,
    from: 'const at = (error ? toError[from] : toRequest[from]) ?? layers.length;',
    to: 'const at = (error ? toError[from + 1] : toRequest[from]) ?? layers.length;',
    mistake: 'an error skips the next error layer',
  },
  {
    file: RUN,
    from: 'const at = (error ? toError[from] : toRequest[from]) ?? layers.length;',
    to: 'const at = toRequest[from] ?? layers.length;',
    mistake: 'an error is given to a request layer',
  },
  {
    file: RUN,
    from: 'if (at === layers.length) {\n      this.turn = LEFT;\n      this.afterLast(error || undefined, from - 1);',
    to: 'if (at === layers.length) {\n      this.turn = LEFT;\n      this.afterLast(undefined, from - 1);',
    mistake: 'an error without a layer is lost',
  },
  {
    file: RUN,
    from: '    setImmediate(advanceUnwound, this, from, error);',
    to: '    setImmediate(advanceUnwound, this, from + 1, error);',
    mistake: 'a layer is skipped when the stack is unwound',
  },
  {
    file: RUN,
    from: "continueFrom(run, turn, isPassing(reason) ? new Error('Rejected promise', { cause: reason }) : reason);",
    to: '',
    mistake: 'a rejection is ignored',
  },
  {
    file: RUN,
    from: '    run.cancel();\n    run.interrupt(error);',
    to: '    run.interrupt(error);',
    mistake: 'an interrupted layer is reported for its own late next()',
  },
  {
    file: RUN,
    from: 'else if (run.turn === UNWINDING) setImmediate(continueFrom, run, turn, error);\n  else if',
    to: 'else if',
    mistake: 'an error overtakes the layer that is entered after unwinding',
  },
  {
    file: RUN,
    from: 'if (run.turn === UNWINDING) run.advance(from, error);',
    to: 'run.advance(from, error);',
    mistake: 'a callback advances a run that does not wait for it',
    equivalent:
      'nothing but `cancel()` from outside, which only a framework calls, ends the waiting before the callback',
  },
  {
    file: RUN,
    from: 'this.offset += this.chain.layers.length;',
    to: 'this.offset = this.chain.layers.length - 1;',
    mistake: 'a turn of the first chain is also one of the second',
  },
  {
    file: RUN,
    from: '    this.at = from - 1;\n    this.advance(from, error);',
    to: '    this.at = from - 1;\n    this.advance(from + 1, error);',
    mistake: 'a layer is skipped when a run switches to another chain',
  },
  {
    file: RUN,
    from: '    this.at = from - 1;\n    this.advance(from, error);',
    to: '    this.at = from - 1;\n    this.advance(from, undefined);',
    mistake: 'an error is lost when a run switches to another chain',
  },
  {
    file: RUN,
    from: 'if (!interrupted?.has(turn) && turn >= offset) reportRepeatedNext',
    to: 'if (turn >= offset) reportRepeatedNext',
    mistake: 'a layer whose turn an error has taken is reported',
  },
  {
    file: RUN,
    from: 'if (!interrupted?.has(turn) && turn >= offset) reportRepeatedNext',
    to: 'if (!interrupted?.has(turn) && turn > offset) reportRepeatedNext',
    mistake: 'a repeated next() of the first layer is not reported',
  },
  {
    file: RUN,
    from: 'const error = isPassing(thrown)',
    to: 'const error = thrown === run',
    mistake: 'a layer that throws undefined lets the request pass',
  },
  {
    file: RUN,
    from: "return !value || value === 'route' || value === 'router';",
    to: "return !value || value === 'route';",
    mistake: "next('router') of a layer without the turn is an error",
  },
  {
    file: RUN,
    from: 'this.interrupted ??= new Set();',
    to: 'this.interrupted = new Set();',
    mistake: 'only the last interrupted layer is remembered',
  },
  {
    file: CHAIN,
    from: "if (error === 'route') this.done(undefined, this.req, this.res, this.at);\n    else if",
    to: 'if',
    mistake: "next('route') is an error in a route",
  },
  {
    file: CHAIN,
    from: "else if (error === 'router') this.done(error, this.req, this.res, this.at);",
    to: "else if (error === 'router') this.done(undefined, this.req, this.res, this.at);",
    mistake: "next('router') in a route leaves only the route",
  },
  {
    file: CHAIN,
    from: 'if (isKind(layers[at] as Layer<Req, Res>)) found = at;\n    positions[at] = found;',
    to: 'positions[at] = found;\n    if (isKind(layers[at] as Layer<Req, Res>)) found = at;',
    mistake: 'the tables point behind the layer itself',
  },
  {
    file: CHAIN,
    from: 'for (let at = layers.length - 1; at >= 0; at--) {',
    to: 'for (let at = layers.length - 1; at > 0; at--) {',
    mistake: 'the first layer is not in the tables',
  },
  {
    file: CHAIN,
    from: 'else this.advance(this.at + 1, error);',
    to: 'else this.advance(this.at + 1, undefined);',
    mistake: 'an error of the layer with the turn is lost',
  },
  {
    file: LAYER,
    from: 'return layer.length < 4;',
    to: 'return layer.length !== 4;',
    mistake: 'functions of five parameters run',
  },
  {
    file: STACK_RUN,
    from: "if (error === 'router') this.#skipScope();",
    to: "if (error === 'router') this.advance(this.at + 1, undefined);",
    mistake: "next('router') leaves only the layer",
  },
  {
    file: STACK_RUN,
    from: "const isError = error && error !== 'route' && error !== 'router';",
    to: "const isError = error && error !== 'router';",
    mistake: "next('route') is an error in a router",
  },
  {
    file: STACK_RUN,
    from: 'if (this.#hasNewTarget()) this.restart(this.#indexAfter(), pending);',
    to: 'if (this.#hasNewTarget()) this.restart(this.#indexAfter() - 1, pending);',
    mistake: 'a layer that changes the target runs again',
  },
  {
    file: STACK_RUN,
    from: 'if (this.#hasNewTarget()) this.restart(this.#indexAfter(), pending);',
    to: 'if (this.#hasNewTarget()) this.restart(this.#indexAfter() + 1, pending);',
    mistake: 'a layer is skipped after a change of the target',
  },
  {
    file: STACK_RUN,
    from: 'if (this.#hasNewTarget()) this.restart(this.#indexAfter(), pending);',
    to: 'if (this.#hasNewTarget()) this.restart(this.#indexAfter(), undefined);',
    mistake: 'an error is lost after a change of the target',
  },
  {
    file: STACK_RUN,
    from: 'else this.advance(this.at + 1, pending);',
    to: 'else this.advance(this.at + 1, undefined);',
    mistake: 'an error of a layer of a router is lost',
  },
  {
    file: STACK_RUN,
    from: 'this.restart(end, error, chain.scope);',
    to: 'this.restart(end + 1, error, chain.scope);',
    mistake: 'the layer behind the first route does not run',
  },
  {
    file: STACK_RUN,
    from: 'this.restart(end, error, chain.scope);',
    to: 'this.restart(end, undefined, chain.scope);',
    mistake: 'an error is lost behind the first route',
  },
  {
    file: STACK_RUN,
    from: 'if (end < plan.layers.length)',
    to: 'if (end < plan.layers.length - 1)',
    mistake: 'the last layer of a router does not run',
  },
  {
    file: STACK_RUN,
    from: 'if (missing.length === 0) this.switchTo(chain, chain.positionOf(index), error);',
    to: 'if (missing.length === 0) this.switchTo(chain, index, error);',
    mistake: 'a stack index is taken for a position in the chain',
  },
  {
    file: STACK_RUN,
    from: 'if (this.#cancelInnerRuns()) this.pass(error);',
    to: 'if (this.#cancelInnerRuns()) this.pass(undefined);',
    mistake: 'an error that interrupts the runs inside is lost',
  },
  {
    file: STACK_RUN,
    from: '    if (this.mounted !== undefined) this.unmount();\n    const isError',
    to: '    const isError',
    mistake: 'the prefix of a mount stays removed for the layers behind it',
  },
  {
    file: STACK_RUN,
    from: '  trampoline(outer.next, failure);',
    to: '  trampoline(outer.next, undefined);',
    mistake: 'an error is lost when the request leaves a router',
  },
  {
    file: STACK_RUN,
    from: 'if (step !== undefined) return step.enter(this, layer, next, error);',
    to: 'if (step !== undefined) return step.enter(this, layer, next, undefined);',
    mistake: 'an error is lost at a layer whose prefix does not match',
  },
  {
    file: PLAN,
    from: 'if (index >= end) return false;',
    to: 'if (index >= end - 2) return false;',
    mistake: 'the layer before a route is not in its chain',
  },
  {
    file: PLAN,
    from: "return prefix === undefined || routes.every(({ pattern }) => prefix.covers(pattern) !== 'never');",
    to: "return prefix === undefined || routes.every(({ pattern }) => prefix.covers(pattern) === 'always');",
    mistake: 'a layer is left out whose prefix matches some requests for a route',
  },
  {
    file: PLAN,
    from: 'planned.sort((one, other) => one.index - other.index);',
    to: '',
    mistake: 'routes run behind all other layers',
  },
  {
    file: PLAN,
    from: 'return this.#chainOf(route.owner, [route], route.index + 1, prefixes);',
    to: 'return this.#chainOf(route.owner, [route], route.index, prefixes);',
    mistake: 'a route is behind the end of its own chain',
  },
  {
    file: PLAN,
    from: "this.#router = createRouter<KnownRoute>({ ...rules, precedence: 'registration' });",
    to: "this.#router = createRouter<KnownRoute>({ ...rules, precedence: 'specificity' });",
    mistake: 'the most specific route runs first',
  },
  {
    file: PLAN,
    from: 'const found = this.#common.prefixes.find(pathname);',
    to: 'const found = prefixes;',
    mistake: 'the chain of a route has only the prefixes that all its paths have',
  },
  {
    file: COMMON_LAYERS,
    from: 'node = node.parent) {',
    to: 'node = undefined) {',
    mistake: 'only the layers with the longest prefix run',
  },
  {
    file: PLANNED_CHAIN,
    from: 'findIndex((layer) => layer.index >= index);',
    to: 'findIndex((layer) => layer.index > index);',
    mistake: 'a chain continues one layer too late',
  },
  {
    file: PLANNED_CHAIN,
    from: 'return position === -1 ? this.planned.length : position;',
    to: 'return position === -1 ? 0 : position;',
    mistake: 'a chain begins again behind its last layer',
  },
  {
    file: PLANNED_CHAIN,
    from: 'return this.planned[position]?.index ?? this.end - 1;',
    to: 'return position;',
    mistake: 'a position in the chain is taken for a stack index',
  },
  {
    file: ROUTE_STEP,
    from: 'handles.length === 1 && first !== undefined && first.length < 4 ?',
    to: 'handles.length === 1 && first !== undefined ?',
    mistake: 'a route whose only handler is for errors takes errors from outside',
  },
  {
    file: ROUTE_STEP,
    from: '    run.skip(next);\n    return false;',
    to: '    return false;',
    mistake: 'a request stops at a compared route that does not match',
  },
  {
    file: ROUTE_STEP,
    from: 'const handlers = this.#handlers.get(methodOf(req)) ?? this.#handlers.get(ALL);',
    to: 'const handlers = this.#handlers.get(ALL);',
    mistake: 'a compared route has only handlers for all methods',
  },
  {
    file: MOUNT_STEP,
    from: 'if (match === undefined) run.skip(next, error);',
    to: 'if (match === undefined) run.skip(next);',
    mistake: 'middleware that does not match loses the error',
  },
];
