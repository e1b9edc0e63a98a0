import { describe, expect, test } from 'vitest';
import { createServer, type Outline, Router } from '../src/index.ts';

const OUTLINE = Symbol.for('nextpress.outline');
const NOTE_PLACES = Symbol.for('nextpress.notePlaces');

function outlineOf(app: object): Outline {
  return (app as Record<symbol, () => Outline>)[OUTLINE as never]?.call(app) as Outline;
}

describe('the outline of an application', () => {
  test('lists registrations in order, with the routes of mounted routers', () => {
    const inner = Router();
    inner.get('/:id', (_req, res) => res.json(1));
    const app = createServer();
    app.use(function log(_req, _res, next) {
      next();
    });
    app.use('/pets', inner);
    app
      .route('/both')
      .get((_req, res) => res.json(1))
      .post((_req, res) => res.json(2));
    app.use((error: unknown, _req: unknown, _res: unknown, next: (error: unknown) => void) => next(error));

    const { entries } = outlineOf(app);
    expect(entries.map(({ kind, path, methods }) => [kind, path, methods.join()])).toEqual([
      ['middleware', '/', ''],
      ['middleware', '/pets', ''],
      ['route', '/both', 'GET,HEAD'],
      ['route', '/both', 'POST'],
      ['error', '/', ''],
    ]);
    expect(entries[0]?.handlers[0]?.name).toBe('log');
    expect(entries[1]?.inner?.entries.map(({ path }) => path)).toEqual(['/:id']);
    expect(entries[1]?.match('/pets/7')?.length).toBe('/pets'.length);
    expect(entries[2]?.match('/other')).toBeUndefined();
  });

  test('has one entry for each path of a list', () => {
    const app = createServer();
    app.get(['/a', '/b'], (_req, res) => res.json(1));
    expect(outlineOf(app).entries.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  test('ends when routers are mounted in each other', () => {
    const [one, other] = [Router(), Router()];
    one.use('/a', other);
    other.use('/b', one).get('/c', (_req, res) => res.json(1));
    const [outer] = outlineOf(createServer().use(one)).entries;
    const [inner] = outer?.inner?.entries ?? [];
    expect(inner?.inner?.entries.map(({ path, inner }) => [path, inner])).toEqual([
      ['/b', undefined],
      ['/c', undefined],
    ]);
  });

  test('has the place of a registration only when a tool asks for it', () => {
    const app = createServer();
    app.get('/before', (_req, res) => res.json(1));
    Object.assign(globalThis, { [NOTE_PLACES]: true });
    try {
      app.get('/asked', (_req, res) => res.json(1));
    } finally {
      Reflect.deleteProperty(globalThis, NOTE_PLACES);
    }
    expect(outlineOf(app).entries.map(({ registeredAt }) => registeredAt)).toEqual([
      undefined,
      expect.stringMatching(/outline\.test\.ts:\d+:\d+$/),
    ]);
  });
});
