import { JSON_SERIALIZER, type ResponseSlots } from '@nextpress/core';
import type { Listening } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, Router } from '../../src/index.ts';
import { hosts } from './application-kinds.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

const text = async (path: string): Promise<string> => (await fetch(`${listening?.url}${path}`)).text();

/** Serializes the responses of routes with a response schema by the name of the schema, as a validator would do. */
function useSerializers(app: Application): void {
  app.addHook('onRoute', ({ options: { schema }, addValidation }) => {
    if (schema?.response === undefined) return;
    addValidation((_req, res, next) => {
      (res as Partial<ResponseSlots>)[JSON_SERIALIZER] = (status) => `"schema of ${status}"`;
      next();
    });
  });
}

const schema = { response: { default: {} } };

describe.each(hosts)('%s', (_, make, start) => {
  test('the serializer of a route serializes its responses and those of error handlers to its errors', async () => {
    const app = make();
    useSerializers(app);
    app.get('/json', { schema }, (_req, res) => res.status(201).json({}));
    app.get('/error', { schema }, () => {
      throw new Error('broken');
    });
    app.get('/plain', (_req, res) => res.json({}));
    app.setErrorHandler((_error, _req, res, _next) => res.json({}));
    listening = await start(app);
    expect(await text('/json')).toBe('"schema of 201"');
    expect(await text('/error')).toBe('"schema of 500"');
    expect(await text('/plain')).toBe('{}');
  });

  test('the serializer of a route does not serialize the responses of layers after it', async () => {
    const app = make();
    useSerializers(app);
    app.get('/next', { schema }, (_req, _res, next) => next());
    app.get('/route', { schema }, (_req, _res, next) => next('route'));
    app.get('/next', (_req, res) => res.json({}));
    app.use(
      '/router',
      Router().get('/x', { schema }, (_req, _res, next) => next('router')),
    );
    app.use((_req, res) => res.json({}));
    listening = await start(app);
    for (const path of ['/next', '/route', '/router/x']) expect(await text(path), path).toBe('{}');
  });
});
