/** Those that people ask about first, in the order in which they are told. */
export const peers = [
  { name: 'node-http', title: 'node:http' },
  { name: 'fastify', title: 'Fastify' },
  { name: 'hono', title: 'Hono' },
  { name: 'express', title: 'Express' },
];
