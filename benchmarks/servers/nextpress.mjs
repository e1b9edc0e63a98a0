import { createServer } from 'nextpress';
import { report } from '../report.mjs';

const app = createServer();

app.get('/', (_req, res) => {
  res.json({ hello: 'world' });
});

report(app.listen(0));
