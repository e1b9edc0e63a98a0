import { createApp } from './app.mjs';

const app = await createApp();
await app.listen({ port: app.config.PORT, host: '127.0.0.1' });
console.log(`curl http://localhost:${app.server.address().port}/notes`);
process.once('SIGINT', () => app.close());
