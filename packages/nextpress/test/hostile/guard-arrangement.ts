import fc from 'fast-check';
import {
  type Application,
  createServer,
  Router,
  type ServerOptions,
  type StaticOptions,
  serveStatic,
} from '../../src/index.ts';

type Place = Application | ReturnType<typeof Router>;

/** How an application arranges a guard before files. */
export interface GuardArrangement {
  /** Prefixes of the mounts around the files, outermost first. */
  readonly mounts: readonly string[];
  /** What is mounted; nothing if the prefixes are written out. */
  readonly nesting: 'written out' | 'routers' | 'applications';
  /** Whether the guard is registered next to the files, or before the outermost mount. */
  readonly guardIsInside: boolean;
  readonly guard: 'use' | 'all';
  /** How the guard's prefix is spelled. */
  readonly prefix: string;
  readonly server: ServerOptions;
  readonly files: StaticOptions;
  /** Whether there is a second root, which is searched first. */
  readonly hasTheme: boolean;
}

export const guardArrangements: fc.Arbitrary<GuardArrangement> = fc.record({
  mounts: fc.array(fc.constantFrom('/files', '/a%20b', '/é', '/%41', '/v1.0'), { maxLength: 2 }),
  nesting: fc.constantFrom('written out', 'routers', 'applications'),
  guardIsInside: fc.boolean(),
  guard: fc.constantFrom('use', 'all'),
  prefix: fc.constantFrom('/admin', '/admin/', '/%61dmin', '/%61%64min/'),
  server: fc.record({ caseSensitive: fc.boolean(), strict: fc.boolean() }),
  files: fc
    .tuple(
      fc.record({
        dotfiles: fc.constantFrom('ignore', 'allow', 'deny'),
        extensions: fc.constantFrom([], ['txt']),
        fallthrough: fc.boolean(),
        redirect: fc.boolean(),
        precompressed: fc.constantFrom([], ['br', 'gzip']),
      }),
      fc.constantFrom({}, { list: true }, { snapshot: true }),
      fc.constantFrom({}, { fallback: 'public.txt' }),
    )
    .map((options) => Object.assign({}, ...options)),
  hasTheme: fc.boolean(),
});

/**
 * The guard lets every request pass and sets the response header `X-Guarded`.
 *
 * @param theme - the second root
 */
export function guardedApplication(
  arrangement: GuardArrangement,
  root: string,
  theme: string,
  more: ServerOptions,
): Application {
  const { mounts, nesting, guardIsInside, prefix } = arrangement;
  const outer = createServer({ logError: () => {}, ...arrangement.server, ...more });
  const base = mounts.join('');
  const files = serveStatic(arrangement.hasTheme ? [theme, root] : root, arrangement.files);
  if (nesting === 'written out') {
    addGuard(outer, arrangement, base + prefix);
    return outer.use(base || '/', files);
  }
  if (!guardIsInside) addGuard(outer, arrangement, base + prefix);
  let place: Place = outer;
  for (const mount of mounts) {
    const inner = nesting === 'routers' ? Router() : createServer(arrangement.server);
    place.use(mount, inner);
    place = inner;
  }
  if (guardIsInside) addGuard(place, arrangement, prefix);
  place.use(files);
  return outer;
}

function addGuard(place: Place, { guard }: GuardArrangement, prefix: string): void {
  if (guard === 'use') place.use(prefix, mark);
  else place.all(`${prefix.replace(/\/$/, '')}{/*}`, mark);
}

const mark = (
  _req: unknown,
  res: { setHeader(name: string, value: string): unknown },
  next: () => void,
): void => {
  res.setHeader('X-Guarded', '1');
  next();
};
