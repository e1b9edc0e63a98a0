export type { Listening } from './listen.ts';
export { closeServer, listen } from './listen.ts';
export { post, postChunks } from './post.ts';
export { clientSecret, connectSecurely, serverSecret } from './pre-shared-key.ts';
export type { ExchangeOptions, RawResponse } from './raw-exchange.ts';
export { exchange, parseResponses } from './raw-exchange.ts';
export { isFast, sameShape } from './v8.ts';
export type { WrittenFirst } from './write-first.ts';
export { writeFirst } from './write-first.ts';
