import fastify from 'fastify';
import { report } from '../report.mjs';

const app = fastify();

app.get('/', (_request, reply) => {
  reply.send({ hello: 'world' });
});

await app.listen({ port: 0 });
report(app.server);
