import { describe, expect, test } from 'vitest';
import { createServer } from '../../../src/index.ts';

const handler = (): void => {};

describe('registration refuses at once, and says what to write,', () => {
  test('a route without a handler', () =>
    expect(() => createServer().post('/a')).toThrow("post('/a') was given no handler"));
  test('a handler that is none', () =>
    expect(() => createServer().get('/a', handler, 'b' as never)).toThrow(
      "layer 2 of get('/a') is a value of type string",
    ));
  test('a path that is none', () =>
    expect(() => createServer().get(7 as never, handler)).toThrow('Invalid path for a route'));
  test('a pattern with an error', () => expect(() => createServer().get('/:', handler)).toThrow(/\/:/));
  test('use() without a function', () =>
    expect(() => createServer().use('/a')).toThrow('use() was given no function'));
  test('a list with something in it that is no path', () => {
    expect(() => createServer().use(['/a', 7] as never, handler)).toThrow(
      'Invalid path for use(): expected a pattern',
    );
    expect(() => createServer().get(['/a', [null]] as never, handler)).toThrow('got a list with null in it');
  });
  test('a param without a name, or without a callback', () => {
    expect(() => createServer().param('', handler)).toThrow("write param('id', function)");
    expect(() => createServer().param('id', 7 as never)).toThrow("param('id') was given number");
  });
  test('options that are none', () =>
    expect(() => createServer(null as never)).toThrow(
      'Invalid options of createServer(): expected an object, got null',
    ));
  test('an application mounted in itself', () => {
    const app = createServer();
    expect(() => app.use(app)).toThrow('what it was called on');
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
