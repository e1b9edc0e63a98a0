/** @module Collects the parts of a form. */

import type { FieldPart } from './part.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Storage } from './storage.ts';

/** A field, or the value of a stored file. */
export interface FormEntry {
  readonly name: string;
  readonly value: unknown;
  readonly isFile: boolean;
}

/** Reads a form to its end. If that fails, the storage removes the files already stored. */
export async function collectForm(
  parts: AsyncGenerator<FieldPart | ReceivedFile, void, undefined>,
  storage: Storage,
): Promise<FormEntry[]> {
  const entries: FormEntry[] = [];
  try {
    for await (const part of parts) {
      const isFile = part.kind === 'file';
      entries.push({
        name: part.fieldName,
        value: isFile ? await storage.store(part) : part.value,
        isFile,
      });
    }
    return entries;
  } catch (error) {
    await storage.remove?.(toList(entries));
    throw error;
  }
}

/** Groups values by name: a repeated name becomes an array. Brackets in names have no meaning. */
export function toBody(entries: readonly FormEntry[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const { name, value } of entries) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(Array.from(values, ([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** Returns the values of the files. */
export function toList(entries: readonly FormEntry[]): unknown[] {
  return entries.flatMap(({ isFile, value }) => (isFile ? [value] : []));
}

/** Returns the form as a `FormData`. Results of a storage function become strings unless they are blobs. */
export function toFormData(entries: readonly FormEntry[]): FormData {
  const form = new FormData();
  for (const { name, value } of entries) form.append(name, value as string | Blob);
  return form;
}
