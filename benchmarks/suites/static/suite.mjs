import { digestOf, large, medium, small } from '../../content/static-files.mjs';

const range = { start: 524_288, end: 589_823 };

/** Who sends entity tags. Koa's are packages that nobody keeps. */
const tagging = [
  'node-http',
  'nextpress',
  'nextpress-node',
  'fastify',
  'express',
  'hono',
  'hono-1',
  'serve-static',
  'sirv',
  'sirv-dev',
  'nginx',
];

/** @param {{ path: string, content: Buffer }} file @param {string} type @returns {Pick<import('../../suite.mjs').Scenario, 'requests' | 'answer'>} */
const whole = ({ path, content }, type) => ({
  requests: [{ method: 'GET', path }],
  answer: {
    status: 200,
    body: digestOf(content),
    fields: { 'content-type': type, 'content-length': String(content.length) },
  },
});

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'static',
  title: 'Files',
  source: 'this project',
  scenarios: [
    { name: 'static-1kb', title: 'a file of 1 kB', ...whole(small, 'text/plain') },
    { name: 'static-50kb', title: 'a file of 50 kB', ...whole(medium, 'text/css') },
    {
      name: 'static-1mb',
      title: 'a file of 1 MB',
      ...whole(large, 'application/octet-stream'),
      load: { connections: 10, warmUp: 500 },
    },
    {
      name: 'static-304',
      title: 'a file the client has (If-None-Match)',
      requests: [{ method: 'GET', path: medium.path, revalidate: true }],
      answer: { status: 304, body: '' },
      servers: tagging.filter((name) => !name.startsWith('hono')),
      note: 'sirv without dev has looked at every file before. Hono is left out: its etag() hashes the file each time.',
    },
    {
      name: 'static-range',
      title: '64 KiB out of 1 MB (Range)',
      requests: [
        { method: 'GET', path: large.path, headers: { range: `bytes=${range.start}-${range.end}` } },
      ],
      answer: {
        status: 206,
        body: digestOf(large.content.subarray(range.start, range.end + 1)),
        fields: {
          'content-range': `bytes ${range.start}-${range.end}/${large.content.length}`,
          'content-length': String(range.end - range.start + 1),
        },
      },
      servers: [...tagging, 'bun'],
    },
    {
      name: 'static-miss',
      title: 'a file that is not there (404)',
      requests: [{ method: 'GET', path: '/images/logo.svg' }],
      answer: { status: 404 },
    },
  ],
};
