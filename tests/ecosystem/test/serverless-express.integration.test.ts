import { configure } from '@codegenie/serverless-express';
import type { Express } from 'express';
import { expectAsOnExpress, type ForeignRequest, withoutServer } from '../foreign-requests.ts';
import { packages } from '../works.ts';

const works = packages('@codegenie/serverless-express', '', withoutServer);

interface Result {
  readonly statusCode: number;
  readonly multiValueHeaders?: Record<string, unknown>;
  readonly headers?: Record<string, unknown>;
  readonly cookies?: string[];
  readonly body: string;
}

works('passes the events of an API gateway on', async ({ app }) => {
  await expectAsOnExpress(app, (target: Express) => {
    const handler = configure({ app: target as never, resolutionMode: 'PROMISE' } as never);
    return async (request) => {
      const { statusCode, multiValueHeaders, headers, cookies, body } = (await handler(
        eventOf(request),
        {} as never,
        () => {},
      )) as Result;
      return { status: statusCode, headers: { ...headers, ...multiValueHeaders, cookies }, body };
    };
  });
});

function eventOf({ method, path, headers, body }: ForeignRequest) {
  const { pathname, search } = new URL(path, 'http://a.example');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers,
    body: body ?? null,
    isBase64Encoded: false,
    requestContext: { stage: '$default', http: { method, path: pathname, sourceIp: '192.0.2.1' } },
  };
}
