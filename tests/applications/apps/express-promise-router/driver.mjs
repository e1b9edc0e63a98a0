import { mochaReporter } from '../../harness/suite.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'its own tests: a router whose handlers return promises, `next`, `param`, error handlers',
  expressVersion: 4,
  isFast: true,
  suite: {
    folder: 'node_modules/express-promise-router',
    command: [
      '../mocha/bin/mocha.js',
      '--exit',
      '--reporter',
      mochaReporter,
      'test/express-promise-router*.js',
    ],
  },
};
