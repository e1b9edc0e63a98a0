import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('with the register entry, Hono works, and fetch accepts its requests', () => {
  const program = fileURLToPath(new URL('register-program.mjs', import.meta.url));
  const output = execFileSync(process.execPath, [program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([
    [200, '1', '7', true],
    [201, '1', '{"a":1}', true],
    [200, '1', 'moved', true],
    [200, '1', 'direct', true],
    [200, '1', '[true,true,true]', true],
    [200, '1', '[true,"http://a/","tea","tea",true,[],["Request","Response","fetch"]]', true],
    [404, '1', '404 Not Found', true],
  ]);
});
