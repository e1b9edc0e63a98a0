import { get } from 'node:http';
import { createServer, Router } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createDocument, type OpenApiDocument, openapi } from '../src/index.ts';
import { expectValid } from './validated.ts';

const info = { title: 'Users', version: '1.0.0' };
const documented = { openapi: { summary: 'A user', tags: ['users'] } };

describe.each([
  ['createServer()', createServer],
  ['nextpress/express', createExpressApplication],
] as const)('the plugin in %s', (_name, create) => {
  function application() {
    const app = create();
    app.get('/users/:id', documented, (_req, res) => res.json('ok'));
    openapi({ info, ui: '/docs' })(app);
    app.use(
      '/teams',
      Router().post('/', (_req, res) => res.json('ok')),
    );
    return app;
  }

  test('documents routes registered before and after it, but not its own', async () => {
    const response = await request(application()).get('/openapi.json').expect(200);
    expect(response.type).toBe('application/json');
    await expectValid(response.body);
    expect(Object.keys(response.body.paths)).toEqual(['/users/{id}', '/teams']);
    expect(response.body.paths['/users/{id}'].get.summary).toBe('A user');
  });

  test('serves the same document whether route options come before or after a guard', async () => {
    const schema = { response: { 200: { type: 'object', properties: { id: { type: 'string' } } } } };
    const options = { schema, openapi: { summary: 'A user' } } as const;
    const [first, second] = [create(), create()].map((app) => openapi({ info })(app) ?? app);
    first?.get(
      '/users/:id',
      options,
      (_req, _res, next) => next(),
      (_req, res) => res.json({}),
    );
    second?.get(
      '/users/:id',
      (_req, _res, next) => next(),
      options,
      (_req, res) => res.json({}),
    );
    const documents = await Promise.all(
      [first, second].map(
        async (app) =>
          (
            await request(app as never)
              .get('/openapi.json')
              .expect(200)
          ).body,
      ),
    );
    expect(documents[1]).toEqual(documents[0]);
    expect(documents[1].paths['/users/{id}'].get.summary).toBe('A user');
  });

  test('serves the same document as YAML', async () => {
    const app = application();
    const json = await request(app).get('/openapi.json');
    const yaml = await request(app)
      .get('/openapi.yaml')
      .expect(200)
      .expect('Content-Type', /^application\/yaml/)
      .buffer();
    expect(parse(String(yaml.text ?? yaml.body))).toEqual(json.body);
  });

  test('emits each warning once, even if routes change', async () => {
    const warnings: string[] = [];
    const app = create();
    openapi({ info, onWarning: (message) => void warnings.push(message) })(app);
    app.get(/^\/first/, (_req, res) => res.json('ok'));
    await request(app).get('/openapi.json').expect(200);
    app.get(/^\/second/, (_req, res) => res.json('ok'));
    await request(app).get('/openapi.json').expect(200);
    expect(warnings).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  });

  test('reflects routes that are registered, replaced and removed after the first request', async () => {
    const router = Router();
    const app = application().use('/inner', router);
    const paths = async (): Promise<string[]> => {
      const { body } = await request(app).get('/openapi.json');
      return Object.keys(body.paths).slice(2);
    };
    expect(await paths()).toEqual([]);
    router.get('/early', (_req, res) => res.json('ok'));
    expect(await paths()).toEqual(['/inner/early']);
    router.stack = [];
    router.get('/late', (_req, res) => res.json('ok'));
    expect(await paths()).toEqual(['/inner/late']);
    app.get('/last', (_req, res) => res.json('ok'));
    expect(await paths()).toEqual(['/inner/late', '/last']);
  });

  test('serves a page with a policy that allows only its own files', async () => {
    const app = application();
    const page = await request(app)
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    const files = [...page.text.matchAll(/(?:src|href)="([^"]*\.(?:css|js))"/g)].map(
      ([, path]) => path as string,
    );
    expect(files).toEqual(['./docs/swagger-ui.css', './docs/swagger-ui-bundle.js', './docs/start.js']);
    for (const file of files) await request(app).get(file.slice(1)).expect(200);
    await request(app).get('/docs/index.html').expect(404);
    const folder = await request(app).get('/docs/?x=/').expect(200);
    expect(folder.text).toContain('src="./start.js"');
  });
});

