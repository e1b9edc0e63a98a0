import { describe, expect, test } from 'vitest';
import { requestFor } from './patched-server.ts';

// The comparison with Express is in request-parity.isolated.test.ts.

describe('accepts', () => {
  test('returns the offer as it was passed, the first of two equal ones', () => {
    const req = requestFor('/');
    req.headers.accept = 'text/html';
    expect(req.accepts('json', 'html', 'text/html')).toBe('html');
    expect(req.accepts('Text/HTML')).toBe('Text/HTML');
    expect(req.accepts('index.html')).toBe('index.html');
  });
});

describe.each(['accepts', 'acceptsCharsets', 'acceptsEncodings', 'acceptsLanguages'] as const)(
  '%s',
  (method) => {
    test('reads an empty list, undefined and null as no offers', () => {
      const req = requestFor('/');
      const call = req[method] as (...offers: unknown[]) => unknown;
      expect(call.call(req, [])).toEqual(call.call(req));
      expect(call.call(req, undefined)).toEqual(call.call(req));
      expect(call.call(req, null)).toEqual(call.call(req));
    });
  },
);
