/** @module What a form is made of. */

import type { NestedQuery } from '@nextpress/semantics/nested-query';

/** A plain object: the values of a form by name, texts, lists, and with `extended` objects of these. */
export type Form = NestedQuery;
