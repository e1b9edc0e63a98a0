/** @module Small mistakes in the dispatcher, each of which the oracle has to find. */

/** @typedef {import('./under-test.mjs').Mutation} Mutation */

const RUN = 'middleware/src/run.ts';
const CHAIN = 'middleware/src/chain.ts';
const LAYER = 'middleware/src/layer.ts';

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
    from: 'if (at === layers.length) {\n      this.turn = LEFT;\n      this.leave(error || undefined, from - 1);',
    to: 'if (at === layers.length) {\n      this.turn = LEFT;\n      this.leave(undefined, from - 1);',
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
    mistake: 'the turn of an interrupted layer is not taken',
    equivalent: '`interrupt` of a chain enters the next layer, which sets the turn anew',
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
];
