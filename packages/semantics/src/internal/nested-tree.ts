/** @module Cold: merges the pairs of a nested query into one tree, as qs does. */

import { Branch, mergeLeaf, type Node } from './nested-branch.ts';
import type { Step } from './nested-path.ts';

/** A step and its container: an object, a list, or an object replacing a list that would be too long. */
interface Level {
  readonly key: string;
  readonly kind: 'object' | 'list' | 'overflow';
}

const ROOT = '';

/** The pairs of one query. */
export class NestedTree {
  private readonly arrayLimit: number;
  /** Contains only the root, so that the root is merged like any other branch. */
  private readonly top = new Branch(false, -1);
  private readonly root = new Branch(false, -1);

  constructor(arrayLimit: number) {
    this.arrayLimit = arrayLimit;
    this.top.set(ROOT, this.root);
  }

  /** Adds the value of a name, or the values of a repeated name. */
  add(steps: readonly Step[], value: string | readonly string[]): void {
    const { arrayLimit } = this;
    const isOne = typeof value === 'string' && !isNextIndex(steps.at(-1));
    const leaf = isOne ? value : Branch.of([value].flat(), arrayLimit);
    const levels = levelsOf(steps, !isOne, arrayLimit);
    let branch = this.top;
    let key = ROOT;
    for (const [index, level] of levels.entries()) {
      const holdsBranch = !isOne || index < levels.length - 1;
      const inner = enter(branch, key, level, arrayLimit, holdsBranch);
      key = inner.key;
      branch = inner.branch;
      // Ignore a key that would change the prototype, with everything below it.
      if (key === '__proto__') return;
    }
    branch.set(key, mergeLeaf(branch.entries.get(key), leaf, arrayLimit));
    branch.limit(arrayLimit);
  }

  finish(): ReturnType<Branch['finish']> {
    return this.root.finish();
  }
}

function isNextIndex(step: Step | undefined): boolean {
  return step?.listed === true && step.key === '';
}

/** Returns the levels of a name. A `[]` directly before a list is merged with that list. */
function levelsOf(steps: readonly Step[], leafIsList: boolean, arrayLimit: number): Level[] {
  const levels: Level[] = [];
  let holdsList = leafIsList;
  for (const step of steps.toReversed()) {
    if (holdsList && isNextIndex(step)) continue;
    const index = step.listed ? Number(step.key) : -1;
    const kind = index === -1 ? 'object' : index < arrayLimit ? 'list' : 'overflow';
    levels.push({ key: kind === 'object' ? step.key : String(index), kind });
    holdsList = kind !== 'object';
  }
  return levels.reverse();
}

/**
 * Returns the branch at `key` of `outer` and the level's key in that branch. Creates the branch, or converts an
 * existing value.
 */
function enter(
  outer: Branch,
  key: string,
  level: Level,
  arrayLimit: number,
  holdsBranch: boolean,
): { branch: Branch; key: string } {
  const present = outer.entries.get(key);
  if (present instanceof Branch) {
    const inner = convert(present, level, holdsBranch);
    return { branch: present, key: inner };
  }
  const made = new Branch(level.kind === 'list', level.kind === 'object' ? -1 : 0);
  if (present === undefined) {
    outer.set(key, made);
    outer.limit(arrayLimit);
    return { branch: made, key: level.key };
  }
  if (level.kind === 'object') {
    outer.set(key, Branch.of([present, made], arrayLimit));
    return { branch: made, key: level.key };
  }
  // The existing value takes the first index, and the others move up by one.
  const index = Number(level.key) + 1;
  made.isList &&= index < arrayLimit;
  made.append(present);
  outer.set(key, made);
  return { branch: made, key: String(index) };
}

function convert(present: Branch, level: Level, holdsBranch: boolean): string {
  if (present.isList && level.kind === 'list') {
    const occupant: Node | undefined = present.entries.get(level.key);
    const isFree = occupant === undefined || (occupant instanceof Branch && holdsBranch);
    return isFree ? level.key : String(present.next);
  }
  present.becomeObject();
  if (level.kind === 'overflow') present.becomeOverflow();
  return level.key;
}
