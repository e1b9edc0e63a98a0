import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

// What is built, as an application imports it; the sources import builtins, and the build makes it `require` them.
const loaded = execFileSync(
  process.execPath,
  [
    '--input-type=module',
    '--eval',
    "await import('nextpress'); console.log(process.moduleLoadList.join('\\n'))",
  ],
  { encoding: 'utf8', cwd: import.meta.dirname },
).split('\n');

test('an application that only listens begins with node:http', () => {
  expect(loaded).toContain('NativeModule _http_server');
});

test.each(['internal/deps/undici/undici', 'tls', 'https', 'crypto', 'zlib', 'assert', 'http2'])(
  'it does without %s, which nobody has asked for',
  (name) => {
    expect(loaded).not.toContain(`NativeModule ${name}`);
  },
);
