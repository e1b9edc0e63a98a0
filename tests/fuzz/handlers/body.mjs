import { PassThrough, Writable } from 'node:stream';
import { describe, describeError } from './value.mjs';

/** How a handler may read a body. */
export const manners = /** @type {const} */ ([
  ...['data', 'readable', 'for await', 'for await broken off', 'pipe', 'pipe to a slow one', 'resume'],
  ...['pause and resume', 'utf8', 'hex', 'read at once', 'unshift', 'async iterator left'],
]);

/** @typedef {(typeof manners)[number]} Manner */

/** @type {Record<Manner, (run: import('./run.mjs').HandlerRun) => unknown>} */
const readers = {
  data(run) {
    listen(run);
  },
  readable(run) {
    run.req.on('readable', () => {
      for (let chunk = run.req.read(); chunk !== null; chunk = run.req.read()) noteChunk(run, chunk);
    });
    run.req.on('end', () => run.note('body', 'end'));
  },
  'for await': (run) => iterate(run, Number.POSITIVE_INFINITY),
  'for await broken off': (run) => iterate(run, 1),
  pipe(run) {
    const through = run.req.pipe(new PassThrough());
    through.on('data', (chunk) => noteChunk(run, chunk)).on('end', () => run.note('body', 'end'));
  },
  'pipe to a slow one'(run) {
    const write = (
      /** @type {unknown} */ chunk,
      /** @type {unknown} */ _,
      /** @type {() => void} */ done,
    ) => {
      noteChunk(run, chunk);
      run.log.stage.later(1, done);
    };
    run.req.pipe(new Writable({ highWaterMark: 1, write })).on('finish', () => run.note('body', 'finish'));
  },
  resume(run) {
    run.req.resume();
  },
  'pause and resume'(run) {
    listen(run);
    run.req.pause();
    run.log.stage.later(2, () => run.req.resume());
  },
  utf8(run) {
    run.req.setEncoding('utf8');
    listen(run);
  },
  hex(run) {
    run.req.setEncoding('hex');
    listen(run);
  },
  'read at once': ({ req }) => req.read(),
  unshift(run) {
    run.req.once('data', (chunk) => {
      run.req.unshift(chunk);
      listen(run);
    });
  },
  'async iterator left'(run) {
    void run.req[Symbol.asyncIterator]();
  },
};

/** Reads the request's body in one of the ways and notes what comes. @param {Manner} manner @param {import('./run.mjs').HandlerRun} run */
export function readBody(manner, run) {
  return readers[manner](run);
}

/** @param {import('./run.mjs').HandlerRun} run */
function listen(run) {
  run.req.on('data', (chunk) => noteChunk(run, chunk));
  run.req.on('end', () => run.note('body', 'end'));
}

/** @param {import('./run.mjs').HandlerRun} run @param {number} most chunks */
function iterate(run, most) {
  const read = async () => {
    let chunks = 0;
    for await (const chunk of run.req) {
      noteChunk(run, chunk);
      chunks++;
      if (chunks === most) break;
    }
    run.note('body', 'iterated');
  };
  read().catch((error) => run.note('body', describeError(error)));
}

/** @param {import('./run.mjs').HandlerRun} run @param {unknown} chunk */
function noteChunk(run, chunk) {
  run.note('body', describe(chunk));
}
