// A stream of events that ends, as a browser reads it.

import { sse } from '@nextpress/events';
import { bench } from '@nextpress-internal/bench-kit';
import { createSession } from 'better-sse';

const EVENTS = 50;

/** @param {string | undefined} url @param {number} at */
const eventOf = (url, at) => ({ from: url, at, text: 'The quick brown fox jumps over the lazy dog' });

/** What a browser gets: the data of each event. @param {{ body: string }} response */
const dataOf = ({ body }) => body.match(/(?<=^data: ?)\{.*/gm);

await bench(import.meta.dirname, {
  measures: 'server CPU time per stream of 50 events',
  notes: 'better-sse sends an id with each event. node:http writes the text of an event without any checks.',
  servers: {
    '50 events': {
      requests: Array.from({ length: 200 }, (_, index) => ({ path: `/events/${index}` })),
      comparable: dataOf,
      variants: {
        '@nextpress/events': () => async (req, res) => {
          const stream = sse(res);
          for (let at = 0; at < EVENTS; at++) await stream.send({ data: eventOf(req.url, at) });
          stream.close();
        },
        'better-sse': () => async (req, res) => {
          const session = await createSession(req, res);
          for (let at = 0; at < EVENTS; at++) session.push(eventOf(req.url, at));
          res.end();
        },
        'node:http': () => (req, res) => {
          res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
          for (let at = 0; at < EVENTS; at++) res.write(`data: ${JSON.stringify(eventOf(req.url, at))}\n\n`);
          res.end();
        },
      },
    },
  },
});
