/** The package manager whose commands the project names. */
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;

/** The package manager whose `create` command runs. */
export function detectPackageManager(userAgent = ''): PackageManager {
  return PACKAGE_MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm';
}

/** How a script is run with a package manager. Without `run`, `yarn check` and `bun test` are commands of their own. */
export function runCommand(packageManager: PackageManager): string {
  return `${packageManager} run`;
}

/** How an image or a CI runner installs the dependencies of a project. */
interface Installation {
  /** Installs the package manager itself. Images of Node and CI runners have npm and Yarn 1. */
  readonly prepare?: string;
  /** The lock file, and for pnpm also its settings. */
  readonly lockFile: string;
  readonly install: string;
  /** What leaves development dependencies out. */
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
