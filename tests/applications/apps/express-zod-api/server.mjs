import {
  createConfig,
  createServer,
  defaultEndpointsFactory,
  EndpointsFactory,
  EventStreamFactory,
  ensureHttpError,
  ez,
  Middleware,
  ResultHandler,
  ServeStatic,
} from 'express-zod-api';
import createHttpError from 'http-errors';
import { z } from 'zod';

const users = new Map([[1, { id: 1, name: 'Ann' }]]);
const authorized = new Middleware({
  security: { type: 'header', name: 'token' },
  input: z.object({}),
  handler: async ({ request }) => {
    if (request.headers.token !== 'secret') throw createHttpError(401, 'no token');
    return { user: 'ann' };
  },
});
const files = new EndpointsFactory(
  new ResultHandler({
    positive: { schema: ez.buffer(), mimeType: 'text/plain' },
    negative: { schema: z.string(), mimeType: 'text/plain' },
    handler: ({ response, error, output }) => {
      if (error !== null)
        response.status(ensureHttpError(error).statusCode).type('text/plain').send(error.message);
      else response.type('text/plain').attachment('a.txt').send(Buffer.from(output.text));
    },
  }),
);

const routing = {
  v1: {
    user: {
      ':id': {
        get: defaultEndpointsFactory.build({
          input: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
          output: z.object({ id: z.number(), name: z.string() }),
          handler: async ({ input: { id } }) => {
            const user = users.get(id);
            if (user === undefined) throw createHttpError(404, 'no such user');
            return user;
          },
        }),
        patch: defaultEndpointsFactory.addMiddleware(authorized).build({
          method: 'patch',
          input: z.object({ id: z.string(), name: z.string().min(2) }),
          output: z.object({ name: z.string(), by: z.string() }),
          handler: async ({ input, ctx }) => ({ name: input.name, by: ctx.user }),
        }),
      },
    },
    users: defaultEndpointsFactory.build({
      method: 'post',
      input: z.object({ name: z.string(), tags: z.array(z.string()).default([]) }),
      output: z.object({ name: z.string(), tags: z.array(z.string()) }),
      handler: async ({ input }) => input,
    }),
    form: defaultEndpointsFactory.build({
      method: 'post',
      input: ez.form({ name: z.string() }),
      output: z.object({ hello: z.string() }),
      handler: async ({ input }) => ({ hello: input.name }),
    }),
    upload: defaultEndpointsFactory.build({
      method: 'post',
      input: z.object({ file: ez.upload() }),
      output: z.object({ name: z.string(), size: z.number() }),
      handler: async ({ input: { file } }) => ({ name: file.name, size: file.size }),
    }),
    raw: defaultEndpointsFactory.build({
      method: 'post',
      input: ez.raw(),
      output: z.object({ length: z.number() }),
      handler: async ({ input }) => ({ length: input.raw.length }),
    }),
    file: files.build({
      input: z.object({ fail: z.string().optional() }),
      output: z.object({ text: z.string() }),
      handler: async ({ input: { fail } }) => {
        if (fail !== undefined) throw createHttpError(409, 'failed');
        return { text: 'the content' };
      },
    }),
    events: new EventStreamFactory({ count: z.number() }).buildVoid({
      input: z.object({}),
      handler: async ({ ctx: { emit } }) => {
        for (let count = 1; count <= 3; count++) emit('count', count);
      },
    }),
    wrong: defaultEndpointsFactory.build({
      input: z.object({}),
      output: z.object({ value: z.number() }),
      handler: async () => ({ value: 'text' }),
    }),
    crash: defaultEndpointsFactory.build({
      input: z.object({}),
      output: z.object({}),
      handler: async () => {
        throw new Error('a secret');
      },
    }),
  },
  public: new ServeStatic('public', { dotfiles: 'deny' }),
};

const config = createConfig({
  http: { listen: { port: Number(process.env.PORT), host: '127.0.0.1' } },
  cors: true,
  compression: { threshold: 100 },
  upload: true,
  startupLogo: false,
  logger: { level: 'silent' },
  beforeRouting: ({ app }) => {
    app.get('/before', (req, res) => res.json({ path: req.path }));
  },
});
await createServer(config, routing);
