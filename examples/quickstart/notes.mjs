import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

/**
 * @typedef {{ id: number, text: string, createdAt: string }} Note
 *
 * @typedef {object} Notes
 * @property {() => Note[]} list The newest hundred.
 * @property {(text: string) => Note} create
 * @property {(id: number) => Note | undefined} read
 * @property {(id: number) => boolean} remove Returns whether the note existed.
 * @property {() => void} close
 */

/**
 * Opens the notes in a SQLite file, which is created if missing.
 *
 * @param {string} file
 * @returns {Notes}
 */
export function openNotes(file) {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file);
  db.exec(
    'CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, createdAt TEXT NOT NULL)',
  );
  const list = db.prepare('SELECT id, text, createdAt FROM notes ORDER BY id DESC LIMIT 100');
  const read = db.prepare('SELECT id, text, createdAt FROM notes WHERE id = ?');
  const create = db.prepare('INSERT INTO notes (text, createdAt) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM notes WHERE id = ?');
  return {
    list: () => list.all().map(toNote),
    read(id) {
      const row = read.get(id);
      return row === undefined ? undefined : toNote(row);
    },
    create(text) {
      const createdAt = new Date().toISOString();
      const { lastInsertRowid } = create.run(text, createdAt);
      return { id: Number(lastInsertRowid), text, createdAt };
    },
    remove: (id) => remove.run(id).changes > 0,
    close: () => db.close(),
  };
}

/** Picks the columns of a row: libsql adds the query time. @param {unknown} row @returns {Note} */
function toNote(row) {
  const { id, text, createdAt } = /** @type {Note} */ (row);
  return { id, text, createdAt };
}
