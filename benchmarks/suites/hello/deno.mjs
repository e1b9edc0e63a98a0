/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, () => Response.json({ hello: 'world' }))
    .addr;
