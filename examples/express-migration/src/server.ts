import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';

const server = createApp().listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`);
});
