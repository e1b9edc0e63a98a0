import express from 'express';
import expressWs from 'express-ws';

const app = express();
const { getWss, applyTo } = expressWs(app);

app.use((req, _res, next) => {
  req.seen = [req.url];
  next();
});
app.get('/', (req, res) => res.json({ seen: req.seen, clients: getWss().clients.size }));
app.get('/users/:id', (req, res) => res.json(req.params));
app.ws('/echo', (socket, req) => {
  socket.send(JSON.stringify({ seen: req.seen, query: req.query, protocol: socket.protocol }));
  socket.on('message', (data) => socket.send(`echo ${data}`));
});
app.ws('/rooms/:room', (socket, req, next) => {
  if (req.params.room === 'closed') next(new Error('closed'));
  else socket.send(`welcome to ${req.params.room}`);
});
app.ws(
  '/guarded',
  (socket, req, next) => {
    if (req.get('Authorization') === 'ann') next();
    else socket.close(4003, 'refused');
  },
  (socket) => socket.send('come in'),
);

const router = express.Router();
applyTo(router);
router.get('/page', (req, res) => res.send(`page at ${req.baseUrl}`));
router.ws('/:name/socket', (socket, req) => socket.send(`${req.baseUrl} ${req.params.name}`));
app.use('/nested', router);

app.use((error, _req, res, _next) => res.status(500).json({ error: error.message }));
app.listen(Number(process.env.PORT), '127.0.0.1');
