import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { multipart } from '@nextpress/multipart';
import session from 'express-session';
import { createServer, type ServerOptions, serveStatic } from 'nextpress';

const folder = join(import.meta.dirname, '..');

interface Note {
  readonly author: string;
  readonly text: string;
  /** The photo as a data URL. Store files in a folder or a bucket when there are many. */
  readonly photo: string | undefined;
}

declare module 'express-session' {
  interface SessionData {
    author: string;
  }
}

/** Creates the application. server.{{ext}} makes it listen; tests use it without a port. */
export function createApp(options: ServerOptions = {}) {
  const notes: Note[] = [];
  const app = createServer({ health: true, ...options });
  app.set('view engine', 'ejs').set('views', join(folder, 'views'));

  app.use(serveStatic(join(folder, 'public')));
  app.use(
    session({
      // Without SESSION_SECRET, sessions do not survive a restart.
      secret: process.env.SESSION_SECRET ?? randomBytes(32).toString('hex'),
      resave: false,
      saveUninitialized: false,
      cookie: { sameSite: 'lax', secure: 'auto' },
    }),
  );

  app.get('/', (req, res) => {
    res.render('index', { notes, author: req.session.author ?? '' });
  });

  // Put guards before multipart(): app.post('/notes', requireLogin, multipart(…), …). Otherwise anyone can upload files.
  app.post('/notes', multipart({ limits: { files: 1, fileSize: '2mb' } }), async (req, res) => {
    const { author = '', text = '' } = req.body;
    if (author === '' || text === '') return res.status(422).send('Please enter a name and a text.');
    const [file] = req.files;
    req.session.author = author;
    notes.unshift({ author, text, photo: file?.type.startsWith('image/') ? await dataUrl(file) : undefined });
    res.redirect(303, '/');
  });

  return app;
}

async function dataUrl(file: Blob) {
  return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
}
