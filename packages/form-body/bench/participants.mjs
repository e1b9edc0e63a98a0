// Servers that read a form and answer with how much was in it: `{"count":3}`.
import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import { createGunzip } from 'node:zlib';
import formbody from '@fastify/formbody';
import { serve } from '@hono/node-server';
import { fastLane } from '@nextpress/fast-lane';
import { formBody } from '@nextpress/form-body';
import { urlencoded } from 'body-parser';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { parse as parseNested } from 'qs';

/** @param {unknown} body */
const countOf = (body) => ({ count: Object.keys(/** @type {object} */ (body)).length });

/** @param {import('node:http').ServerResponse} res @param {unknown} body */
function answer(res, body) {
  const text = JSON.stringify(countOf(body));
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
  res.end(text);
}

function withFormBody() {
  const read = formBody({ extended: true });
  return createServer((req, res) => {
    read(req, res, (error) => {
      if (error) res.writeHead(500).end(String(error));
      else answer(res, /** @type {{ body?: unknown }} */ (req).body);
    });
  });
}

/** @type {import('../../body/bench/serve.mjs').Participants} */
export const participants = {
  'form-body, fast lane': () => fastLane(withFormBody()),
  'form-body, node:http': withFormBody,
  /** The least that reads a form, flat, and checks nothing. */
  'node:http by hand': () =>
    createServer((req, res) => {
      /** @type {Buffer[]} */
      const chunks = [];
      const stream = req.headers['content-encoding'] === 'gzip' ? req.pipe(createGunzip()) : req;
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => answer(res, parse(Buffer.concat(chunks).toString())));
    }),
  'body-parser, Express': () => {
    const app = express();
    app.use(/** @type {import('express').RequestHandler} */ (urlencoded({ extended: true })));
    app.post('/', (req, res) => {
      res.json(countOf(req.body));
    });
    return createServer(app);
  },
  async 'Fastify, with qs'() {
    const app = fastify();
    await app.register(formbody, { parser: (text) => parseNested(text, { parameterLimit: 10_000 }) });
    app.post('/', async (req) => countOf(req.body));
    await app.ready();
    return app.server;
  },
  Hono() {
    const app = new Hono();
    app.post('/', async (c) => c.json(countOf(await c.req.parseBody())));
    return /** @type {import('node:http').Server} */ (
      serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    );
  },
};
