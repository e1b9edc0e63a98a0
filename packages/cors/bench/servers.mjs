// `node bench/servers.mjs`: requests of another origin, and their preflights, answered by servers.
import { compareServers } from '../../body/bench/compare-servers.mjs';
import { participants } from './participants.mjs';

/** @param {string} method @param {string} fields */
const request = (method, fields) => Buffer.from(`${method} / HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`);
const asked = 'Access-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: content-type\r\n';
const allowed = [
  'access-control-allow-origin: https://a.example',
  'access-control-allow-credentials: true',
  'vary: origin',
];
const permitted = ['access-control-max-age: 600', 'access-control-allow-headers: content-type'];

await compareServers(new URL('participants.mjs', import.meta.url), Object.keys(participants), [
  {
    name: 'simple request',
    request: request('GET', 'Origin: https://a.example\r\n'),
    answer: 'hello',
    fields: allowed,
  },
  {
    name: 'simple request, origin refused',
    request: request('GET', 'Origin: https://d.example\r\n'),
    answer: 'hello',
    fields: ['vary: origin'],
  },
  {
    name: 'preflight',
    request: request('OPTIONS', `Origin: https://a.example\r\n${asked}`),
    status: 204,
    answer: '',
    fields: [...allowed.slice(0, 2), ...permitted],
  },
]);
