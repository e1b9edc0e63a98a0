import pino from 'pino';
import { expectTypeOf, test } from 'vitest';
import { createServer, type Logger } from '../../src/index.ts';

test('the option logger accepts a pino logger, and req.log has its levels', () => {
  const app = createServer({ logger: pino() });
  createServer({ logger: { fatal() {}, error() {}, warn() {}, info() {}, debug() {}, trace() {} } });
  // @ts-expect-error: a level is missing
  createServer({ logger: { info() {} } });
  app.get('/', (req) => {
    req.log.info({ order: 7 }, 'placed %s', 'now');
    req.log.child({ part: 'a' }).warn('text');
  });
  expectTypeOf(pino()).toExtend<Logger>();
});
