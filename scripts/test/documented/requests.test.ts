import { expect, test } from 'vitest';
import { requestIn, setUpOf } from '../../documented/requests.mjs';

test.each([
  ['// GET / => 200', { method: 'GET', target: '/', headers: {}, body: '', status: 200, expected: '' }],
  ['  // OPTIONS * => 204', { method: 'OPTIONS', target: '*', status: 204 }],
  ['// GET /a?b=c => 302 Location: /d', { target: '/a?b=c', status: 302, expected: 'Location: /d' }],
  ['// GET / Accept: text/html => 200 <p>', { headers: { Accept: 'text/html' }, expected: '<p>' }],
  [
    '// POST / {"a":"=>"} => 200',
    { body: '{"a":"=>"}', headers: { 'Content-Type': 'application/json', 'Content-Length': '10' } },
  ],
])('requestIn reads %s', (line, request) => {
  expect(requestIn(line)).toMatchObject(request);
});

test.each([['f(); // GET / => 200'], ['// => 200'], ['// Get / => 200'], ['// GET / responds with 200']])(
  'requestIn ignores %s',
  (line) => {
    expect(requestIn(line)).toBeUndefined();
  },
);

test.each([
  [
    "app.get('/', jsonBody());",
    "import { createServer, jsonBody } from 'nextpress'; const app = createServer();",
  ],
  ['const app = createServer({});', "import { createServer } from 'nextpress'; "],
  ["import { a } from 'b';\napp.get('/');", ''],
  ['JSON.parse("1");', ''],
])('setUpOf completes %s', (code, setUp) => {
  expect(setUpOf(code)).toBe(setUp);
});
