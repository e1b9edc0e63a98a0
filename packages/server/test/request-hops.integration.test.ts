import { createServer as createNodeServer } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { type Application, createServer, type Request, type Response } from '../src/index.ts';

/** Stack frames of the packages between the listener of the server and the handler. */
async function hopsOf(
  register: (app: Application, handler: (req: Request, res: Response) => void) => void,
): Promise<number> {
  const app = createServer();
  let stack = '';
  register(app, function handler(_req, res) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 100;
    stack = new Error('here').stack ?? '';
    Error.stackTraceLimit = stackTraceLimit;
    res.end();
  });
  const server: Listening = await listen(createNodeServer(app));
  onTestFinished(() => server.close());
  await fetch(`http://localhost:${server.port}/users/7`);
  return stack.split('\n').filter((frame) => /[\\/]packages[\\/][\w-]+[\\/]src[\\/]/.test(frame)).length;
}

test('a request takes six hops from the listener of the server to the handler', async () => {
  expect(await hopsOf((app, handler) => app.get('/users/:id', handler))).toBe(6);
});

test('a request takes six hops to the handler of a scope with a prefix', async () => {
  const inScope = await hopsOf((app, handler) =>
    app.register((scope) => void scope.get('/:id', handler), { prefix: '/users' }),
  );
  expect(inScope).toBe(6);
});
