import type { AddressInfo } from 'node:net';
import { cors } from '@nextpress/cors';
import { createServer, type ErrorHandler, type Handler } from '@nextpress/server';
import { type Greeting, greetingFor } from './greetings.ts';

const timing: Handler = (_req, res, next) => {
  res.set('Server-Timing', 'app');
  next();
};

const explain: ErrorHandler = (error, _req, res, _next) => {
  res.status(422).json({ message: error instanceof RangeError ? error.message : 'unknown' });
};

const app = createServer();
app.use(timing, cors());
app.get('/greetings/:language', (req, res) => {
  // Pattern parameters are typed: `req.params.tongue` would not compile.
  const greeting: Greeting = greetingFor(req.params.language);
  res.json(greeting);
});
app.use(explain);

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`curl http://localhost:${(server.address() as AddressInfo).port}/greetings/en`);
});
