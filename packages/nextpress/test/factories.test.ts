import { describe, expect, test } from 'vitest';
import express from '../src/express.ts';
import { cors, createServer, formBody, jsonBody, rawBody, serveStatic, textBody } from '../src/index.ts';

const factories = { cors, formBody, jsonBody, rawBody, serveStatic, textBody };

describe.each([
  ['createServer()', createServer],
  ['express()', express],
])('%s', (_entry, create) => {
  test.each(Object.entries(factories))('use() throws for %s without a call', (name, factory) => {
    const app = create();
    expect(() => app.use(factory as never)).toThrow(
      `expected middleware, got ${name} without a call: write ${name}()`,
    );
    expect(() => app.use('/a', [factory as never])).toThrow(
      `expected middleware, got ${name} without a call: write ${name}()`,
    );
    expect(() =>
      app.use(name === 'serveStatic' ? serveStatic('.') : (factory as () => never)()),
    ).not.toThrow();
  });
});
