import { mochaReporter } from '../../harness/suite.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'its own tests: middleware that changes JSON, headers and what `res.write` and `res.end` send',
  expressVersion: 4,
  staysInNode: 'supertest sends `Connection: close`, which is left to Node',
  isFast: true,
  suite: {
    folder: 'node_modules/express-mung',
    command: ['../mocha/bin/mocha.js', '--exit', '--reporter', mochaReporter],
  },
};
