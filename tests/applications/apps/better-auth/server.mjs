import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node';
import express from 'express';

const port = Number(process.env.PORT);
const auth = betterAuth({
  secret: 'a secret that is long enough for a test',
  baseURL: `http://127.0.0.1:${port}`,
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
});

const app = express();
app.all('/api/auth/*splat', toNodeHandler(auth));
app.use(express.json());
app.post('/echo', (req, res) => res.json(req.body));
app.get('/me', async (req, res) => {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) });
  if (session === null) res.sendStatus(401);
  else res.json({ email: session.user.email });
});
const mounted = express.Router();
mounted.get('/page', (req, res) => res.send(req.baseUrl));
app.use('/mounted', mounted);
app.listen(port, '127.0.0.1');
