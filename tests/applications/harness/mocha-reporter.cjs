// For mocha: adds a line for each test to the file that TEST_REPORT names.
const { appendFileSync } = require('node:fs');

/** @param {any} runner */
module.exports = function report(runner) {
  /** @param {string} state */
  const note = (state) => (/** @type {any} */ test) =>
    appendFileSync(`${process.env.TEST_REPORT}`, `${JSON.stringify([state, test.fullTitle()])}\n`);
  runner.on('pass', note('passed')).on('fail', note('failed')).on('pending', note('skipped'));
};
