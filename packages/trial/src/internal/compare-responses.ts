import type { ListedRequest } from './request-list.ts';
import type { Received, RequestRun } from './request-run.ts';

export interface ResponseDifference {
  readonly request: ListedRequest;
  /** `status`, `body`, `error`, or the name of a header. */
  readonly part: string;
  readonly express: string;
  readonly nextpress: string;
}

/** Parts that depend on others. */
const DECISIVE: readonly { readonly part: string; decides(name: string): boolean }[] = [
  { part: 'status', decides: (name) => name !== 'status' },
  { part: 'body', decides: (name) => name === 'content-length' || name === 'etag' },
];

/** Headers that differ in any two responses, or concern the connection. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive']);

export interface ComparedResponses {
  readonly differences: readonly ResponseDifference[];
  /** The number of responses in which a part already differs between the runs of Express. */
  readonly unstable: number;
}

/**
 * Compares responses. Parts that differ between two runs of Express, such as dates and tokens, are ignored.
 *
 * @param express - two runs
 */
export function compareResponses(
  requests: readonly ListedRequest[],
  express: readonly [RequestRun, RequestRun],
  nextpress: RequestRun,
): ComparedResponses {
  let unstable = 0;
  const differences = requests.flatMap((request, at) => {
    const [first, second, other] = [...express, nextpress].map(({ responses }) =>
      partsOf(responses[at] ?? 'no response'),
    ) as [Parts, Parts, Parts];
    const isStable = (name: string): boolean => first.get(name) === second.get(name);
    const names = [...new Set([...first.keys(), ...second.keys(), ...other.keys()])];
    if (!names.every(isStable)) unstable += 1;
    const different = names.filter((name) => isStable(name) && first.get(name) !== other.get(name));
    const decisive = DECISIVE.find(({ part }) => different.includes(part));
    return different
      .filter((name) => decisive === undefined || !decisive.decides(name))
      .map((part) => ({
        request,
        part,
        express: first.get(part) ?? 'none',
        nextpress: other.get(part) ?? 'none',
      }));
  });
  return { differences, unstable };
}

/** @throws Error if an application does not respond to any request */
export function checkResponses({ responses }: RequestRun): void {
  if (responses.every((response) => typeof response === 'string')) {
    throw new Error(
      `The application does not respond with Express: expected a response, got ${responses[0]}`,
    );
  }
}

type Parts = ReadonlyMap<string, string>;

function partsOf(response: Received | string): Parts {
  if (typeof response === 'string') return new Map([['error', response]]);
  const { status, headers, body } = response;
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
  return new Map([
    ['status', String(status)],
    ...kept.map(([name, value]): [string, string] => [name, String(value)]),
    ['body', body],
  ]);
}
