import { createServer, type ServerResponse } from 'node:http';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import express from 'express';
import { expect } from 'vitest';
import type { HelperSettings } from '../src/index.ts';
import { type PatchedListener, type PatchedResponse, patchedServer } from './patched-server.ts';

/** What is done with a response of ours and with one of Express 5. */
export type Call = (res: PatchedResponse) => unknown;

/** A request as the two servers are to get it. */
export interface Asked {
  readonly method?: string;
  readonly query?: string;
  /** Field lines. */
  readonly fields?: readonly string[];
}

export interface Beside {
  /** Asks both servers for the call of that name, once or several times, and expects the same status, reason, fields and content. */
  same(name: string, ...asked: Asked[]): Promise<void>;
  /** The two answers to one request, ours first. */
  both(name: string, asked?: Asked): Promise<readonly [RawResponse, RawResponse]>;
  close(): Promise<unknown>;
}

interface FormatError {
  readonly status?: number;
  readonly types?: readonly string[];
}

function answerError({ status = 500, types }: FormatError, res: ServerResponse): void {
  res.statusCode = status;
  res.end(`${status}: ${types}`);
}

/** Starts a server of ours and one of Express 5, without `ETag` and `X-Powered-By` unless the settings say otherwise. */
export async function besideExpress(
  calls: Readonly<Record<string, Call>>,
  ourSettings: Partial<HelperSettings> = {},
  theirSettings: Readonly<Record<string, unknown>> = {},
): Promise<Beside> {
  const names = Object.keys(calls);
  const answer: PatchedListener = (req, res) =>
    calls[names[Number(req.url?.slice(1).split('?')[0])] as string]?.(res);
  const app = express();
  for (const [name, value] of Object.entries({ etag: false, 'x-powered-by': false, ...theirSettings })) {
    app.set(name, value);
  }
  app.use((req, res) => answer(req as never, res as never));
  app.use(((error, _req, res, _next) => {
    answerError(error, res as never);
  }) satisfies express.ErrorRequestHandler);
  const theirs = await listen(createServer(app));
  const guarded: PatchedListener = (req, res) => {
    try {
      answer(req, res);
    } catch (error) {
      if ((error as FormatError).status === undefined) throw error;
      answerError(error as FormatError, res);
    }
  };
  const ours = await listen(patchedServer(guarded, {}, ourSettings));

  const ask = async ({ port }: Listening, name: string, asked: readonly Asked[]): Promise<RawResponse[]> => {
    const requests = asked.map(({ method = 'GET', query = '', fields = [] }, at) => {
      const last = at === asked.length - 1 ? ['Connection: close'] : [];
      const lines = [`${method} /${names.indexOf(name)}${query} HTTP/1.1`, 'Host: x', ...fields, ...last];
      return `${lines.join('\r\n')}\r\n\r\n`;
    });
    const methods = asked.map(({ method = 'GET' }) => method);
    const answers = await exchange(port, requests.join(''), { methods, responses: asked.length });
    expect(answers, `${name}: ${JSON.stringify(asked)}`).toHaveLength(asked.length);
    return answers;
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

/** Everything but the date and the connection's own, the fields in the order of their names. */
function comparable(response: RawResponse | undefined): unknown {
  const { status, reason, rawHeaders, body } = response as RawResponse;
  const fields = rawHeaders
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !/^(?:date|connection|keep-alive):/.test(line));
  return { status, reason, fields: fields.sort(), body };
}
