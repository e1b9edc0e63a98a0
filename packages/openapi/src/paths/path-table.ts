import type { OpenApiOperation, OpenApiPathItem } from '../document-types.ts';
import type { PathTemplate } from './path-templates.ts';

/** How specific an operation's documentation is. For the same method and path, the more specific one wins. */
export const UNDOCUMENTED = 0;
export const DOCUMENTED_FOR_ALL = 1;
export const DOCUMENTED = 2;

interface Described {
  readonly operation: OpenApiOperation;
  readonly rank: number;
}

/** A path in the document. */
export class DocumentPath {
  readonly path: string;
  /** The names of its params. */
  readonly names: readonly string[];
  readonly #operations = new Map<string, Described>();

  constructor({ path, params }: PathTemplate) {
    this.path = path;
    this.names = params.map(({ name }) => name);
  }

  /** @returns `false` if an existing operation is at least as specific */
  add(method: string, operation: OpenApiOperation, rank: number): boolean {
    const known = this.#operations.get(method);
    if (known !== undefined && known.rank >= rank) return known.rank !== rank || rank !== DOCUMENTED;
    this.#operations.set(method, { operation, rank });
    return true;
  }

  item(): OpenApiPathItem {
    return Object.fromEntries([...this.#operations].map(([method, { operation }]) => [method, operation]));
  }
}

/** The paths of a document. In OpenAPI, paths that differ only in param names are equal. */
export class PathTable {
  readonly #paths = new Map<string, DocumentPath>();

  /** Returns the path that equals the template, or adds one. The first template added determines the param names. */
  get(template: PathTemplate): DocumentPath {
    const key = template.path.replace(/\{[^{}]*\}/g, '{}');
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    const path = new DocumentPath(template);
    this.#paths.set(key, path);
    return path;
  }

  toObject(): Record<string, OpenApiPathItem> {
    const items = [...this.#paths.values()].map((each) => [each.path, each.item()] as const);
    return Object.fromEntries(items.filter(([, item]) => Object.keys(item).length > 0));
  }
}
