import type { ServerResponse } from 'node:http';
import type { ContentsOf, PartOf } from './schemas.ts';

/** What a handler of a route with schemas may return: anything, if there is no schema for responses. */
export type ReturnedBy<Schema> = Returned<ContentsOf<PartOf<Schema, 'response'>>>;

type Returned<Contents> = unknown extends Contents ? unknown : Sent<Contents> | Promise<Sent<Contents>>;

// biome-ignore lint/suspicious/noConfusingVoidType: functions may end without a value.
type Sent<Contents> = Contents[keyof Contents] | ServerResponse | globalThis.Response | void;
