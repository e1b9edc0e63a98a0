import { createApp } from './app.ts';

createApp({ logger: true }).listen({ port: Number(process.env.PORT ?? 3000), signals: true });
