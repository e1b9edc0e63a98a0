import { randomUUID } from 'node:crypto';
import { validate } from '@nextpress/validate';
import { createServer, HttpError, type ServerOptions } from 'nextpress';
import { z } from 'zod';

const Task = z.object({ id: z.uuid(), title: z.string(), done: z.boolean() });
const NewTask = z.object({ title: z.string().trim().min(1).max(200) });
const Change = z.object({ done: z.boolean() });
const params = z.object({ id: z.uuid() });

/** Creates the API. Chained routes are part of its type, which tells the page's client about them. */
export function createApp(options: ServerOptions = {}) {
  // Replace the array with your database.
  const tasks = new Map<string, z.infer<typeof Task>>();

  return (
    // GET /healthz and /readyz answer your platform's probes.
    createServer({ health: true, ...options })
      // Routes with a body schema parse the body themselves, after their guards.
      .register(validate({ json: { limit: '100kb' } }))
      .get('/api/tasks', { schema: { response: { 200: z.array(Task) } } }, () => [...tasks.values()])
      // Put guards before the options: .post('/api/tasks', requireLogin, { schema: … }, …). Clients that are not logged in
      // then get 401 before their body is read, instead of a 400 that names the fields.
      .post('/api/tasks', { schema: { body: NewTask, response: { 201: Task } } }, (req, res) => {
        const task = { id: randomUUID(), title: req.body.title, done: false };
        tasks.set(task.id, task);
        res.status(201).json(task);
      })
      .patch('/api/tasks/:id', { schema: { params, body: Change, response: { 200: Task } } }, (req, res) => {
        const task = tasks.get(req.params.id);
        if (task === undefined) throw notFound(req.originalUrl);
        task.done = req.body.done;
        res.json(task);
      })
      .delete('/api/tasks/:id', { schema: { params } }, (req, res) => {
        if (!tasks.delete(req.params.id)) throw notFound(req.originalUrl);
        res.sendStatus(204);
      })
      // All other paths are pages.
      .use('/api', (req) => {
        throw notFound(req.originalUrl);
      })
  );
}

/** All errors, including those of the framework, are sent as problem details (RFC 9457). */
function notFound(url: string) {
  return new HttpError(404, 'NOT_FOUND', `There is no ${url}.`);
}
