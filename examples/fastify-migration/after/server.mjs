import { createApp } from './app.mjs';
import { config } from './config.mjs';

const app = await createApp();
const server = app.listen({ port: config.PORT, host: '127.0.0.1', signals: true }, () => {
  console.log(`curl http://localhost:${server.address().port}/notes`);
});
