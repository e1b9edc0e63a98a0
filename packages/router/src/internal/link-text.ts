import { ARRAYED } from './char-code.ts';
import type { RouteNode } from './route-node.ts';

/** Puts a child that begins with a literal where the search looks for it. */
export function linkText<T>(parent: RouteNode<T>, child: RouteNode<T>): void {
  const code = child.text.charCodeAt(0);
  if (code >= ARRAYED) {
    parent.others ??= new Map();
    parent.others.set(code, child);
    return;
  }
  const { texts } = parent;
  if (texts.length === 0) parent.low = code;
  for (; parent.low > code; parent.low--) texts.unshift(undefined);
  while (texts.length <= code - parent.low) texts.push(undefined);
  texts[code - parent.low] = child;
}
