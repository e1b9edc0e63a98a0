import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';

const random = (): string => randomBytes(32).toString('hex');
const { PORT = '3000', SECRET = random(), WEBHOOK_SECRET = random() } = process.env;

const app = createApp({ secret: SECRET, webhookSecret: WEBHOOK_SECRET });
const server = app.listen(Number(PORT), { signals: true }, () => {
  console.log(`Payments: http://localhost:${(server.address() as AddressInfo).port}/docs`);
});
