export { type InjectedCookie, type InjectedResponse, type InjectRequest, inject } from './inject.ts';
export { exchange } from './memory-exchange.ts';
export { checkApplication, type MemoryRequest, type RequestListener } from './memory-request.ts';
export type { ResponseHead, ResponseSink } from './memory-socket.ts';
