import { fileURLToPath } from 'node:url';
import { cors, createServer, jsonBody, serveStatic } from 'nextpress';

const page = fileURLToPath(new URL('public', import.meta.url));
const longest = 500;

/**
 * The application: four routes, a page, and CORS, so that other sites can use the API.
 *
 * @param {import('./notes.mjs').Notes} notes
 */
export function createApp(notes) {
  const app = createServer();

  app.use('/notes', cors({ exposedHeaders: ['Location'] }), jsonBody());

  app.get('/notes', (_req, res) => res.json(notes.list()));

  app.post('/notes', (req, res) => {
    const note = notes.create(readText(req.body));
    res.status(201).set('Location', `/notes/${note.id}`).json(note);
  });

  app.get('/notes/:id', (req, res) => res.json(orNotFound(notes.read(readId(req.params.id)))));

  app.delete('/notes/:id', (req, res) => {
    orNotFound(notes.remove(readId(req.params.id)) || undefined);
    res.sendStatus(204);
  });

  app.use(serveStatic(page));
  return app;
}

/**
 * @param {unknown} body
 * @returns {string}
 */
function readText(body) {
  if (body === undefined) throw refuse(415, 'send a note as application/json: {"text":"…"}');
  const text = /** @type {{ text?: unknown }} */ (body).text;
  if (typeof text !== 'string' || text.trim() === '') throw refuse(400, 'a note needs a "text"');
  if (text.length > longest) throw refuse(400, `"text" is longer than ${longest} characters`);
  return text.trim();
}

/** @param {string} id */
function readId(id) {
  if (!/^\d{1,15}$/.test(id)) throw refuse(400, `"${id}" is not the ID of a note`);
  return Number(id);
}

/**
 * @template Found
 * @param {Found | undefined} found
 */
function orNotFound(found) {
  if (found === undefined) throw refuse(404, 'unknown note');
  return found;
}

/** Creates an error for a response with this status. @param {number} status @param {string} message */
function refuse(status, message) {
  return Object.assign(new Error(message), { status });
}
