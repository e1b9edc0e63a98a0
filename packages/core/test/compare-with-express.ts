import { createServer, type ServerResponse } from 'node:http';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import express from 'express';
import { expect } from 'vitest';
import type { HelperSettings } from '../src/index.ts';
import { type PatchedListener, type PatchedResponse, patchedServer } from './patched-server.ts';

/** A call on a response of Nextpress and on one of Express 5. */
export type Call = (res: PatchedResponse) => unknown;

/** A request to both servers. */
export interface Asked {
  readonly method?: string;
  readonly query?: string;
  /** Header lines. */
  readonly headers?: readonly string[];
}

export interface Comparison {
  /** Sends requests for a call to both servers, and expects the same status, reason, headers and body. */
  same(name: string, ...asked: Asked[]): Promise<void>;
  /** The responses to one request, first that of Nextpress. */
  both(name: string, asked?: Asked): Promise<readonly [RawResponse, RawResponse]>;
  close(): Promise<unknown>;
}

interface FormatError {
  readonly status?: number;
  readonly types?: readonly string[];
}

function respondWithError({ status = 500, types }: FormatError, res: ServerResponse): void {
  res.statusCode = status;
  res.end(`${status}: ${types}`);
}

/** Starts a server with the helpers and one with Express 5, by default without `ETag` and `X-Powered-By`. */
export async function compareWithExpress(
  calls: Readonly<Record<string, Call>>,
  ourSettings: Partial<HelperSettings> = {},
  theirSettings: Readonly<Record<string, unknown>> = {},
): Promise<Comparison> {
  const names = Object.keys(calls);
  const respond: PatchedListener = (req, res) =>
    calls[names[Number(req.url?.slice(1).split('?')[0])] as string]?.(res);
  const app = express();
  for (const [name, value] of Object.entries({ etag: false, 'x-powered-by': false, ...theirSettings })) {
    app.set(name, value);
  }
  app.use((req, res) => respond(req as never, res as never));
  app.use(((error, _req, res, _next) => {
    respondWithError(error, res as never);
  }) satisfies express.ErrorRequestHandler);
  const theirs = await listen(createServer(app));
  const guarded: PatchedListener = (req, res) => {
    try {
      respond(req, res);
    } catch (error) {
      if ((error as FormatError).status === undefined) throw error;
      respondWithError(error as FormatError, res);
    }
  };
  const ours = await listen(patchedServer(guarded, {}, ourSettings));

  const ask = async ({ port }: Listening, name: string, asked: readonly Asked[]): Promise<RawResponse[]> => {
    const requests = asked.map(({ method = 'GET', query = '', headers = [] }, at) => {
      const last = at === asked.length - 1 ? ['Connection: close'] : [];
      const lines = [`${method} /${names.indexOf(name)}${query} HTTP/1.1`, 'Host: x', ...headers, ...last];
      return `${lines.join('\r\n')}\r\n\r\n`;
    });
    const methods = asked.map(({ method = 'GET' }) => method);
    const responses = await exchange(port, requests.join(''), { methods, responses: asked.length });
    expect(responses, `${name}: ${JSON.stringify(asked)}`).toHaveLength(asked.length);
    return responses;
  };
  return {
    both: async (name, asked = {}) => {
      const [[our], [their]] = await Promise.all([ask(ours, name, [asked]), ask(theirs, name, [asked])]);
      return [our as RawResponse, their as RawResponse];
    },
    same: async (name, ...several) => {
      const asked = several.length === 0 ? [{}] : several;
      const [our, their] = await Promise.all([ask(ours, name, asked), ask(theirs, name, asked)]);
      for (const [at, each] of asked.entries()) {
        expect(comparable(our[at]), JSON.stringify(each)).toEqual(comparable(their[at]));
      }
    },
    close: () => Promise.all([ours.close(), theirs.close()]),
  };
}

/** A response without `Date` and the headers of the connection, sorted by name. */
function comparable(response: RawResponse | undefined): unknown {
  const { status, reason, rawHeaders, body } = response as RawResponse;
  const headers = rawHeaders
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !/^(?:date|connection|keep-alive):/.test(line));
  return { status, reason, headers: headers.sort(), body };
}
