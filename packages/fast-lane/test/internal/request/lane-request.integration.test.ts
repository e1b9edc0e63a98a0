import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const FIELDS = ['Accept: a', 'X-A: 1', 'x-a: 2', 'Cookie: a=b'];

/** What a handler sees of one request, on every lane. */
async function shown(show: (req: IncomingMessage) => unknown): Promise<unknown> {
  return sameOnEveryLane((lane) => {
    const seen: unknown[] = [];
    const listener: RequestListener = (req, res) => {
      seen.push(show(req));
      res.end();
    };
    return talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      await (await connect()).exchange(request('GET /', FIELDS));
      return seen;
    });
  });
}

/** Ways to access the list for the first time. */
const touches: Readonly<Record<string, (fields: string[]) => unknown>> = {
  'its length': (fields) => fields.length,
  'one item': (fields) => fields[3],
  'all items': (fields) => [...fields],
  'whether it has an item': (fields) => [1 in fields, 99 in fields],
  'its keys': (fields) => Object.keys(fields),
  'a descriptor': (fields) => Object.getOwnPropertyDescriptor(fields, 0),
  'its JSON': (fields) => JSON.stringify(fields),
  'that it is an array': (fields) => Array.isArray(fields),
  'the result of concat': (fields) => ['a'].concat(fields),
  'the result of slice': (fields) => fields.slice(2, 4),
  push: (fields) => [fields.push('X-B', 'b'), fields],
  splice: (fields) => [fields.splice(0, 2), fields],
  sort: (fields) => fields.sort(),
  'an assignment': (fields) => {
    fields[1] = 'other';
    return fields;
  },
  'a shorter length': (fields) => {
    fields.length = 2;
    return fields;
  },
  delete: (fields) => {
    Reflect.deleteProperty(fields, 0);
    return [0 in fields, fields.length];
  },
  defineProperty: (fields) => Object.defineProperty(fields, 0, { value: 'defined', enumerable: true }),
  freeze: (fields) => [Object.isFrozen(Object.freeze(fields)), fields],
};

test.each(Object.keys(touches))('rawHeaders shows %s as in Node, the first time and later', async (touch) => {
  const seen = await shown((req) => {
    const { rawHeaders } = req;
    return [touches[touch]?.(rawHeaders), req.rawHeaders, req.headers, touches['its JSON']?.(rawHeaders)];
  });
  expect(seen).toHaveLength(1);
});

test('later changes show in the rawHeaders list that was read', async () => {
  const seen = await shown((req) => {
    const { rawHeaders } = req;
    rawHeaders.push('X-B', 'b');
    req.rawHeaders.push('X-C', 'c');
    return [rawHeaders, req.rawHeaders];
  });
  expect(JSON.stringify(seen)).toContain('X-C');
});

test('a rawHeaders list assigned by the application is kept', async () => {
  const seen = await shown((req) => {
    const { rawHeaders } = req;
    req.rawHeaders = ['X-Mine', 'm'];
    return [rawHeaders.length, req.rawHeaders];
  });
  expect(seen).toMatchObject([[10, ['X-Mine', 'm']]]);
});

test('header changes by one handler do not show in the next request', async () => {
  const seen = await sameOnEveryLane((lane) => {
    const listener: RequestListener = (req, res) => {
      const before = JSON.stringify([req.headers, req.rawHeaders, req.headersDistinct]);
      req.headers.accept = 'changed';
      Reflect.deleteProperty(req.headers, 'cookie');
      req.headers['x-added'] = 'b';
      req.headersDistinct['x-a']?.push('3');
      req.rawHeaders.length = 0;
      res.end(before);
    };
    return talkTo(lane.over(createServer(listener)), async ({ connect }) => {
      const client = await connect();
      const responses = await client.exchange(request('GET /', FIELDS).repeat(5), 5);
      return responses.map(({ body }) => body);
    });
  });
  expect(new Set(seen).size).toBe(1);
});
