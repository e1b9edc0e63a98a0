import { randomUUID } from 'node:crypto';
import { HttpError, type Scope } from 'nextpress';
import { z } from 'zod';

const Todo = z.object({ id: z.uuid(), title: z.string(), done: z.boolean() });
const NewTodo = z.object({ title: z.string().trim().min(1).max(200), done: z.boolean().default(false) });
const params = z.object({ id: z.uuid() });

/** The routes below /todos. Replace the array with your database. A client sees the routes that are chained and returned. */
export function todos(scope: Scope) {
  const list = new Map<string, z.infer<typeof Todo>>();

  return (
    scope
      .get('/', { schema: { response: { 200: z.array(Todo) } } }, (_req, res) => {
        res.json([...list.values()]);
      })
      // Put guards before the options: .post('/', requireLogin, { schema: … }, …). Clients that are not logged in then
      // get 401 before their body is read, instead of a 400 that names the fields.
      .post('/', { schema: { body: NewTodo, response: { 201: Todo } } }, (req, res) => {
        const todo = { id: randomUUID(), ...req.body };
        list.set(todo.id, todo);
        res.status(201).location(`/todos/${todo.id}`).json(todo);
      })
      .get('/:id', { schema: { params, response: { 200: Todo } } }, (req, res) => {
        const todo = list.get(req.params.id);
        if (todo === undefined) throw notFound(req.params.id);
        res.json(todo);
      })
      .delete('/:id', { schema: { params } }, (req, res) => {
        if (!list.delete(req.params.id)) throw notFound(req.params.id);
        res.sendStatus(204);
      })
  );
}

/** All errors, including those of the framework, are sent as problem details (RFC 9457). */
function notFound(id: string) {
  return new HttpError(404, 'TODO_NOT_FOUND', `There is no todo ${id}.`);
}
