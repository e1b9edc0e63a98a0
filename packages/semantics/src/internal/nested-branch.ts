/** @module Cold: what a nested query is made of while it is read, and what qs makes of pairs that contradict each other. */

/** What stands at a key: a value, or what is nested there. */
export type Node = string | Branch;

/** A list or an object in the making. A list may have gaps until it is finished. */
export class Branch {
  readonly entries: Map<string, Node> = new Map();
  isList: boolean;
  /**
   * The place of what is added without a key. Of an object it is -1 unless the object was a list: one that grew beyond the
   * limit, or one made of an object and a value that stood for the same.
   */
  next: number;
  /** Whether this list was made of an object and a value, and so stays one that is added to when it becomes an object. */
  isConflict = false;

  constructor(isList: boolean, next: number) {
    this.isList = isList;
    this.next = next;
  }

  /** A list of these, or an object with their places as keys when they are more than the limit. */
  static of(nodes: readonly Node[], arrayLimit: number): Branch {
    const branch = new Branch(nodes.length <= arrayLimit, 0);
    for (const node of nodes) branch.append(node);
    return branch;
  }

  set(key: string, node: Node): void {
    this.entries.set(key, node);
    if (this.next === -1) return;
    const place = Number(key);
    if (place >= this.next && String(place) === key) this.next = place + 1;
  }

  append(node: Node): void {
    this.entries.set(String(this.next++), node);
  }

  /** Makes an object of a list that has grown beyond the limit. */
  limit(arrayLimit: number): void {
    if (this.isList && this.entries.size > arrayLimit) this.isList = false;
  }

  /** Makes an object of a list that is given a key. */
  becomeObject(): void {
    if (!this.isList) return;
    this.isList = false;
    if (!this.isConflict) this.next = -1;
  }

  /** Lets an object be added to without a key, after the greatest number among its keys. */
  becomeOverflow(): void {
    if (this.next !== -1) return;
    this.next = 0;
    for (const [key, node] of this.entries) this.set(key, node);
  }

  /** The plain object, or the list without its gaps. */
  finish(): NestedContainer {
    if (this.isList) return this.inOrder().map(finished);
    const object: Record<string, NestedValue> = {};
    for (const [key, node] of this.entries) object[key] = finished(node);
    return object;
  }

  private inOrder(): Node[] {
    const keys = [...this.entries.keys()];
    const isSorted = keys.every((key, index) => index === 0 || Number(keys[index - 1]) < Number(key));
    if (isSorted) return [...this.entries.values()];
    return [...this.entries].sort(([a], [b]) => Number(a) - Number(b)).map(([, node]) => node);
  }
}

type NestedValue = string | NestedContainer;
type NestedContainer = NestedValue[] | { [name: string]: NestedValue };

function finished(node: Node): NestedValue {
  return typeof node === 'string' ? node : node.finish();
}

/** What becomes of `present` when a value, or a list of values, is given for the same. */
export function mergeLeaf(present: Node | undefined, leaf: Node, arrayLimit: number): Node {
  if (present === undefined) return leaf;
  if (typeof leaf === 'string') return mergeValue(present, leaf, arrayLimit);
  if (typeof present === 'string') return prepend(present, leaf, arrayLimit);
  const joinsLists = present.isList && leaf.isList;
  if (!joinsLists) present.becomeObject();
  if (!leaf.isList) present.becomeOverflow();
  for (const [key, value] of leaf.entries) {
    const before = present.entries.get(key);
    if (before === undefined) present.set(key, value);
    else if (joinsLists) present.append(value);
    else present.entries.set(key, mergeLeaf(before, value, arrayLimit));
  }
  present.limit(arrayLimit);
  return present;
}

function mergeValue(present: Node, value: string, arrayLimit: number): Node {
  if (value === '') return present;
  if (typeof present === 'string') return Branch.of([present, value], arrayLimit);
  if (present.next === -1) {
    const pair = Branch.of([present, value], arrayLimit);
    pair.isConflict = pair.isList;
    return pair;
  }
  present.append(value);
  present.limit(arrayLimit);
  return present;
}

/** A branch that begins with a value, every place moved by one. */
function prepend(value: string, branch: Branch, arrayLimit: number): Branch {
  if (!branch.isList && branch.next === -1) return Branch.of([value, branch], arrayLimit);
  const moved = new Branch(branch.isList && branch.next < arrayLimit, 0);
  moved.append(value);
  for (const [key, node] of branch.entries) moved.set(String(Number(key) + 1), node);
  return moved;
}
