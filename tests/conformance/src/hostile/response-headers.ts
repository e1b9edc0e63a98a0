import { expect } from 'vitest';
import { ask } from '../subject.ts';
import type { HostileCases, HostileRequest, HostileResponse } from './hostile-case.ts';
import type { fieldRows } from './rows.ts';

/** Responses that contain input of a client. */
export const responseHeaders: HostileCases<keyof typeof fieldRows> = {
  'a redirect that browsers read otherwise': {
    'the host that a browser finds is the one that was meant': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/to', (req, res) => res.redirect(String(req.query.url)));
      });
      for (const url of [
        'http://a\\@evil',
        'http://a\\.evil',
        'http://a/\\@evil',
        'http://a\t@b',
        'http://a?\\@evil',
      ]) {
        const { status, headers } = await ask(subject, 'GET', `/to?url=${encodeURIComponent(url)}`);
        expect(status, url).toBe(302);
        expect(new URL(headers.location ?? '').host, url).toBe(new URL(url).host);
      }
    },
    'a line break does not end the field': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/to', (req, res) => res.redirect(String(req.query.url)));
      });
      for (const lineBreak of ['%0d%0a', '%0a', '%0d', '%00', '%E5%98%8D%E5%98%8A']) {
        const response = await ask(subject, 'GET', `/to?url=/x${lineBreak}Set-Cookie:%20a=1`);
        expect(response.headers['set-cookie'], lineBreak).toBeUndefined();
        expect(response.status, lineBreak).toBe(302);
      }
    },
  },
  'markup in the note of a redirect': {
    'it is escaped': async ({ serve, serveStatic, files }) => {
      const subject = await serve((app) => {
        app.get('/to', (req, res) => res.redirect(String(req.query.url)));
        app.use(serveStatic(files.root));
      });
      const url = '/"><script>alert(1)</script>';
      const response = await ask(subject, 'GET', `/to?url=${encodeURIComponent(url)}`, {
        Accept: 'text/html',
      });
      expect(response.body).not.toContain('<script');
      expect(response.headers['content-type']).toMatch(/^text\/html/);
      const folder = await ask(subject, 'GET', '/x?"><script>', { Accept: 'text/html' });
      expect([folder.status, folder.body.includes('<script')]).toEqual([301, false]);
    },
    'what is not found is not quoted as markup': async ({ serve }) => {
      const subject = await serve(() => {});
      const response = await ask(subject, 'GET', '/<script>alert(1)</script>', { Accept: 'text/html' });
      expect(response.body).not.toContain('<script');
    },
  },
  'a redirect to the referrer': {
    'there is no word for it: back is a path': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (_req, res) => res.redirect('back'));
      });
      for (const Referer of ['https://evil.example/', '//evil.example', '\\\\evil.example'])
        expect((await ask(subject, 'GET', '/', { Referer })).headers.location).toBe('back');
    },
  },
  'a redirect to a referrer without a scheme': {
    'an application that checks where a redirect leads sees what a browser sees': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (req, res) => {
          const to = new URL(req.get('Referer') ?? '/', 'http://localhost');
          res.redirect(to.host === 'localhost' ? to.pathname : '/');
        });
      });
      for (const Referer of ['//evil.example', '\\\\evil.example', '/\\evil.example', 'http://evil.example'])
        expect((await ask(subject, 'GET', '/', { Referer })).headers.location, Referer).toBe('/');
    },
  },
  'a cookie with a separator in it': {
    'it is refused in the name, and escaped in the value': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (_req, res) => {
          const refused = ['a;b', 'a\r\nX', 'a=b', 'a b', '', 'a,b', 'a\0'].filter((name) =>
            throws(res, name, 'x'),
          );
          res.cookie('value', 'a; Domain=evil.example\r\nX: y');
          res.json(refused.length);
        });
      });
      const { body, rawHeaders } = await ask(subject, 'GET', '/');
      expect(body).toBe('7');
      expect(rawHeaders.filter(([name]) => name === 'Set-Cookie')).toEqual([
        ['Set-Cookie', 'value=a%3B%20Domain%3Devil.example%0D%0AX%3A%20y; Path=/'],
      ]);
    },
    'half a surrogate pair is an error for the error handlers': async ({ serve, jsonBody }) => {
      const subject = await serve((app) => {
        app.use(jsonBody());
        app.post('/cookie', (req, res) => {
          res.cookie('half', String((req.body as string[])[0]));
          res.send('set');
        });
        app.post('/name', (req, res) => res.attachment(String((req.body as string[])[0])).send('set'));
        app.use((error: unknown, _req: HostileRequest, res: HostileResponse, _next: unknown) =>
          res.status(422).send((error as Error).name),
        );
      });
      const fields = { 'Content-Type': 'application/json' };
      for (const target of ['/cookie', '/name']) {
        const { status, headers, body } = await ask(subject, 'POST', target, fields, '["\\ud800"]');
        expect([status, headers['set-cookie'], body], target).toEqual([422, undefined, 'URIError']);
      }
    },
  },
  'attributes of a cookie with separators in them': {
    'each is checked': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (_req, res) => {
          const passed: string[] = [];
          for (const attribute of ['domain', 'path', 'sameSite', 'priority']) {
            for (const bad of ['a; Secure', 'a\r\nX: y', 'a\n', 'a\0', ';'])
              if (!throws(res, 'a', 'x', { [attribute]: bad })) passed.push(`${attribute}=${bad}`);
          }
          if (!throws(res, 'a', 'x', { encode: () => 'x; HttpOnly' })) passed.push('encode');
          if (!throws(res, 'a', 'x', { maxAge: 'x' })) passed.push('maxAge');
          if (!throws(res, 'a', 'x', { expires: new Date(Number.NaN) })) passed.push('expires');
          res.json(passed);
        });
      });
      const { body, headers } = await ask(subject, 'GET', '/');
      expect([body, headers['set-cookie']]).toEqual(['[]', undefined]);
    },
  },
  'a name of a cookie that aliases another': {
    'a name is a token': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (_req, res) =>
          res.json(
            ['\xa0__Host-a', ' __Host-a', '\t__Secure-a', '__Host-a '].filter((name) =>
              throws(res, name, 'x'),
            ).length,
          ),
        );
      });
      expect((await ask(subject, 'GET', '/')).body).toBe('4');
    },
  },
  'a head written as a list': {
    'its fields are sent': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/', (_req, res) => {
          const plain = res.writeHead;
          res.writeHead = function (this: HostileResponse, ...args: unknown[]) {
            return Reflect.apply(plain, this, args);
          } as typeof res.writeHead;
          res.set('X-Kept', '1');
          res.writeHead(200, ['A', '1', 'B', '2']).end('ok');
        });
      });
      expect((await ask(subject, 'GET', '/')).headers).toMatchObject({ 'x-kept': '1', a: '1', b: '2' });
    },
  },
  'a type that attachment changes': {
    'a type stays without a name, and with one the content is a download': async ({ serve }) => {
      const subject = await serve((app) => {
        app.get('/plain', (_req, res) => res.type('text/csv').attachment() && res.send('a'));
        app.get(
          '/named',
          (req, res) => res.type('text/csv').attachment(String(req.query.name)) && res.send('a'),
        );
      });
      expect((await ask(subject, 'GET', '/plain')).headers['content-type']).toMatch(/^text\/csv/);
      const name = encodeURIComponent('../"\r\nX-Y: z;x.html');
      const { headers } = await ask(subject, 'GET', `/named?name=${name}`);
      expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
      expect(headers['x-y']).toBeUndefined();
    },
  },
};

function throws(res: HostileResponse, name: string, value: string, options?: object): boolean {
  try {
    res.cookie(name, value, options);
    return false;
  } catch {
    return true;
  }
}
