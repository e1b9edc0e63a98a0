import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';

const all = [{ id: 1, text: 'Call Ada' }];

export const notes = new Hono();

notes.get('/', (c) => c.json({ by: c.get('user'), tags: c.req.queries('tag') ?? [], notes: all }));
notes.get('/:id{[0-9]+}', (c) => {
  const note = all.find(({ id }) => id === Number(c.req.param('id')));
  if (note === undefined) throw new HTTPException(404, { message: 'no such note' });
  return c.json(note);
});
notes.get('/files/*', (c) => c.text(c.req.path.slice('/notes/files/'.length)));
notes.post('/', bodyLimit({ maxSize: 1000 }), async (c) => {
  const body = await c.req.json().catch(() => {
    throw new HTTPException(400, { message: 'not JSON' });
  });
  const note = { id: all.length + 1, text: body.text };
  all.push(note);
  return c.json(note, 201, { Location: `/notes/${note.id}` });
});
