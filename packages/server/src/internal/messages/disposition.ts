/** @module `Content-Disposition` in the form of the Express version of an application. */
import { SETTINGS } from '@nextpress/core';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import type { Response } from '../../types/application.ts';

/** A file name that is a token; others are quoted. */
const TOKEN_NAME = /(?<=; filename=)[^";]+/;

/**
 * The value of `Content-Disposition` for a file name without directories. Express 4 quotes every name; those that it sends in Latin-1,
 * which Node garbles, have the form of version 5.
 */
export function dispositionOf(res: Response, filename: string | undefined): string {
  const value = formatContentDisposition(filename);
  return res[SETTINGS]?.expressVersion === 4 ? value.replace(TOKEN_NAME, '"$&"') : value;
}
