import { createApp } from './app.ts';

const port = Number(process.env.PORT ?? 3000);
createApp({ logger: true }).listen({ port, signals: true }, () =>
  console.log(`Listening on http://localhost:${port}/`),
);
