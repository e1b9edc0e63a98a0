import { HttpError } from 'nextpress';
import { authenticate, checkApiKey, guard } from '../../guards.mjs';

const params = { type: 'object', properties: { id: { type: 'integer' } } };
const body = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 20 } } };

export default async function notes(scope) {
  const all = new Map([[1, { id: 1, owner: 'bob', text: 'Call Ada' }]]);
  let lastId = 1;

  async function findNote(req, _res, next) {
    req.note = all.get(req.params.id);
    if (req.note === undefined) throw new HttpError(404, 'NOTE_NOT_FOUND', 'There is no such note.');
    next();
  }
  async function checkOwner(req, _res, next) {
    if (req.note.owner !== req.user.name) throw new HttpError(403, 'NOT_YOURS', 'This is not your note.');
    next();
  }

  scope.decorateRequest('note', null);

  scope.get('/', guard(authenticate, checkApiKey), async (req) => {
    return { for: req.user.name, notes: [...all.values()] };
  });

  scope.get('/:id', { schema: { params } }, findNote, async (req) => req.note);

  scope.post('/', guard(authenticate), { schema: { body } }, async (req, res) => {
    const note = { id: ++lastId, owner: req.user.name, text: req.body.text };
    all.set(note.id, note);
    return res.status(201).set('Location', `/notes/${note.id}`).json(note);
  });

  scope.delete(
    '/:id',
    guard(authenticate),
    { schema: { params } },
    findNote,
    checkOwner,
    async (req, res) => {
      all.delete(req.note.id);
      return res.status(204).end();
    },
  );
}
