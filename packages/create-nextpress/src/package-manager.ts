/** The package manager used in the project's commands. */
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;

/** The package manager whose `create` command is running. */
export function detectPackageManager(userAgent = ''): PackageManager {
  return PACKAGE_MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm';
}

/** The command that runs a script. Without `run`, `yarn check` and `bun test` would be built-in commands. */
export function runCommand(packageManager: PackageManager): string {
  return `${packageManager} run`;
}

/** How an image or a CI runner installs the project's dependencies. */
interface Installation {
  /** Installs the package manager itself. Node images and CI runners have npm and Yarn 1. */
  readonly prepare?: string;
  /** The lock file, and for pnpm also its settings. */
  readonly lockFile: string;
  readonly install: string;
  /** The flag that omits development dependencies. */
  readonly production: string;
}

export const INSTALLATIONS: Readonly<Record<PackageManager, Installation>> = {
  npm: {
    lockFile: 'package-lock.json',
    install: 'npm ci',
    production: '--omit=dev',
  },
  pnpm: {
    prepare: 'npm install --global pnpm',
    lockFile: 'pnpm-*.yaml',
    install: 'pnpm install --frozen-lockfile',
    production: '--prod',
  },
  yarn: {
    lockFile: 'yarn.lock',
    install: 'yarn install --frozen-lockfile',
    production: '--production',
  },
  bun: {
    prepare: 'npm install --global bun',
    lockFile: 'bun.lock',
    install: 'bun install --frozen-lockfile',
    production: '--production',
  },
};
