import { createHash } from 'node:crypto';
import { chunks } from '../../content/megabyte.mjs';

const megabyte = Buffer.concat(chunks);

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'transfer',
  title: 'Long bodies',
  source: 'this project',
  scenarios: [
    {
      name: 'stream',
      title: '1 MB streamed',
      requests: [{ method: 'GET', path: '/stream' }],
      answer: {
        status: 200,
        body: { bytes: megabyte.length, sha256: createHash('sha256').update(megabyte).digest('hex') },
        fields: { 'content-type': 'application/octet-stream' },
      },
      load: { connections: 20, warmUp: 1_000 },
      note: 'Sixteen pieces of 64 KiB from a stream, of no declared length.',
    },
    {
      name: 'upload',
      title: '100 kB uploaded',
      requests: [
        {
          method: 'POST',
          path: '/upload',
          headers: { 'content-type': 'application/octet-stream' },
          body: 'x'.repeat(100_000),
        },
      ],
      answer: { status: 200, body: '{"bytes":100000}', fields: { 'content-type': 'application/json' } },
      load: { connections: 50, warmUp: 3_000 },
      note: 'The whole body is gathered before the answer: in a body parser by Nextpress, Express, Fastify, NestJS and Polka, by hand elsewhere.',
    },
  ],
};
