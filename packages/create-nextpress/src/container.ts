/** @module The files from which Docker and the like build an image. */

import { nameOf, runCommand } from './manifest.ts';
import type { PackageManager, ProjectOptions } from './project-options.ts';
import type { Template } from './template.ts';

const IMAGE = 'node:24-slim';

/** How an image gets the dependencies of a project. */
interface Installation {
  /** A command for a package manager that the image of Node does not have, which has npm and Yarn 1. */
  readonly prepare?: string;
  /** The lock file, and for pnpm also its settings. */
  readonly lockFile: string;
  readonly install: string;
  /** What leaves development dependencies out. */
  readonly production: string;
}

const INSTALLATIONS: Readonly<Record<PackageManager, Installation>> = {
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

export function containerFiles(template: Template, options: ProjectOptions): [string, string][] {
  return [
    ['Dockerfile', dockerfile(template, options)],
    ['.dockerignore', 'node_modules\ndist\ntest\n.git\n.env*\n*.log\n'],
  ];
}

function dockerfile({ hasClient }: Template, { folder, packageManager, language }: ProjectOptions): string {
  const { production } = INSTALLATIONS[packageManager];
  const build = [
    `FROM ${IMAGE} AS build`,
    ...dependencyLines(packageManager),
    'COPY . .',
    `RUN ${runCommand(packageManager)} build`,
    '',
  ];
  const lines = [
    `# docker build -t ${nameOf(folder)} . && docker run --rm -p 3000:3000 ${nameOf(folder)}`,
    `# It needs the lock file that ${packageManager} install writes.`,
    ...(hasClient ? build : []),
    `FROM ${IMAGE}`,
    ...dependencyLines(packageManager, production),
    'COPY . .',
    ...(hasClient ? ['COPY --from=build /app/dist dist'] : []),
    'USER node',
    'ENV NODE_ENV=production PORT=3000',
    'EXPOSE 3000',
    `CMD ["node", "src/server.${language}"]`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Docker keeps the layer of these lines until the dependencies change. */
function dependencyLines(packageManager: PackageManager, ...flags: string[]): string[] {
  const { prepare, lockFile, install } = INSTALLATIONS[packageManager];
  return [
    'WORKDIR /app',
    ...(prepare === undefined ? [] : [`RUN ${prepare}`]),
    `COPY package.json ${lockFile} ./`,
    `RUN ${[install, ...flags].join(' ')}`,
  ];
}
