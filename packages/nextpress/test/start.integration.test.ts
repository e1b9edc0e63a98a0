import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What is built, as an application imports it; the sources import builtins, and the build makes it `require` them.
const printed = (code: string, cwd = import.meta.dirname): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', cwd });
const loaded = printed("await import('nextpress'); console.log(process.moduleLoadList.join('\\n'))").split(
  '\n',
);

test('an application that only listens begins with node:http', () => {
  expect(loaded).toContain('NativeModule _http_server');
});

test.each(['internal/deps/undici/undici', 'tls', 'https', 'crypto', 'zlib', 'assert', 'http2'])(
  'it does without %s, which nobody has asked for',
  (name) => {
    expect(loaded).not.toContain(`NativeModule ${name}`);
  },
);

test('it starts where Node does not know its own path', () => {
  expect(printed("process.execPath = 'node'; await import('nextpress'); console.log('started')")).toBe(
    'started\n',
  );
});

test('the errors of its packages are of one class', () => {
  const code = `
    import { malformedTarget } from '@nextpress/core';
    import { HttpError } from '@nextpress/semantics/http-error';
    console.log(malformedTarget() instanceof HttpError);`;
  expect(printed(code, join(import.meta.dirname, '../../core'))).toBe('true\n');
});
