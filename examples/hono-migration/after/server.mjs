import { app } from './app.mjs';

const port = Number(process.env.PORT ?? 3000);
const server = app.listen({ port, host: '127.0.0.1', signals: true }, () => {
  console.log(`curl http://localhost:${server.address().port}/notes`);
});
