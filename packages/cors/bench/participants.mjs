// Servers that say hello to one path, with the same rules for other origins.
import { createServer } from 'node:http';
import fastifyCors from '@fastify/cors';
import { serve } from '@hono/node-server';
import { cors } from '@nextpress/cors';
import { fastLane } from '@nextpress/fast-lane';
import peer from 'cors';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { cors as honoCors } from 'hono/cors';

const origin = ['https://c.example', 'https://b.example', 'https://a.example'];
const methods = ['GET', 'PUT'];
const allowedHeaders = ['content-type'];
const shared = { origin, credentials: true, maxAge: 600 };
const rules = { ...shared, methods, allowedHeaders };

/** @param {import('@nextpress/cors').CorsMiddleware} allow */
function plain(allow) {
  return createServer((req, res) => {
    allow(req, res, () => {
      res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 5 });
      res.end('hello');
    });
  });
}

/** @type {import('../../body/bench/serve.mjs').Participants} */
export const participants = {
  '@nextpress/cors, fast lane': () => fastLane(plain(cors(rules))),
  '@nextpress/cors, node:http': () => plain(cors(rules)),
  'cors, node:http': () => plain(peer(rules)),
  'cors, Express': () => {
    const app = express();
    app.use(/** @type {import('express').RequestHandler} */ (peer(rules)));
    app.get('/', (_req, res) => {
      res.type('text').send('hello');
    });
    return createServer(app);
  },
  async Fastify() {
    const app = fastify();
    await app.register(fastifyCors, rules);
    app.get('/', async () => 'hello');
    await app.ready();
    return app.server;
  },
  Hono() {
    const app = new Hono();
    app.use(honoCors({ ...shared, allowMethods: methods, allowHeaders: allowedHeaders }));
    app.get('/', (c) => c.text('hello'));
    return /** @type {import('node:http').Server} */ (
      serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    );
  },
};
