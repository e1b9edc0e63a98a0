import { describe, expect, test } from 'vitest';
import { createExpressApplication } from '../../../src/express.ts';
import { createServer } from '../../../src/index.ts';

const handler = (): void => {};

describe('registration throws for', () => {
  test('a route without a handler', () =>
    expect(() => createServer().post('/a')).toThrow(
      "Missing handler in post('/a'): argument handler is required",
    ));
  test('get() with only a path, which Express treats as a setting', () => {
    expect(() => createServer().get('/a')).toThrow("Missing handler in get('/a')");
    expect(() => createServer().get(/a/ as never)).toThrow('Missing handler in get(');
    expect(createServer().set('/a', 7).get('/a')).toBe(7);
    expect(createExpressApplication().get('/a')).toBeUndefined();
  });
  test('use() with anything but a function', () => {
    const use = (value: unknown) => () => createServer().use(value as never);
    expect(use(Promise.resolve())).toThrow(
      'got an instance of Promise. Write use(await …), or register a plugin: register(…)',
    );
    expect(use(undefined)).toThrow('got undefined');
  });
  test('a handler that is not a function', () =>
    expect(() => createServer().get('/a', handler, 'b' as never)).toThrow(
      "Invalid layer 2 of get('/a'): argument handler must be a function (req, res, next)",
    ));
  test('an invalid path', () =>
    expect(() => createServer().get(7 as never, handler)).toThrow('Invalid path for a route'));
  test('an invalid pattern', () => expect(() => createServer().get('/:', handler)).toThrow(/\/:/));
  test('use() without a function', () =>
    expect(() => createServer().use('/a')).toThrow(
      'Missing handler in use(): argument handler is required: expected use(function)',
    ));
  test('an invalid path in a list', () => {
    expect(() => createServer().use(['/a', 7] as never, handler)).toThrow(
      'Invalid path for use(): expected a pattern',
    );
    expect(() => createServer().get(['/a', [null]] as never, handler)).toThrow('got a list with null in it');
  });
  test('a param without a name, or without a callback', () => {
    expect(() => createServer().param('', handler)).toThrow(
      'Invalid name in param(): argument name is required',
    );
    expect(() => createServer().param(7 as never, handler)).toThrow('argument name must be a string');
    expect(() => createServer().param('id', undefined as never)).toThrow('argument fn is required');
    expect(() => createServer().param('id', 7 as never)).toThrow(
      "Invalid callback in param('id'): argument fn must be a function: expected (req, res, next, value, name)",
    );
  });
  test('options that are not an object', () =>
    expect(() => createServer(null as never)).toThrow(
      'Invalid options of createServer(): expected an object, got null',
    ));
  test('an application mounted in itself', () => {
    const app = createServer();
    expect(() => app.use(app)).toThrow('got the application itself');
  });
});

describe('registration', () => {
  test('can be chained', () => {
    const app = createServer();
    expect(app.use(handler).get('/a', handler).all('/b', handler)).toBe(app);
    const route = app.route('/c');
    expect(route.get(handler).post(handler)).toBe(route);
    expect(route.path).toBe('/c');
  });
});
