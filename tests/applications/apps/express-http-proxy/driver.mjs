import { mochaReporter } from '../../harness/suite.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'its own tests: a proxy with streams, bodies, cookies, errors and time-outs',
  expressVersion: 4,
  suite: {
    folder: 'node_modules/express-http-proxy',
    command: ['../mocha/bin/mocha.js', '--exit', '--reporter', mochaReporter],
    offline: [
      'userResDecorator conditions when userResDecorator returns a Promise',
      'userResDecorator test userResDecorator on html response from github',
    ],
  },
};
