import { describe, expect, test } from 'vitest';
import { requestFor } from './patched-server.ts';

// What Express answers the same way is in request-parity.integration.test.ts.

describe('accepts', () => {
  test('gives the offer back as it was made, the first of two that mean the same', () => {
    const req = requestFor('/');
    req.headers.accept = 'text/html';
    expect(req.accepts('json', 'html', 'text/html')).toBe('html');
    expect(req.accepts('Text/HTML')).toBe('Text/HTML');
    expect(req.accepts('index.html')).toBe('index.html');
  });

  test('leaves out what the client sent and no grammar allows', () => {
    const req = requestFor('/');
    req.headers.accept = 'text/html garbage, json, text/plain;q=2, application/json;q=0.1';
    expect(req.accepts()).toEqual(['application/json']);
    expect(req.accepts('html', 'text')).toBe(false);
  });
});

describe.each(['accepts', 'acceptsCharsets', 'acceptsEncodings', 'acceptsLanguages'] as const)(
  '%s',
  (method) => {
    test.each([[1], [null], [['a', 1]], ['a', undefined]].map((given) => [given]))('refuses %j', (given) => {
      const req = requestFor('/');
      const call = () => (req[method] as (...offers: unknown[]) => unknown)(...given);
      expect(call).toThrow(TypeError);
      expect(call).toThrow(`req.${method}() takes texts, or a list of them; got`);
    });

    test('takes an empty list, or undefined, for no offers', () => {
      const req = requestFor('/');
      const call = req[method] as (...offers: unknown[]) => unknown;
      expect(call.call(req, [])).toEqual(call.call(req));
      expect(call.call(req, undefined)).toEqual(call.call(req));
    });
  },
);
