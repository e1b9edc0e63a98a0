import { createTRPCClient, httpBatchLink, httpSubscriptionLink } from '@trpc/client';
import { initTRPC, TRPCError, tracked } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { EventSource } from 'eventsource';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('@trpc/server');

const t = initTRPC.context<{ user: string | undefined }>().create();
const asText = t.procedure.input((value) => {
  if (typeof value !== 'string') throw new TypeError('no text');
  return value;
});
const router = t.router({
  greet: asText.query(({ input, ctx }) => `${input} from ${ctx.user}`),
  shout: asText.mutation(({ input }) => input.toUpperCase()),
  secret: t.procedure.query(() => {
    throw new TRPCError({ code: 'FORBIDDEN' });
  }),
});

works('calls procedures, in batches and with errors, over its Express adapter', async ({ app, serve }) => {
  const createContext = ({ req }: { req: { headers: Record<string, unknown> } }) => ({
    user: String(req.headers['x-user']),
  });
  app.use('/trpc', createExpressMiddleware({ router, createContext }));
  const { url } = await serve();
  const client = createTRPCClient<typeof router>({
    links: [httpBatchLink({ url: `${url}/trpc`, headers: { 'X-User': 'ada' } })],
  });
  expect(await Promise.all([client.greet.query('hello'), client.greet.query('again')])).toEqual([
    'hello from ada',
    'again from ada',
  ]);
  expect(await client.shout.mutate('loud')).toBe('LOUD');
  await expect(client.secret.query()).rejects.toMatchObject({ data: { code: 'FORBIDDEN', httpStatus: 403 } });
  await expect(client.greet.query(7 as never)).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
});

works(
  'sends what is subscribed to as server-sent events, and hears that the client has left',
  async ({ app, serve }) => {
    let hasLeft = false;
    const counts = t.router({
      count: t.procedure.subscription(async function* ({ signal }) {
        try {
          for (let count = 0; !signal?.aborted; count++) {
            yield tracked(String(count), { count });
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        } finally {
          hasLeft = true;
        }
      }),
    });
    app.use('/trpc', createExpressMiddleware({ router: counts, createContext: () => ({ user: undefined }) }));
    const { url } = await serve();
    const client = createTRPCClient<typeof counts>({
      links: [httpSubscriptionLink({ url: `${url}/trpc`, EventSource })],
    });
    const seen: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const subscription = client.count.subscribe(undefined, {
        onData: ({ data }) => {
          if (seen.push(data.count) < 3) return;
          subscription.unsubscribe();
          resolve();
        },
        onError: reject,
      });
    });
    expect(seen).toEqual([0, 1, 2]);
    await expect.poll(() => hasLeft).toBe(true);
  },
);
