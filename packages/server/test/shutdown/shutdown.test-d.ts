import type { Server } from 'node:http';
import { expectTypeOf, test } from 'vitest';
import { type CloseReport, type CutConnection, createServer } from '../../src/index.ts';

const app = createServer();

test('listen() takes its options after the port, or among those of server.listen', () => {
  expectTypeOf(app.listen(0, { behind: 'alb', signals: true })).toEqualTypeOf<Server>();
  expectTypeOf(
    app.listen(0, { host: 'a', signals: { grace: 1, delay: 1 } }, () => {}),
  ).toEqualTypeOf<Server>();
  expectTypeOf(app.listen({ port: 0, health: { checks: { db: async () => {} } } })).toEqualTypeOf<Server>();
  expectTypeOf(app.listen('app.sock', { health: true })).toEqualTypeOf<Server>();
  expectTypeOf(app.listen(0, '127.0.0.1', { signals: true }, () => {})).toEqualTypeOf<Server>();
  // @ts-expect-error: misspelt
  app.listen({ port: 0, singals: true });
  // @ts-expect-error: misspelt
  app.listen(0, '127.0.0.1', { singals: true });
});

test('close() resolves with a report', async () => {
  expectTypeOf(app.close({ grace: 1 })).resolves.toEqualTypeOf<CloseReport>();
  const { cut } = await app.close();
  expectTypeOf(cut).toEqualTypeOf<readonly CutConnection[]>();
});

test('an application can be declared with await using', async () => {
  await using same = createServer();
  expectTypeOf(same.close).toBeFunction();
});

test('a readiness check gets a signal', () => {
  createServer({
    health: {
      checks: {
        db: (signal) => {
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        },
      },
    },
  });
});
