// Servers that read a JSON body and answer with how much was in it: `{"count":3}`.
import { createServer } from 'node:http';
import { createGunzip } from 'node:zlib';
import { serve } from '@hono/node-server';
import { fastLane } from '@nextpress/fast-lane';
import { jsonBody } from '@nextpress/json-body';
import { json } from 'body-parser';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';

/** @param {unknown} body */
const countOf = (body) => ({ count: Object.keys(/** @type {object} */ (body)).length });

/** @param {import('node:http').ServerResponse} res @param {unknown} body */
function answer(res, body) {
  const text = JSON.stringify(countOf(body));
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
  res.end(text);
}

function withJsonBody() {
  const read = jsonBody();
  return createServer((req, res) => {
    read(req, res, (error) => {
      if (error) res.writeHead(500).end(String(error));
      else answer(res, /** @type {{ body?: unknown }} */ (req).body);
    });
  });
}

/** @type {import('../../body/bench/serve.mjs').Participants} */
export const participants = {
  'json-body, fast lane': () => fastLane(withJsonBody()),
  'json-body, node:http': withJsonBody,
  /** The least that reads a body, and checks nothing. */
  'node:http by hand': () =>
    createServer((req, res) => {
      /** @type {Buffer[]} */
      const chunks = [];
      const stream = req.headers['content-encoding'] === 'gzip' ? req.pipe(createGunzip()) : req;
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => answer(res, JSON.parse(Buffer.concat(chunks).toString())));
    }),
  'body-parser, Express': () => {
    const app = express();
    app.use(/** @type {import('express').RequestHandler} */ (json()));
    app.post('/', (req, res) => {
      res.json(countOf(req.body));
    });
    return createServer(app);
  },
  async Fastify() {
    const app = fastify();
    app.post('/', async (req) => countOf(req.body));
    await app.ready();
    return app.server;
  },
  Hono() {
    const app = new Hono();
    app.post('/', async (c) => c.json(countOf(await c.req.json())));
    return /** @type {import('node:http').Server} */ (
      serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    );
  },
};
