import type { ListedRequest } from './request-list.ts';
import type { Received, RequestRun } from './request-run.ts';

export interface ResponseDifference {
  readonly request: ListedRequest;
  /** `status`, `body`, `error`, or the name of a header. */
  readonly part: string;
  readonly express: string;
  readonly nextpress: string;
}

/** Parts from which others follow. */
const DECISIVE: readonly { readonly part: string; decides(name: string): boolean }[] = [
  { part: 'status', decides: (name) => name !== 'status' },
  { part: 'body', decides: (name) => name === 'content-length' || name === 'etag' },
];

/** Different in any two responses, or about the connection. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive']);

/**
 * Compares responses. What differs between two runs of Express, such as dates and tokens, is not compared.
 *
 * @param express - two runs
 */
export function compareResponses(
  requests: readonly ListedRequest[],
  express: readonly [RequestRun, RequestRun],
  nextpress: RequestRun,
): ResponseDifference[] {
  return requests.flatMap((request, at) => {
    const [first, second, other] = [...express, nextpress].map(({ responses }) =>
      partsOf(responses[at] ?? 'no response'),
    );
    if (first === undefined || second === undefined || other === undefined) return [];
    const differs = (name: string): boolean =>
      first.get(name) === second.get(name) && first.get(name) !== other.get(name);
    const names = [...new Set([...first.keys(), ...other.keys()])].filter(differs);
    const decisive = DECISIVE.find(({ part }) => names.includes(part));
    return names
      .filter((name) => decisive === undefined || !decisive.decides(name))
      .map((part) => ({
        request,
        part,
        express: first.get(part) ?? 'none',
        nextpress: other.get(part) ?? 'none',
      }));
  });
}

function partsOf(response: Received | string): Map<string, string> {
  if (typeof response === 'string') return new Map([['error', response]]);
  const { status, headers, body } = response;
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
  return new Map([
    ['status', String(status)],
    ...kept.map(([name, value]): [string, string] => [name, String(value)]),
    ['body', body],
  ]);
}
