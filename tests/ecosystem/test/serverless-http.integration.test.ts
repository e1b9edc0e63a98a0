import serverless from 'serverless-http';
import {
  expectAsOnExpress,
  type ForeignRequest,
  type ForeignResponse,
  withoutServer,
} from '../foreign-requests.ts';
import { packages } from '../works.ts';

const works = packages('serverless-http', '', withoutServer);

interface Result {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly multiValueHeaders?: Record<string, unknown>;
  readonly cookies?: string[];
  readonly body: string;
}

works('passes the events of an API gateway on, in their first version', async ({ app }) => {
  await expectAsOnExpress(app, (target) => {
    const handler = serverless(target as unknown as serverless.Application);
    return async (request) => responseOf((await handler(eventOf(request), {})) as Result);
  });
});

works('passes the events of an API gateway on, in their second version', async ({ app }) => {
  await expectAsOnExpress(app, (target) => {
    const handler = serverless(target as unknown as serverless.Application);
    return async (request) => responseOf((await handler(secondEventOf(request), {})) as Result);
  });
});

function eventOf({ method, path, headers, body }: ForeignRequest) {
  const { pathname, searchParams } = new URL(path, 'http://a.example');
  return {
    httpMethod: method,
    path: pathname,
    headers,
    queryStringParameters: Object.fromEntries(searchParams),
    multiValueQueryStringParameters: null,
    body: body ?? null,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp: '192.0.2.1' } },
  };
}

function secondEventOf({ method, path, headers, body }: ForeignRequest) {
  const { pathname, search } = new URL(path, 'http://a.example');
  return {
    version: '2.0',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers,
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: false,
    requestContext: { http: { method, path: pathname, sourceIp: '192.0.2.1' } },
  };
}

function responseOf({ statusCode, headers, multiValueHeaders, cookies, body }: Result): ForeignResponse {
  return { status: statusCode, headers: { ...headers, ...multiValueHeaders, cookies }, body };
}
