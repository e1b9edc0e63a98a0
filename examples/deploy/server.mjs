// One instance of a service. The configurations in this folder run several of them.
import { createServer, jsonBody } from 'nextpress';

const { PORT = '3000', BALANCER = 'none', INSTANCE = 'alone', CLOSE_DELAY = '0' } = process.env;

const app = createServer({ health: true });

app.get('/', (req, res) => {
  res.json({ instance: INSTANCE, client: req.ip, protocol: req.protocol });
});

// Slow enough for a restart to happen in between.
app.get('/report', (_req, res) => {
  setTimeout(() => res.json({ instance: INSTANCE, rows: 3 }), 100);
});

app.post('/orders', jsonBody(), (req, res) => {
  res.status(201).json({ instance: INSTANCE, order: req.body.order });
});

const server = app.listen(
  {
    port: Number(PORT),
    behind: /** @type {import('nextpress').Balancer} */ (BALANCER),
    signals: { delay: Number(CLOSE_DELAY), grace: 20_000 },
  },
  (error) => {
    if (error) throw error;
    const address = server.address();
    console.log(`Listening on http://localhost:${typeof address === 'object' ? address?.port : PORT}`);
  },
);
