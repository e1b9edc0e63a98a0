import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { defaultSettings, patchPrototypes, SETTINGS } from '../src/index.ts';
import { patchedClasses, requestFor } from './patched-server.ts';

const REQUEST_NAMES = [
  ...[
    'params',
    'res',
    'pathname',
    '_parsedUrl',
    'path',
    'originalUrl',
    'search',
    'query',
    'get',
    'header',
    'xhr',
  ],
  ...['accepts', 'acceptsCharsets', 'acceptsEncodings', 'acceptsLanguages', 'is', 'range', 'fresh', 'stale'],
  ...['protocol', 'secure', 'ip', 'ips', 'host', 'hostname', 'subdomains'],
];
const RESPONSE_NAMES = [
  ...['status', 'set', 'header', 'get', 'append', 'type', 'contentType', 'vary', 'links', 'location'],
  ...['json', 'jsonp', 'send', 'sendStatus', 'redirect', 'format', 'locals'],
  ...['attachment', 'cookie', 'clearCookie'],
];
/** Methods of Node that also return sent headers. */
const SENT_NAMES = ['getHeader', 'getHeaders', 'getHeaderNames', 'hasHeader'];

const ownNames = (prototype: object): string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

describe('patchPrototypes', () => {
  test('defines the helpers only on the given prototypes', () => {
    const { Request, Response } = patchedClasses();
    expect(ownNames(Request.prototype).sort()).toEqual([...REQUEST_NAMES].sort());
    expect(ownNames(Response.prototype).sort()).toEqual([...RESPONSE_NAMES, ...SENT_NAMES].sort());
    expect(Reflect.ownKeys(IncomingMessage.prototype)).not.toContain('pathname');
    expect(Reflect.ownKeys(ServerResponse.prototype)).not.toContain('json');
  });

  test('defines replaceable members that are not enumerable', () => {
    const { Request, Response } = patchedClasses();
    for (const prototype of [Request.prototype, Response.prototype]) {
      for (const key of Reflect.ownKeys(prototype)) {
        const property = Object.getOwnPropertyDescriptor(prototype, key);
        expect(property, String(key)).toMatchObject({ enumerable: false, configurable: true });
        if (property?.get === undefined) expect(property?.writable, String(key)).toBe(true);
      }
    }
  });

  // Runs on every version of Node, to notice members that a later one adds.
  test('hides no member that Node defines', () => {
    const req = new IncomingMessage(new Socket());
    const res = new ServerResponse(req);
    expect(REQUEST_NAMES.filter((name) => name in req)).toEqual([]);
    expect(RESPONSE_NAMES.filter((name) => name in res)).toEqual([]);
  });

  test('does not patch a prototype twice', () => {
    const { Request, Response } = patchedClasses();
    const ownGet = (): string => 'mine';
    const ownJson = (): string => 'mine';
    Object.assign(Request.prototype, { get: ownGet });
    Object.assign(Response.prototype, { json: ownJson });
    const before = [Request, Response].map(({ prototype }) => Object.getOwnPropertyDescriptors(prototype));

    patchPrototypes({ request: Request.prototype, response: Response.prototype });
    const after = [Request, Response].map(({ prototype }) => Object.getOwnPropertyDescriptors(prototype));
    expect(after).toEqual(before);
    expect(after[0]).toMatchObject({ get: { value: ownGet } });
    expect(after[1]).toMatchObject({ json: { value: ownJson } });
  });

  test('replaces methods of the class itself', () => {
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    Object.assign(Response.prototype, { sendStatus: () => 'mine' });
    patchPrototypes({ request: Request.prototype, response: Response.prototype });
    expect(ownNames(Response.prototype).sort()).toEqual([...RESPONSE_NAMES, ...SENT_NAMES].sort());
    expect(Reflect.get(Response.prototype, 'sendStatus')).toBe(
      Reflect.get(patchedClasses().Response.prototype, 'sendStatus'),
    );
  });

  test('patches a subclass with its own query parser', () => {
    const classes = patchedClasses();
    class Request extends classes.Request {}
    class Response extends classes.Response {}
    const queryParser = (): Record<string, string> => ({ parsed: 'by mine' });
    patchPrototypes({ request: Request.prototype, response: Response.prototype, queryParser });
    expect(requestFor('/?a=1', { Request, Response }).query).toEqual({ parsed: 'by mine' });
    expect(requestFor('/?a=1', classes).query).toEqual({ a: '1' });
  });

  test('changes the query parser of prototypes that are patched already', () => {
    const classes = patchedClasses();
    const queryParser = (): Record<string, string> => ({ parsed: 'by mine' });
    patchPrototypes({
      request: classes.Request.prototype,
      response: classes.Response.prototype,
      queryParser,
    });
    expect(requestFor('/?a=1', classes).query).toEqual({ parsed: 'by mine' });
  });

  test('shares the given settings between both prototypes', () => {
    const settings = defaultSettings();
    const classes = patchedClasses({ settings });
    expect(Reflect.get(classes.Request.prototype, SETTINGS)).toBe(settings);
    expect(Reflect.get(classes.Response.prototype, SETTINGS)).toBe(settings);
    settings.queryParser = () => ({ parsed: 'by mine' });
    expect(requestFor('/?a=1', classes).query).toEqual({ parsed: 'by mine' });

    const others = defaultSettings();
    patchPrototypes({
      request: classes.Request.prototype,
      response: classes.Response.prototype,
      settings: others,
    });
    expect(Reflect.get(classes.Response.prototype, SETTINGS)).toBe(others);
    expect(requestFor('/?a=1', classes).query).toEqual({ a: '1' });
  });

  test('reads the own settings of a request', () => {
    const req = Object.assign(requestFor('/?a=1'), {
      [SETTINGS]: { ...defaultSettings(), queryParser: () => ({ parsed: 'by mine' }) },
    });
    expect(req.query).toEqual({ parsed: 'by mine' });
  });

  test('parses a query again when the settings have another parser', () => {
    const req = requestFor('/?a=1');
    expect(req.query).toEqual({ a: '1' });
    Object.assign(req, { [SETTINGS]: { ...defaultSettings(), queryParser: () => ({ parsed: 'by mine' }) } });
    const { query } = req;
    expect(query).toEqual({ parsed: 'by mine' });
    expect(req.query).toBe(query);
    Reflect.deleteProperty(req, SETTINGS);
    expect(req.query).toEqual({ a: '1' });
  });

  test('trusts no proxy by default', () => {
    expect(defaultSettings()).toEqual({
      trustProxy: expect.any(Function),
      usesForwardedHost: true,
      subdomainOffset: 2,
      queryParser: undefined,
      etag: undefined,
      json: undefined,
      jsonpCallback: 'callback',
      dialect: expect.any(Object),
    });
    expect(defaultSettings().trustProxy('127.0.0.1', 0)).toBe(false);
  });

  test.each([
    [{ request: undefined, response: {} }, '"request" of patchPrototypes(): expected a prototype, got undef'],
    [{ request: {}, response: null }, '"response" of patchPrototypes(): expected a prototype, got null'],
    [{ request: {}, response: {}, queryParser: 'simple' }, 'expected a function, got "simple"'],
    [undefined, 'Invalid options of patchPrototypes(): expected an object, got undefined'],
    [
      { request: {}, response: {}, queryPraser: () => ({}) },
      'Unknown option "queryPraser" of patchPrototypes(): expected one of request, response, queryParser, settings',
    ],
    [
      { request: IncomingMessage, response: {} },
      'expected IncomingMessage.prototype, got function IncomingMessage.',
    ],
    [{ request: {}, response: (() => class {})() }, 'expected Class.prototype, got a function'],
    [{ request: {}, response: {}, settings: null }, 'expected the result of defaultSettings(), got null'],
    [{ request: {}, response: {}, settings: {} }, 'expected the result of defaultSettings(), got an object'],
  ])('throws for the options %j', (options, message) => {
    expect(() => patchPrototypes(options as never)).toThrow(TypeError);
    expect(() => patchPrototypes(options as never)).toThrow(message);
  });
});
