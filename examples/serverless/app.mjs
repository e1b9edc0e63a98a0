// The application. It is independent of the platform.
import { createServer, jsonBody } from 'nextpress';

export const app = createServer();
app.get('/hello/:name', (req, res) => res.json({ hello: req.params.name, from: req.ip ?? 'somewhere' }));
app.post('/orders', jsonBody(), (req, res) => res.status(201).json({ ordered: req.body }));
