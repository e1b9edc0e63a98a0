import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import vhost from 'vhost';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('vhost');

works('gives requests to the application of their host', async ({ app, another, serve }) => {
  const [api, users] = [another(), another()];
  api.get('/', (req, res) => void res.json({ host: req.hostname, base: req.baseUrl }));
  users.get('/', (req, res) => void res.json((req as typeof req & { vhost: string[] }).vhost[0]));
  app.use(vhost('api.example.com', api as never), vhost('*.users.example.com', users as never));
  app.use((_req, res) => void res.status(404).send('another host'));
  const { url } = await serve();
  const at = async (host: string): Promise<unknown> => {
    const [response] = await once(get(url, { headers: { host } }), 'response');
    return [response.statusCode, await text(response)];
  };
  expect(await at('api.example.com')).toEqual([200, '{"host":"api.example.com","base":""}']);
  expect(await at('ada.users.example.com:8080')).toEqual([200, '"ada"']);
  expect(await at('example.com')).toEqual([404, 'another host']);
});
