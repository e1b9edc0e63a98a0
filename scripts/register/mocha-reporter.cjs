// For mocha: writes the state and the title of each test to the file that REGISTER_REPORT names.
const { appendFileSync } = require('node:fs');

/** @param {any} runner */
module.exports = function report(runner) {
  /** @param {string} state */
  const note = (state) => (/** @type {any} */ test) =>
    appendFileSync(`${process.env.REGISTER_REPORT}`, `${state} ${JSON.stringify(test.fullTitle())}\n`);
  runner.on('pass', note('passed')).on('fail', note('failed')).on('pending', note('skipped'));
};
