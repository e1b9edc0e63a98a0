/** @module The application settings that request and response helpers use. */

import { withDefaultCharset } from '@nextpress/semantics/content-type';
import { parseRangeLikeExpress } from '@nextpress/semantics/range';
import type { QueryParser } from './request-helpers.ts';

/** How `res.json` serializes. */
export interface JsonSettings {
  /** The argument of `JSON.stringify`. */
  readonly replacer:
    | ((this: unknown, key: string, value: unknown) => unknown)
    | (string | number)[]
    | undefined;
  /** The argument of `JSON.stringify`. */
  readonly spaces: string | number | undefined;
  /** Whether to escape `<`, `>` and `&`. */
  readonly escape: boolean;
}

/** Returns the entity tag of a body. `encoding` applies to strings, UTF-8 by default. */
export type EntityTagger = (content: string | Uint8Array, encoding?: BufferEncoding) => string;

/** The settings of the helpers of one application. Properties are replaced when a setting changes, never per request. */
export interface HelperSettings {
  /**
   * Whether an address is a trusted proxy. `hop` is 0 for the peer of the socket.
   * @defaultValue trusts no address
   */
  trustProxy: (address: string, hop: number) => boolean;
  /**
   * Whether to use `X-Forwarded-Host` from a trusted proxy. Most load balancers pass it on as the client sent it.
   * @defaultValue true, as in Express
   */
  usesForwardedHost: boolean;
  /**
   * How many labels at the end of a host name are not subdomains.
   * @defaultValue 2
   */
  subdomainOffset: number;
  /**
   * Parses `req.query`.
   * @defaultValue `undefined`: the flat parser of `@nextpress/semantics/query`
   */
  queryParser: QueryParser | undefined;
  /**
   * Returns the `ETag` of the bodies that `json` and `send` send.
   * @defaultValue `undefined`: no `ETag`
   */
  etag: EntityTagger | undefined;
  /**
   * How `res.json` serializes.
   * @defaultValue `undefined`: `JSON.stringify(value)`
   */
  json: JsonSettings | undefined;
  /**
   * The query parameter with the callback name for `res.jsonp`.
   * @defaultValue 'callback'
   */
  jsonpCallback: string;
  /**
   * What the helpers do where Express's differ.
   * @defaultValue that of `createServer()`
   */
  dialect: HelperDialect;
}

/**
 * Differences between the helpers of `createServer()`, Express 5 and Express 4. Chosen when an application is created.
 */
export interface HelperDialect {
  /** Whether to accept mistakes that Express ignores, such as unknown cookie options, or a promise in `res.json`. */
  readonly isLenient: boolean;
  /** Whether to omit the `code` of errors, which Express error handlers may mistake for a status. */
  readonly hidesCodes: boolean;
  /** Whether conditional headers are evaluated even if the response has neither `ETag` nor `Last-Modified`. */
  readonly evaluatesAll: boolean;
  /** Whether messages have all properties and prototypes of those of Express, which takes time. */
  readonly mimicsMessages: boolean;
  /** Parses `Range`: see `parseRangeLikeExpress` in `@nextpress/semantics/range`. */
  parseRange(header: string, size: number): ReturnType<typeof parseRangeLikeExpress>;
  /** Returns the `Content-Type` that `res.type` sets for a media type. */
  contentType(mediaType: string): string;
  /** Whether `res.send` adds the charset to its default type in a second step, visible to replaced response methods. */
  readonly addsCharsetLast: boolean;
  setNotModified(res: { statusCode: number; status(code: number): unknown }): void;
}

/**
 * The settings of the application, on the prototype of its requests and responses. Inside a mounted application with
 * other settings, they get an own property.
 */
export const SETTINGS: unique symbol = Symbol('nextpress.settings');

/** A request or response with a patched prototype. */
export interface WithSettings {
  [SETTINGS]: HelperSettings;
}

/**
 * Creates settings with default values.
 *
 * @example
 * import { defaultSettings } from '@nextpress/core';
 *
 * defaultSettings().subdomainOffset; // => 2
 */
export function defaultSettings(): HelperSettings {
  return {
    trustProxy: trustNone,
    usesForwardedHost: true,
    subdomainOffset: 2,
    queryParser: undefined,
    etag: undefined,
    json: undefined,
    jsonpCallback: 'callback',
    dialect: DEFAULT_DIALECT,
  };
}

const DEFAULT_DIALECT: HelperDialect = {
  isLenient: false,
  hidesCodes: false,
  evaluatesAll: false,
  mimicsMessages: false,
  parseRange: parseRangeLikeExpress,
  contentType: withDefaultCharset,
  addsCharsetLast: false,
  setNotModified: (res) => {
    res.status(304);
  },
};

function trustNone(): boolean {
  return false;
}
