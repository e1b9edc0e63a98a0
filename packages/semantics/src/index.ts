// biome-ignore-all lint/performance/noReExportAll: built as one file, and bundlers drop what nothing imports
/** @module All modules of this package in one file, which other packages load. */

export * from './body-writer.ts';
export * from './content-disposition.ts';
export * from './content-type.ts';
export * from './cookie.ts';
export * from './entity-tag.ts';
export * from './exchange-end.ts';
export * from './forwarded.ts';
export * from './host.ts';
export * from './html.ts';
export * from './http-date.ts';
export * from './http-error.ts';
export * from './local-client.ts';
export * from './media-type.ts';
export * from './negotiation.ts';
export * from './nested-query.ts';
export * from './optional-package.ts';
export * from './options.ts';
export * from './preconditions.ts';
export * from './preferences.ts';
export * from './query.ts';
export * from './range.ts';
export * from './request-body.ts';
export * from './request-target.ts';
export * from './sent-bytes.ts';
export * from './signed-cookie.ts';
export * from './standard-json-schema.ts';
export * from './thenable.ts';
export * from './thrown-value.ts';
export * from './trust.ts';
export * from './vary.ts';
export * from './web-response.ts';
