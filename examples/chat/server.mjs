// A chat: rooms over WebSocket, sign-in by session. Processes that share a Redis share sessions and rooms.
import { websocket } from '@nextpress/websocket';
import { redisRooms } from '@nextpress/websocket/redis';
import { RedisStore } from 'connect-redis';
import session from 'express-session';
import { createServer, formBody, serveStatic } from 'nextpress';
import { createClient } from 'redis';

const {
  PORT = '3000',
  REDIS_URL = 'redis://127.0.0.1:6379',
  SESSION_SECRET = 'only for development',
} = process.env;
const LONGEST_NAME = 30;
const LONGEST_MESSAGE = 500;

const client = createClient({ url: REDIS_URL });
client.on('error', (error) => console.error(`Redis: ${error.message || error.code}`));
await client.connect();

const app = websocket(createServer(), { maxMessagesPerSecond: 10, rooms: redisRooms(client) });
app.addHook('onClose', () => client.close());

app.use(
  session({
    store: new RedisStore({ client, prefix: 'chat:session:' }),
    secret: SESSION_SECRET,
    cookie: { sameSite: 'lax' },
    resave: false,
    saveUninitialized: false,
  }),
);

app.get('/me', requireUser, (req, res) => res.json({ user: req.session.user }));
app.post('/sign-in', formBody(), (req, res, next) => {
  const user = String(req.body.user ?? '').trim();
  if (user === '' || user.length > LONGEST_NAME) {
    res.status(422).json({ error: `Expected a name of 1 to ${LONGEST_NAME} characters.` });
    return;
  }
  // A new session ID, so that a session planted by someone else is not signed in.
  req.session.regenerate((error) => {
    if (error) {
      next(error);
      return;
    }
    req.session.user = user;
    res.redirect(303, '/');
  });
});

app.ws('/rooms/:name', requireUser, async (connection, req) => {
  const { user } = req.session;
  const room = app.ws.room(req.params.name);
  /** @param {object} event */
  const tell = (event) => room.broadcast(JSON.stringify({ user, ...event }));
  connection.on('message', (data) => {
    const text = data.toString().trim().slice(0, LONGEST_MESSAGE);
    if (text !== '') tell({ text });
  });
  connection.on('close', () => tell({ event: 'left' }));
  await room.add(connection);
  tell({ event: 'joined' });
});

app.use(serveStatic(new URL('public', import.meta.url)));

const server = app.listen(Number(PORT), { signals: true }, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`
  The chat is at http://localhost:${port}

  A second process: PORT=${Number(port) + 1} node server.mjs
`);
});

/**
 * @param {import('nextpress').Request} req
 * @param {import('nextpress').Response} res
 * @param {import('nextpress').NextFunction} next
 */
function requireUser(req, res, next) {
  if (req.session.user === undefined) res.status(401).json({ error: 'Sign in first.' });
  else next();
}
