import { createServer } from 'node:http';
import cors from 'cors';
import finalhandler from 'finalhandler';
import { items, policy } from '../../content/cors-policy.mjs';
import { sendJson } from '../../hand-made-router.mjs';

const { origins: origin, methods, allowedHeaders, maxAge } = policy;
const allow = cors({ origin, methods, allowedHeaders, maxAge, credentials: true });

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((req, res) => {
    const finish = finalhandler(req, res);
    allow(req, res, (error) => {
      if (error === undefined && req.method === 'GET' && req.url === '/items') sendJson(res, items);
      else finish(error);
    });
  });
