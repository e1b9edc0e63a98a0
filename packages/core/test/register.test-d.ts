import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import '@nextpress/core/register';
import { expectTypeOf, test } from 'vitest';
import type { Params, Query } from '../src/index.ts';

test('register gives the types of node:http the helpers', () => {
  createServer((req, res) => {
    expectTypeOf(req.pathname).toEqualTypeOf<string>();
    expectTypeOf(req.query).toEqualTypeOf<Query>();
    expectTypeOf(req.params).toEqualTypeOf<Params>();
    expectTypeOf(req.get('Host')).toEqualTypeOf<string | undefined>();
    expectTypeOf(req.get('set-cookie')).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(res.status(200).json({})).toEqualTypeOf<typeof res>();
    expectTypeOf(res.redirect('/')).toEqualTypeOf<void>();
  });
  expectTypeOf<IncomingMessage>().toHaveProperty('pathname');
  expectTypeOf<ServerResponse>().toHaveProperty('sendStatus');
});
