import { expect, test } from 'vitest';
import { namesHost } from '../../../src/internal/head/host-value.ts';

/** Calls it as the recognizer does: a NUL after the value ends every loop. */
function isHost(value: string): boolean {
  return namesHost(Buffer.from(`Host:${value}\0`, 'latin1'), 5, 5 + value.length);
}

test.each([
  ...[
    '',
    ' ',
    ' a',
    '   a',
    'example.com',
    'EXAMPLE.com:8080',
    '127.0.0.1:0',
    'a:65535',
    'a:',
    "a~_!$&'()*+,;=-",
  ],
  ...['[::1]', ' [::1]:3000', '[2001:db8::7]', '[::ffff:1.2.3.4]:80'],
])('"%s" names a host, or is empty', (value) => {
  expect(isHost(value)).toBe(true);
});

test.each([
  ...['a b', 'a/b', 'a?', 'user@a', 'a:b', 'a:80:80', 'a:65536', `a:${'9'.repeat(400)}`, ':80', 'a ', '\ta'],
  ...[
    '[::1',
    '[]',
    '[1.2.3.4]',
    '[fe80::1%25en0]',
    '[fe80::1%en0]',
    '[::1]x',
    '[::1]:x',
    'a[::1]',
    'a,b c',
    'é',
    'a\\b',
  ],
  ...['%61', 'a%zz'],
])('"%s" is left to Node', (value) => {
  expect(isHost(value)).toBe(false);
});
