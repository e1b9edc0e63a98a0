import { jestReporter } from '../../harness/suite.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'its own tests: controllers, decorators, middleware, authentication',
  expressVersion: 4,
  staysInNode: 'supertest sends `Connection: close`, which is left to Node',
  suite: {
    folder: 'suite',
    command: ['../node_modules/jest/bin/jest.js', '--runInBand', '--rootDir=.', '--reporters', jestReporter],
  },
};
