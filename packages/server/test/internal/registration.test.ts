import { describe, expect, test } from 'vitest';
import { createServer } from '../../src/index.ts';

const handler = (): void => {};

describe('registration refuses at once, and says what to write,', () => {
  test('a route without a handler', () =>
    expect(() => createServer().get('/a')).toThrow('get() was given no handler'));
  test('a handler that is none', () =>
    expect(() => createServer().get('/a', handler, 'b' as never)).toThrow(
      'layer 2 is a value of type string',
    ));
  test('a path that is none', () =>
    expect(() => createServer().get(7 as never, handler)).toThrow('the path of a route is number'));
  test('a pattern with an error', () => expect(() => createServer().get('/:', handler)).toThrow(/\/:/));
  test('a pattern with a malformed escape', () =>
    expect(() => createServer().get('/100%', handler)).toThrow('write "%25"'));
  test('use() without a function', () =>
    expect(() => createServer().use('/a')).toThrow('use() was given no function'));
  test('an application mounted in itself', () => {
    const app = createServer();
    expect(() => app.use(app)).toThrow('the application itself');
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
