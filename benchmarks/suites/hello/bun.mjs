/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/': () => Response.json({ hello: 'world' }),
    },
  });