test('a scope can serve its own document, below its prefix and behind its guard', async () => {
  const app = createServer();
  app.get('/public', (_req, res) => res.json('ok'));
  app.register(
    async (scope) => {
      scope.use((req, res, next) =>
        req.headers.authorization === 'let me in' ? next() : res.sendStatus(401),
      );
      scope.register(openapi({ info, ui: '/docs' }));
      scope.register((inner) => inner.get('/users', (_req, res) => res.json('ok')), { prefix: '/v1' });
      await Promise.resolve();
      scope.use(
        '/teams',
        Router().get('/:id', (_req, res) => res.json('ok')),
      );
    },
    { prefix: '/admin' },
  );
  await request(app).get('/openapi.json').expect(404);
  await request(app).get('/admin/openapi.json').expect(401);
  const { body } = await request(app)
    .get('/admin/openapi.json')
    .set('Authorization', 'let me in')
    .expect(200);
  expect(Object.keys(body.paths)).toEqual(['/admin/v1/users', '/admin/teams/{id}']);
  const page = await request(app).get('/admin/docs').set('Authorization', 'let me in');
  expect(page.text).toContain('src="./docs/start.js"');
});

test('a prefix on the plugin itself applies only to the path of the document', async () => {
  const app = createServer();
  app.get('/users', (_req, res) => res.json('ok'));
  app.register(openapi({ info }), { prefix: '/internal' });
  const { body } = await request(app).get('/internal/openapi.json').expect(200);
  expect(Object.keys(body.paths)).toEqual(['/users']);
});

test('the page finds the document below any prefix', async () => {
  const app = createServer();
  openapi({ info, path: '/api/v1/schema.json', ui: '/api/docs' })(app);
  const { text } = await request(app).get('/api/docs/start.js');
  expect(text).toContain('new URL("../v1/schema.json", document.currentScript.src)');
  await request(app).get('/api/v1/schema.yaml').expect(200);
});

test('disabled paths are not served', async () => {
  const app = createServer();
  openapi({ info, path: false, yaml: '/only.yaml' })(app);
  await request(app).get('/openapi.json').expect(404);
  await request(app).get('/docs').expect(404);
  await request(app).get('/only.yaml').expect(200);
});

test('the page escapes its title', async () => {
  const app = createServer();
  openapi({ info: { title: '<b>"A" & b</b>', version: '1' }, ui: '/docs' })(app);
  const { text } = await request(app).get('/docs');
  expect(text).toContain('<title>&lt;b&gt;&quot;A&quot; &amp; b&lt;/b&gt;</title>');
});

test.each([
  [{}, 'Invalid option "info": expected an object with title and version'],
  [
    { info, path: 'openapi.json' },
    `Invalid option "path": expected a path such as '/docs' without a trailing slash, got "openapi.json"`,
  ],
  [{ info, ui: '/docs/' }, 'Invalid option "ui"'],
  [{ info, ui: '/docs/:page' }, 'Invalid option "ui"'],
  [
    { info, ui: '/docs', path: false },
    'Invalid option "path": expected a path, because "ui" displays the document',
  ],
])('invalid options %j throw', (options, message) => {
  expect(() => openapi(options as never)).toThrow(message);
});

test('an application from another framework is rejected', () => {
  expect(() => openapi({ info })(get)).toThrow('Invalid application for openapi()');
  expect(() => createDocument(get as never, { info })).toThrow('Invalid source of createDocument()');
});

test('createDocument accepts an application or a router without the plugin', () => {
  const router = Router().get('/:id', documented, (_req, res) => res.json('ok'));
  const paths = (document: OpenApiDocument): string[] => Object.keys(document.paths);
  const ofRouter = createDocument(router, { info });
  expect(paths(ofRouter)).toEqual(['/{id}']);
  expect(ofRouter.paths['/{id}']?.get?.responses).toHaveProperty('default');
  expect(paths(createDocument(createServer().use('/users', router), { info }))).toEqual(['/users/{id}']);
});

test.each([
  ['createServer()', createServer(), 'application/problem+json'],
  ['createServer({ problemDetails: false })', createServer({ problemDetails: false }), 'application/json'],
  ['nextpress/express', createExpressApplication(), 'text/html'],
])('the document uses the error format of %s', async (_name, app, type) => {
  app.addHook('onRoute', ({ addValidation }) => addValidation((_req, _res, next) => next(), ['body']));
  app.register((scope) => {
    scope.register(openapi({ info }));
    scope.post('/', { schema: { body: { type: 'object' } } }, (_req, res) => res.json('ok'));
  });
  await app.ready();
  const served = await request(app).get('/openapi.json').expect(200);
  await expectValid(served.body);
  for (const document of [served.body as OpenApiDocument, createDocument(app, { info })]) {
    const tooLarge = document.paths['/']?.post?.responses?.[413] as { content: object };
    expect(Object.keys(tooLarge.content)).toEqual([type]);
  }
});
