import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type HelperSettings,
  JSON_SERIALIZER,
  type JsonSerializer,
  type ResponseSlots,
} from '../src/index.ts';
import { type PatchedResponse, patchedServer } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

const useSerializer = (res: PatchedResponse, serializer: JsonSerializer): PatchedResponse => {
  (res as PatchedResponse & ResponseSlots)[JSON_SERIALIZER] = serializer;
  return res;
};

/** Serializes only the name, and nothing of a 404. */
const nameOnly: JsonSerializer = (status, value) =>
  status === 404 ? undefined : `{"status":${status},"name":"${(value as { name: string }).name}"}`;

async function bodyOf(
  respond: (res: PatchedResponse) => void,
  settings?: Partial<HelperSettings>,
  target = '/',
) {
  listening = await listen(patchedServer((_req, res) => respond(useSerializer(res, nameOnly)), {}, settings));
  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(listening.port, request);
  return response?.body;
}

const value = { name: 'a<b', secret: 1 };

describe('a serializer', () => {
  test.each<[string, (res: PatchedResponse) => void]>([
    ['json', (res) => res.status(201).json(value)],
    ['send of an object', (res) => res.status(201).send(value)],
    ['jsonp', (res) => res.status(201).jsonp(value)],
  ])('gets the status and the value of %s', async (_, respond) => {
    expect(await bodyOf(respond)).toBe('{"status":201,"name":"a<b"}');
  });

  test('gets the value of jsonp with a callback', async () => {
    const body = await bodyOf((res) => res.jsonp(value), {}, '/?callback=done');
    expect(body).toBe(`/**/ typeof done === 'function' && done({"status":200,"name":"a<b"});`);
  });

  test('that returns undefined leaves the value to JSON.stringify and the settings', async () => {
    const json = { replacer: undefined, spaces: 1, escape: true };
    expect(await bodyOf((res) => res.status(404).json(value), { json })).toBe(
      '{\n "name": "a\\u003cb",\n "secret": 1\n}',
    );
  });

  test('has its text escaped by the setting for that, without the spaces of another', async () => {
    const json = { replacer: undefined, spaces: 2, escape: true };
    expect(await bodyOf((res) => res.json(value), { json })).toBe('{"status":200,"name":"a\\u003cb"}');
  });

  test('is not called for texts and bytes of send', async () => {
    expect(await bodyOf((res) => res.send('text'))).toBe('text');
  });

  test('that throws makes json throw before anything is written', async () => {
    const body = await bodyOf((res) => {
      expect(() => res.json(null)).toThrow(TypeError);
      res.json(value);
    });
    expect(body).toBe('{"status":200,"name":"a<b"}');
  });
});
