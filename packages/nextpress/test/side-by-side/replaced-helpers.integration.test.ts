// Response and request helpers replaced by the application, with Express 5 and 4.
import type { RequestHandler, Response } from 'express';
import { get, head } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';
import { VERSION_4 } from './version-4.ts';

type Replace = (res: Response, original: (...args: unknown[]) => unknown) => (...args: unknown[]) => unknown;

const replaces =
  (name: 'set' | 'send' | 'type' | 'format' | 'location', make: Replace): RequestHandler =>
  (_req, res, next) => {
    const original = res[name] as unknown as (...args: unknown[]) => unknown;
    Object.assign(res, { [name]: make(res, original) });
    next();
  };

const helpers: Readonly<Record<string, RequestHandler>> = {
  'a set that changes Content-Type': replaces(
    'set',
    (res, set) =>
      (name, ...values) =>
        set.call(res, name, ...(name === 'Content-Type' ? ['application/vnd.x+json'] : values)),
  ),
  'a set that drops ETag': replaces(
    'set',
    (res, set) => (name, value) => (name === 'ETag' ? res : set.call(res, name, value)),
  ),
  'a set that records names': replaces('set', (res, set) => (name, value) => {
    const names = String(res.getHeader('X-Names') ?? '').split(',');
    if (!names.includes(String(name))) res.setHeader('X-Names', [...names, name].join());
    return set.call(res, name, value);
  }),
  'a type that changes names': replaces(
    'type',
    (res, type) => (name) => type.call(res, name === 'html' || name === 'txt' ? 'application/xml' : name),
  ),
  'a format that knows only text': replaces(
    'format',
    (res, format) => (handlers) => format.call(res, { text: (handlers as { text(): void }).text }),
  ),
  'a location that is relative': replaces(
    'location',
    (res, location) => (url) => location.call(res, `.${String(url)}`),
  ),
  'a send that wraps': replaces(
    'send',
    (res, send) => (body) => send.call(res, typeof body === 'string' ? `<${body}>` : body),
  ),
  'a fresh that is false': (req, _res, next) => {
    Object.defineProperty(req, 'fresh', { value: false });
    next();
  },
  'a fresh that is true where a header is set': (req, res, next) => {
    res.setHeader('X-Set', '1');
    Object.defineProperty(req, 'fresh', { value: true });
    next();
  },
};

const senders: Readonly<Record<string, (res: Response) => unknown>> = {
  json: (res) => res.json({ a: 1 }),
  text: (res) => res.send('text'),
  bytes: (res) => res.send(Buffer.from('bytes')),
  status: (res) => res.sendStatus(201),
  jsonp: (res) => res.jsonp({ a: 1 }),
  typed: (res) => res.type('css').send('a{}'),
  location: (res) => res.location('/x').send('moved'),
  redirect: (res) => res.redirect('/x'),
  attachment: (res) => res.attachment('a b.txt').send('attached'),
  render: (res) => res.render('view.t'),
  tagged: (res) => res.set('ETag', '"x"').send('tagged'),
};

const asks = Object.keys(senders).flatMap((name) => [
  get(`/${name}`),
  head(`/${name}`),
  get(`/${name}`, { 'If-None-Match': '*' }),
]);

/** A class for the setting `view` that needs no file. */
class View {
  readonly path = 'view.t';
  render(_options: object, done: (error: unknown, text: string) => void): void {
    process.nextTick(done, null, '<p>view</p>');
  }
}

const cases: Cases = {
  'a replaced helper': Object.fromEntries(
    Object.entries(helpers).map(([name, helper]): [string, Case] => [
      name,
      {
        app: (express) =>
          express()
            .set('view', View)
            .use(helper)
            .get('/:name', (req, res) => void senders[req.params.name as string]?.(res)),
        asks,
      },
    ]),
  ),
};

compare(cases);
compare({ 'a replaced helper of Express 4': { ...cases['a replaced helper'] } }, VERSION_4);
