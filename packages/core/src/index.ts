export { malformedTarget } from '@nextpress/semantics/http-error';
export type { Query } from '@nextpress/semantics/query';
export { pathnameOf } from './internal/request/target-state.ts';
export { encodeLocation } from './internal/response/location.ts';
export type { FailPayload } from './internal/response/payload-hook.ts';
export { checkNotPending, isPayloadPending, sendPayload } from './internal/response/payload-hook.ts';
export type { PatchOptions } from './patch-options.ts';
export { patchPrototypes } from './patch-prototypes.ts';
export { prepareRequest } from './prepare-request.ts';
export type { AskedRanges, Params, QueryParser, RequestHelpers } from './request-helpers.ts';
export type {
  CookieOptions,
  FieldValue,
  FormatHandler,
  ResponseHelpers,
  UrlLike,
} from './response-helpers.ts';
export type { JsonSerializer, Payload, PayloadHook, ResponseSlots } from './response-slots.ts';
export { JSON_SERIALIZER, PAYLOAD_HOOK } from './response-slots.ts';
export type { EntityTagger, HelperDialect, HelperSettings, JsonSettings } from './settings.ts';
export { defaultSettings, SETTINGS } from './settings.ts';
