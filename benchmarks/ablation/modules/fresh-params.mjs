// In the place of router/internal/static-table: every match gets params of its own.
import { StaticTable as SharingTable } from '../../../packages/router/src/internal/static-table.ts';

export * from '../../../packages/router/src/internal/static-table.ts';

/**
 * @template T
 * @extends {SharingTable<T>}
 */
export class StaticTable extends SharingTable {
  /**
   * @override
   * @type {SharingTable<T>['find']}
   */
  find(path) {
    const match = super.find(path);
    if (match !== undefined) /** @type {{ params: object }} */ (match).params = {};
    return match;
  }
}
