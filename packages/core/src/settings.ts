/** @module What an application's settings are to the helpers of its requests and responses. */

import type { QueryParser } from './request-helpers.ts';

/** What `res.json` gives `JSON.stringify` beside the value, and whether it escapes the text for HTML. */
export interface JsonSettings {
  /** As `JSON.stringify` takes it. */
  readonly replacer:
    | ((this: unknown, key: string, value: unknown) => unknown)
    | (string | number)[]
    | undefined;
  /** As `JSON.stringify` takes it. */
  readonly spaces: string | number | undefined;
  /** Whether `<`, `>` and `&` are written as escapes. */
  readonly escape: boolean;
}

/** Makes the entity tag of a content; a text is sent in `encoding`, UTF-8 when none is given. */
export type EntityTagger = (content: string | Uint8Array, encoding?: BufferEncoding) => string;

/**
 * What the helpers of one application's messages go by: one object per application, of one shape. Fields are replaced when a
 * setting changes, never per request.
 */
export interface HelperSettings {
  /**
   * Whether the peer at an address may say for whom it asks. `hop` counts from 0, the socket's own peer.
   * @defaultValue nobody may
   */
  trustProxy: (address: string, hop: number) => boolean;
  /**
   * How many labels of a host name, from its end, aren't subdomains.
   * @defaultValue 2
   */
  subdomainOffset: number;
  /**
   * Reads `req.query`.
   * @defaultValue `undefined`: the flat parser of `@nextpress/semantics/query`
   */
  queryParser: QueryParser | undefined;
  /**
   * Makes the `ETag` of what `json` and `send` answer.
   * @defaultValue `undefined`: they send none
   */
  etag: EntityTagger | undefined;
  /**
   * How `res.json` writes.
   * @defaultValue `undefined`: `JSON.stringify(value)` alone
   */
  json: JsonSettings | undefined;
  /**
   * The name of the parameter that `res.jsonp` reads.
   * @defaultValue 'callback'
   */
  jsonpCallback: string;
  /**
   * The version of Express that the application behaves like.
   * @defaultValue `undefined`: none, where the two differ
   */
  expressVersion: ExpressVersion | undefined;
}

/** A major version of Express. */
export type ExpressVersion = 4 | 5;

/**
 * Where a message keeps the settings of its application: on its prototype; as an own property while it is inside a mounted
 * application with other settings.
 */
export const SETTINGS: unique symbol = Symbol('nextpress.settings');

/** A message whose prototype is patched. */
export interface WithSettings {
  [SETTINGS]: HelperSettings;
}

/**
 * New settings, all of them at their defaults.
 *
 * @example
 * import { defaultSettings } from '@nextpress/core';
 *
 * defaultSettings().subdomainOffset; // => 2
 */
export function defaultSettings(): HelperSettings {
  return {
    trustProxy: trustNobody,
    subdomainOffset: 2,
    queryParser: undefined,
    etag: undefined,
    json: undefined,
    jsonpCallback: 'callback',
    expressVersion: undefined,
  };
}

function trustNobody(): boolean {
  return false;
}
