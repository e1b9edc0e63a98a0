import { createApp } from './app.ts';

createApp().listen({ port: Number(process.env.PORT ?? 3000), signals: true });
