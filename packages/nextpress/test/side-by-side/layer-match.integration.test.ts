// `layer.match` for paths that tools compare.
import { inspect } from 'node:util';
import type { Router } from 'express';
import { type Cases, compare, type Express } from './compare.ts';
import { reports } from './shows.ts';

interface Layer {
  match(path: string): { params: Record<string, unknown>; pattern: unknown } | false;
}

const paths = ['/foo/bar', '/bar', '/foo/%zz', '/%zz', '/a%20b', '/', '/foo/bar/'];

const matches = (...patterns: (string | RegExp)[]) =>
  reports((express: Express) => {
    const router = express.Router();
    for (const pattern of patterns) router.get(pattern, () => {}).use(pattern, () => {});
    return (router as unknown as { stack: Layer[] }).stack.map((layer) =>
      paths.map((path) => {
        try {
          const match = layer.match(path);
          return match && { ...match, params: { ...match.params }, pattern: inspect(match.pattern) };
        } catch (error) {
          const { message, status } = error as Error & { status?: number };
          return [message, status, error instanceof URIError];
        }
      }),
    );
  });

const cases: Cases = {
  'layer.match': {
    'of a regular expression': matches(/bar$/, /o(.)/, /^\/foo/, /(?<name>b.)r/),
    'of a param': matches('/:id', '/foo/:id'),
    'of text': matches('/foo', '/foo/bar', '/'),
    'returns params of its own': reports((express) => {
      const router = express.Router().use(() => {}) as Router;
      const [layer] = (router as unknown as { stack: Layer[] }).stack;
      const first = layer?.match('/');
      if (first) first.params.changed = true;
      return layer?.match('/');
    }),
  },
};

compare(cases);
