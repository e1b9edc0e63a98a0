import type { NestedQuery } from '@nextpress/semantics/nested-query';

/** The values of a form by name: strings, arrays and, with `extended`, objects. */
export type Form = NestedQuery;
