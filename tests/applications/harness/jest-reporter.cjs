// For Jest: adds a line for each test to the file that TEST_REPORT names.
const { appendFileSync } = require('node:fs');

module.exports = class {
  /** @param {unknown} _file @param {{ testResults: { status: string, fullName: string }[] }} result */
  onTestResult(_file, { testResults }) {
    for (const { status, fullName } of testResults) {
      appendFileSync(`${process.env.TEST_REPORT}`, `${JSON.stringify([status, fullName])}\n`);
    }
  }
};
