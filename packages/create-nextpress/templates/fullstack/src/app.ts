import { randomUUID } from 'node:crypto';
import { validate } from '@nextpress/validate';
import { createServer, HttpError, type ServerOptions } from 'nextpress';
import { z } from 'zod';

const Task = z.object({ id: z.uuid(), title: z.string(), done: z.boolean() });
const NewTask = z.object({ title: z.string().trim().min(1).max(200) });
const Change = z.object({ done: z.boolean() });
const params = z.object({ id: z.uuid() });

/** Makes the API. Chained routes are part of its type, from which the client of the page knows them. */
export function createApp(options: ServerOptions = {}) {
  // Replace the list by your database.
  const tasks = new Map<string, z.infer<typeof Task>>();

  return (
    // GET /healthz and /readyz respond to the probes of your platform.
    createServer({ health: true, ...options })
      // Routes with a schema of the body read it themselves, behind their guards.
      .register(validate({ json: { limit: '100kb' } }))
      .get('/api/tasks', { schema: { response: { 200: z.array(Task) } } }, () => [...tasks.values()])
      // A guard goes before the options: .post('/api/tasks', requireLogin, { schema: … }, …). Strangers then get its 401
      // before their body is read, and not a 400 with the names of the fields.
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
      // Other paths are pages.
      .use('/api', (req) => {
        throw notFound(req.originalUrl);
      })
  );
}

/** All errors, also those of the framework, are sent as problem details of RFC 9457. */
function notFound(url: string) {
  return new HttpError(404, 'NOT_FOUND', `There is no ${url}.`);
}
