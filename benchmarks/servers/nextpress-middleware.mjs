// The same behind three layers of middleware.
import { createServer } from 'nextpress';
import { report } from '../report.mjs';

const app = createServer();

for (let layer = 0; layer < 3; layer++) {
  app.use((_req, _res, next) => next());
}
app.get('/', (_req, res) => {
  res.json({ hello: 'world' });
});

report(app.listen(0));
