/** @module Runs before every test file. In CI, generated cases are the same in every run, so that a failure means a change. */

if (process.env.CI === 'true') {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
}

export {};
