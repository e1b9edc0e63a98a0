import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import '@nextpress/core/register';
import { expectTypeOf, test } from 'vitest';
import type { AskedRanges, Params, Query } from '../src/index.ts';

test('register adds the helpers to the types of node:http', () => {
  createServer((req, res) => {
    expectTypeOf(req.pathname).toEqualTypeOf<string>();
    expectTypeOf(req.query).toEqualTypeOf<Query>();
    expectTypeOf(req.params).toEqualTypeOf<Params>();
    expectTypeOf(req.get('Host')).toEqualTypeOf<string | undefined>();
    expectTypeOf(req.get('set-cookie')).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(req.accepts()).toEqualTypeOf<string[]>();
    expectTypeOf(req.accepts('html', 'json')).toEqualTypeOf<string | false>();
    expectTypeOf(req.acceptsLanguages(['en'])).toEqualTypeOf<string | false>();
    expectTypeOf(req.is('json')).toEqualTypeOf<string | false | null>();
    expectTypeOf(req.range(10)).toEqualTypeOf<AskedRanges | -1 | -2 | undefined>();
    expectTypeOf(req.ip).toEqualTypeOf<string | undefined>();
    expectTypeOf(req.hostname).toEqualTypeOf<string>();
    expectTypeOf(req.res).toEqualTypeOf<ServerResponse | undefined>();
    expectTypeOf(res.status(200).json({})).toEqualTypeOf<typeof res>();
    expectTypeOf(res.redirect('/')).toEqualTypeOf<void>();
  });
  expectTypeOf<IncomingMessage>().toHaveProperty('pathname');
  expectTypeOf<ServerResponse>().toHaveProperty('sendStatus');
});
