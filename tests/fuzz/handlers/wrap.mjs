import { describe } from './value.mjs';

/** Whose way of replacing a response's methods is copied. */
export const wraps = /** @type {const} */ ([
  ...['on-headers', 'compression', 'express-session', 'end', 'write', 'setHeader', 'on', 'emit'],
]);

/** @typedef {(typeof wraps)[number]} Wrap */
/** @typedef {import('./run.mjs').HandlerRun} HandlerRun */
/** @typedef {Record<string, (...args: unknown[]) => unknown>} Methods */

/** @type {Record<Wrap, (run: HandlerRun, methods: Methods) => void>} */
const replacements = {
  'on-headers'(run, methods) {
    let fired = false;
    around(run, methods, 'writeHead', () => {
      if (fired) return;
      fired = true;
      if (!run.res.headersSent) run.res.setHeader('X-On-Headers', String(run.res.getHeaderNames().length));
    });
  },
  // Replaces the content by capitals of the same length: the shape of compression without its arithmetic.
  compression(run, methods) {
    const { write, end, on } = methods;
    const implicitHeader = () => {
      if (!run.res.headersSent) methods._implicitHeader?.();
    };
    methods.write = function (chunk, ...rest) {
      implicitHeader();
      return write?.call(this, capitals(chunk), ...rest);
    };
    methods.end = function (chunk, ...rest) {
      implicitHeader();
      return end?.call(this, capitals(chunk), ...rest);
    };
    methods.on = function (event, listener) {
      return event === 'drain' ? this : on?.call(this, event, listener);
    };
  },
  // Defers the end until its store has responded, but sends the head and the body.
  'express-session'(run, methods) {
    const { write, end } = methods;
    let ended = false;
    methods.end = function (chunk, encoding) {
      if (ended) return false;
      ended = true;
      if (chunk === undefined || chunk === null || typeof chunk === 'function') {
        run.log.stage.later(1, () => end?.call(run.res));
        return undefined;
      }
      if (!run.res.headersSent) methods._implicitHeader?.();
      const sent = write?.call(this, chunk, encoding);
      run.log.stage.later(1, () => end?.call(run.res));
      return sent;
    };
  },
  end: (run, methods) => around(run, methods, 'end'),
  write: (run, methods) => around(run, methods, 'write'),
  setHeader: (run, methods) => around(run, methods, 'setHeader'),
  on: (run, methods) => around(run, methods, 'on'),
  emit: (run, methods) => around(run, methods, 'emit'),
};

/** @type {ReadonlySet<unknown>} */
const adrift = new Set(['error', 'socket', 'pipe', 'unpipe']);

/** Replaces methods of the run's response. @param {Wrap} wrap @param {HandlerRun} run */
export function wrapResponse(wrap, run) {
  replacements[wrap](run, /** @type {Methods} */ (/** @type {unknown} */ (run.res)));
}

/** @param {HandlerRun} run @param {Methods} methods @param {string} name @param {() => void} [before] */
function around(run, methods, name, before) {
  const inner = methods[name];
  methods[name] = function (...args) {
    const told = args.map((arg) => (typeof arg === 'object' && arg !== null ? 'object' : describe(arg)));
    // Events in their own tick have no order among the others.
    const strand = name === 'emit' && adrift.has(args[0]) ? `wrapped emit of ${args[0]}` : `wrapped ${name}`;
    run.note(strand, told.join());
    before?.();
    return inner?.apply(this, args);
  };
}

/** @param {unknown} chunk */
function capitals(chunk) {
  return typeof chunk === 'string' ? chunk.toUpperCase() : chunk;
}
