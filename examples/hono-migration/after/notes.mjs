import { HttpError, jsonBody, Router } from 'nextpress';

const all = [{ id: 1, text: 'Call Ada' }];

export const notes = Router({ caseSensitive: true, strict: true });

notes.get('/', (req) => ({ by: req.user, tags: [req.query.tag ?? []].flat(), notes: all }));
notes.get('/:id(\\d+)', (req) => {
  const note = all.find(({ id }) => id === Number(req.params.id));
  if (note === undefined) throw new HttpError(404, 'NOTE_NOT_FOUND', 'no such note');
  return note;
});
notes.get('/files{/*path}', (req, res) => res.type('text').send((req.params.path ?? []).join('/')));
notes.post('/', jsonBody({ limit: 1000, type: () => true }), (req, res) => {
  const note = { id: all.length + 1, text: req.body.text };
  all.push(note);
  res.status(201).location(`/notes/${note.id}`).json(note);
});
