/** @module Cold: the routes of mounted routers and applications, which belong to the scope that mounts them. */

import type { PathRules } from '../path/path-matcher.ts';
import { branchesOf } from '../path/path-matcher.ts';
import { LAYER_PATH, type StackLayer } from '../registration/layer.ts';
import { type Registry, registryOf } from '../registration/registry.ts';
import { type Row, readTable } from '../registration/route-table.ts';

/** The table rows of what a layer mounts. Routers of another copy of this package count as plain functions. */
export function readMounted(layer: StackLayer, { routeHooks, rules }: Registry): readonly Row[] {
  const rows = readTable({ layers: [layer], routeHooks, rules });
  return rows.filter(({ mounts }) => mounts.every((mount) => registryOf(mount.layer.handle)));
}

/** How the paths of a route begin. */
interface Start {
  readonly text: string;
  readonly isLiteral: boolean;
}

/** How the paths of a route begin, one entry per path in a list. Case-insensitive text is not part of it. */
export function startsOf(row: Row, { caseSensitive }: PathRules): readonly Start[] {
  let starts: readonly Start[] = [{ text: '', isLiteral: true }];
  for (const { layer, registry } of [...row.mounts, row]) {
    const { matcher } = layer[LAYER_PATH];
    if (matcher === undefined) continue;
    const isSameText = !caseSensitive || registry.rules.caseSensitive;
    starts = starts.flatMap((start) => {
      if (!start.isLiteral || !isSameText) return [{ ...start, isLiteral: false }];
      return branchesOf(matcher).map(({ literalStart, isLiteral }) => ({
        text: start.text + literalStart,
        isLiteral,
      }));
    });
  }
  return starts;
}

/** A router pattern that matches at least all paths that begin this way. */
export function widePattern({ text, isLiteral }: Start, { strict }: PathRules): string {
  const escaped = text.replace(/[^\w/%.~-]/g, '\\$&');
  return isLiteral && !strict ? escaped || '/' : `${escaped}{*rest}`;
}
