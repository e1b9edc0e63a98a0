import type { Part } from './scenario.ts';

/** Records what runs. */
export type Recorder = (line: string) => void;

/** A request and its response, in the terms of one framework. */
export interface Exchange {
  /** Reads a request decoration. */
  get(name: string): unknown;
  set(name: string, value: string): void;
  send(text: string): void;
  next(error?: Error): void;
}

/** A failure of a scenario. */
class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** Records the call of a part and acts by calling functions. */
export function act(part: Part, record: Recorder, exchange: Exchange, locals: object, error?: Error): void {
  note(part, record, exchange, locals, error);
  if (part.action === 'send') exchange.send(`sent by ${part.name}`);
  else if (part.action === 'later') setImmediate(() => exchange.next());
  else if (part.action === 'fail') exchange.next(failureOf(part));
  else if (part.action === 'throw') throw failureOf(part);
  else exchange.next(error);
}

/** Records the call of a part and acts as an async function. @returns whether the request continues */
export async function actAsync(
  part: Part,
  record: Recorder,
  exchange: Exchange,
  locals: object,
  error?: Error,
): Promise<boolean> {
  note(part, record, exchange, locals, error);
  if (part.action === 'throw') throw failureOf(part);
  if (part.action !== 'next') await turn();
  if (part.action === 'fail') throw failureOf(part);
  if (part.action === 'rethrow') throw error;
  if (part.action === 'send') exchange.send(`sent by ${part.name}`);
  return part.action !== 'send';
}

/** Waits for another turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function failureOf({ name }: { readonly name: string }): Error {
  return new ScenarioError(`error of ${name}`);
}

/** The message of a scenario's own error; the errors of the frameworks have different words. */
export function describeError(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ScenarioError) return each.message;
  }
  return 'error of the framework';
}

function note(part: Part, record: Recorder, exchange: Exchange, locals: object, error?: Error): void {
  const { name, reads, sets, readsLocals } = part;
  const values = [
    ...reads.map((key) => `${key}=${read(exchange, key)}`),
    ...readsLocals.map((key) => `${key}=${Reflect.get(locals, key)}`),
  ];
  record([name, ...values, ...(error === undefined ? [] : [`(${describeError(error)})`])].join(' '));
  for (const [key, value] of Object.entries(sets)) exchange.set(key, value);
}

/** The value of a request decoration, or the message of the error that reading it throws. */
function read(exchange: Exchange, name: string): string {
  try {
    return String(exchange.get(name));
  } catch (error) {
    return `(${(error as Error).message})`;
  }
}
