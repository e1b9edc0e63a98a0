import swaggerUi from 'swagger-ui-express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('swagger-ui-express');

works('serves its page, its script with the description in it, and its assets', async ({ app, serve }) => {
  const description = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {} };
  app.use('/docs', swaggerUi.serve, swaggerUi.setup(description, { customSiteTitle: 'All things' }));
  const { visitor } = await serve();
  const page = await visitor.get('/docs/');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<title>All things</title>');
  const script = await visitor.get('/docs/swagger-ui-init.js');
  expect(script.headers.get('content-type')).toContain('javascript');
  expect(script.text).toContain('"title": "Things"');
  const style = await visitor.visit('/docs/swagger-ui.css', { method: 'HEAD' });
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
});
