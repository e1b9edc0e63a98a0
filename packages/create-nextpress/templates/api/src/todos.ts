import { randomUUID } from 'node:crypto';
import type { Scope } from 'nextpress';
import { z } from 'zod';

const Todo = z.object({ id: z.uuid(), title: z.string(), done: z.boolean() });
const NewTodo = z.object({ title: z.string().trim().min(1).max(200), done: z.boolean().default(false) });
const NotFound = z.object({ error: z.string() });
const params = z.object({ id: z.uuid() });

/** The routes below /todos. Replace the list by your database. A client knows the routes that are chained and returned. */
export function todos(scope: Scope) {
  const list = new Map<string, z.infer<typeof Todo>>();

  return (
    scope
      .get('/', { schema: { response: { 200: z.array(Todo) } } }, (_req, res) => {
        res.json([...list.values()]);
      })
      // A guard goes before the options: .post('/', requireLogin, { schema: … }, …). Strangers then get its 401 before
      // their body is read, and not a 400 with the names of the fields.
      .post('/', { schema: { body: NewTodo, response: { 201: Todo } } }, (req, res) => {
        const todo = { id: randomUUID(), ...req.body };
        list.set(todo.id, todo);
        res.status(201).location(`/todos/${todo.id}`).json(todo);
      })
      .get('/:id', { schema: { params, response: { 200: Todo, 404: NotFound } } }, (req, res) => {
        const todo = list.get(req.params.id);
        if (todo === undefined) return res.status(404).json({ error: 'no such todo' });
        res.json(todo);
      })
      .delete('/:id', { schema: { params } }, (req, res) => {
        res.sendStatus(list.delete(req.params.id) ? 204 : 404);
      })
  );
}
