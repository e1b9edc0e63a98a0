import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Runs the built package: only the build loads builtins lazily.
const printed = (code: string, cwd = import.meta.dirname): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', cwd });
const loaded = printed("await import('nextpress'); console.log(process.moduleLoadList.join('\\n'))").split(
  '\n',
);

test('an application that only listens loads node:http', () => {
  expect(loaded).toContain('NativeModule _http_server');
});

test.each(['internal/deps/undici/undici', 'tls', 'https', 'crypto', 'zlib', 'assert', 'http2', 'perf_hooks'])(
  'does not load %s unless it is used',
  (name) => {
    expect(loaded).not.toContain(`NativeModule ${name}`);
  },
);

test('starts when process.execPath is wrong', () => {
  expect(printed("process.execPath = 'node'; await import('nextpress'); console.log('started')")).toBe(
    'started\n',
  );
});

test('the packages share one HttpError class', () => {
  const code = `
    import { malformedTarget } from '@nextpress/core';
    import { HttpError } from '@nextpress/semantics/http-error';
    console.log(malformedTarget() instanceof HttpError);`;
  expect(printed(code, join(import.meta.dirname, '../../core'))).toBe('true\n');
});
