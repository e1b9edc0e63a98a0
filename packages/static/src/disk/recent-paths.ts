/**
 * @module Hot: the paths that were looked at in the last seconds. The kernel has their names, and of small files the content, in
 * memory: to look again takes microseconds, and a trip through the thread pool takes tens of them.
 *
 * Nothing is kept here that an answer is made of: every request asks the disk, and this says only how.
 */

import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { isLocalDevice } from './local-devices.ts';

/** What was seen there: nothing, a file that was opened, or one that was read whole. */
export type Sight = 'nothing' | 'opened' | 'read';

/** A path is forgotten when nobody has asked for it during one to two of these, in milliseconds. */
const GENERATION = 5_000;

/** Paths in a generation, at most: beyond it the next one begins. */
const MOST = 2_048;

/** Names on the way to look at; what is missing further down isn't remembered. */
const DEEPEST = 6;

const QUIET = { throwIfNoEntry: false } as const;

let young = new Map<string, Sight>();
let old = new Map<string, Sight>();
let bornAt = 0;

/** What was seen at a path lately. */
export function recentSight(path: string): Sight | undefined {
  const now = performance.now();
  if (now - bornAt > GENERATION) nextGeneration(now);
  return sightAt(path);
}

/**
 * Whether a directory on the way to a path was missing lately.
 *
 * @param prefix - of the paths of all names, with a separator at its end
 */
export function isBelowNothing(prefix: string, names: readonly string[]): boolean {
  const depth = Math.min(names.length - 1, DEEPEST);
  let path = prefix;
  for (let index = 0; index < depth; index++) {
    path += names[index];
    if (sightAt(path) === 'nothing') return true;
    path += sep;
  }
  return false;
}

function sightAt(path: string): Sight | undefined {
  const sight = young.get(path);
  if (sight !== undefined) return sight;
  const before = old.get(path);
  if (before !== undefined) remember(path, before);
  return before;
}

/** Whether there is nothing there. Synchronous: for a path that there was nothing at a moment ago. */
export function isNothing(path: string): boolean {
  try {
    return statSync(path, QUIET) === undefined;
  } catch {
    return false;
  }
}

/** A file was opened or read. What lies on a network isn't remembered: that may be slow at any time. */
export function sawFile(path: string, device: number, sight: 'opened' | 'read'): void {
  if (isLocalDevice(device, path)) remember(path, sight);
}

/** Nothing was found. What is remembered is the first name on the way that is missing; the kernel has just looked there. */
export function sawNothing(prefix: string, names: readonly string[]): void {
  let parent = prefix;
  for (const name of names.slice(0, DEEPEST)) {
    const stats = lookAt(parent);
    if (stats === undefined || !isLocalDevice(stats.dev, parent)) return;
    const path = parent + name;
    if (isNothing(path)) {
      remember(path, 'nothing');
      return;
    }
    parent = path + sep;
  }
}

function lookAt(path: string): { readonly dev: number } | undefined {
  try {
    return statSync(path, QUIET);
  } catch {
    return undefined;
  }
}

function remember(path: string, sight: Sight): void {
  if (young.size >= MOST) nextGeneration(performance.now());
  young.set(path, sight);
}

function nextGeneration(now: number): void {
  // After a pause nothing is recent.
  old = now - bornAt > 2 * GENERATION ? new Map() : young;
  young = new Map();
  bornAt = now;
}
