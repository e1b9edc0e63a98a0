// A library in CommonJS, as an application of either kind imports it.
import type { IncomingMessage, ServerResponse } from 'node:http';

import express = require('@nextpress/express');
import umbrella = require('nextpress/express');
import nextpress = require('nextpress');
import response = require('@nextpress/express/lib/response');

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export const same: Same<typeof express, typeof umbrella> = true;

export const router: express.Router = express.Router();
router.get('/:id', (req, res) => {
  const id: string = req.params.id;
  res.json({ id });
});

export function log(req: IncomingMessage, _res: ServerResponse, next: () => void): void {
  void req.url;
  next();
}

export const guard: express.RequestHandler = (_req, _res, next) => next();
export const send: express.Response['send'] = response.send;
export const app: express.Application = umbrella().use(nextpress.jsonBody(), express.static('.'), guard, log);
// @ts-expect-error there is no such member
void express.none;
