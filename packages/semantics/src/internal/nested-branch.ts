/** @module Cold: the nodes of a nested query while it is parsed, and how qs merges conflicting pairs. */

/** The value at a key, or the values nested there. */
export type Node = string | Branch;

/** A list or an object. A list may have gaps until `finish()`. */
export class Branch {
  readonly entries: Map<string, Node> = new Map();
  isList: boolean;
  /**
   * The index of the next value that is added without a key; -1 for objects. An object that used to be a list keeps the
   * index if the list exceeded the limit, or held an object and a value with the same name.
   */
  next: number;
  /** Whether this list holds an object and a value with the same name. It keeps `next` when it becomes an object. */
  isConflict = false;

  constructor(isList: boolean, next: number) {
    this.isList = isList;
    this.next = next;
  }

  /** Creates a list, or an object with the indexes as keys if there are more nodes than the limit. */
  static of(nodes: readonly Node[], arrayLimit: number): Branch {
    const branch = new Branch(nodes.length <= arrayLimit, 0);
    for (const node of nodes) branch.append(node);
    return branch;
  }

  set(key: string, node: Node): void {
    this.entries.set(key, node);
    if (this.next === -1) return;
    const index = Number(key);
    if (index >= this.next && String(index) === key) this.next = index + 1;
  }

  append(node: Node): void {
    this.entries.set(String(this.next++), node);
  }

  /** Converts a list that has grown beyond the limit to an object. */
  limit(arrayLimit: number): void {
    if (this.isList && this.entries.size > arrayLimit) this.isList = false;
  }

  /** Converts a list to an object, for a value with a key. */
  becomeObject(): void {
    if (!this.isList) return;
    this.isList = false;
    if (!this.isConflict) this.next = -1;
  }

  /** Allows adding values without a key to an object, after its greatest numeric key. */
  becomeOverflow(): void {
    if (this.next !== -1) return;
    this.next = 0;
    for (const [key, node] of this.entries) this.set(key, node);
  }

  /** Returns a plain object, or an array without gaps. */
  finish(): NestedContainer {
    if (this.isList) return this.inOrder().map(finishNode);
    const object: Record<string, NestedValue> = {};
    for (const [key, node] of this.entries) object[key] = finishNode(node);
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

function finishNode(node: Node): NestedValue {
  return typeof node === 'string' ? node : node.finish();
}

/** Merges a value or a list of values into the node at the same key. */
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

/** Inserts a value at the start of a branch. */
function prepend(value: string, branch: Branch, arrayLimit: number): Branch {
  if (!branch.isList && branch.next === -1) return Branch.of([value, branch], arrayLimit);
  const moved = new Branch(branch.isList && branch.next < arrayLimit, 0);
  moved.append(value);
  for (const [key, node] of branch.entries) moved.set(String(Number(key) + 1), node);
  return moved;
}
