// A notes API with a page that uses it. `npm start` runs this.
import { fileURLToPath } from 'node:url';
import { createApp } from './app.mjs';
import { openNotes } from './notes.mjs';

const port = readPort(process.env.PORT ?? '3000');
const file = process.env.NOTES_FILE ?? fileURLToPath(new URL('data/notes.db', import.meta.url));
const notes = openNotes(file);

const app = createApp(notes);
app.addHook('onClose', () => notes.close());
// Ctrl-C and SIGTERM close the application: pending responses get two seconds.
const server = app.listen(port, { signals: { grace: 2_000 } }, (error) => {
  if (error) return giveUp(reasonOf(error));
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' ? address?.port : port}`;
  console.log(`
  Notes runs at ${url}

  Open it in a browser, or try
    curl ${url}/notes
    curl ${url}/notes -H 'Content-Type: application/json' -d '{"text":"Buy milk"}'
    curl ${url}/notes/1
    curl -X DELETE ${url}/notes/1

  Notes are stored in ${file}
  Ctrl-C stops it.
`);
});

/** @param {NodeJS.ErrnoException} error */
function reasonOf(error) {
  if (error.code !== 'EADDRINUSE') return error.message;
  return `Port ${port} is in use: stop the other program, or choose another port with PORT=3001 npm start`;
}

/** @param {string} text */
function readPort(text) {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  return giveUp(`Invalid PORT "${text}": expected a number from 0 to 65535`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function giveUp(message) {
  console.error(`\n  ${message}\n`);
  process.exit(1);
}
