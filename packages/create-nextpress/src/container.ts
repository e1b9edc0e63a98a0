/** @module The files for building a container image. */

import { basename, resolve } from 'node:path';
import { INSTALLATIONS, type PackageManager, runCommand } from './package-manager.ts';
import type { ProjectOptions } from './project-options.ts';
import type { Template } from './template.ts';

const IMAGE = 'node:24-slim';

export function containerFiles(template: Template, options: ProjectOptions): [string, string][] {
  return [
    ['Dockerfile', dockerfile(template, options)],
    ['.dockerignore', 'node_modules\ndist\ntest\n.git\n.env*\n*.log\n'],
  ];
}

function dockerfile({ hasClient }: Template, { folder, packageManager, language }: ProjectOptions): string {
  const image = basename(resolve(folder));
  const { production } = INSTALLATIONS[packageManager];
  const build = [
    `FROM ${IMAGE} AS build`,
    ...dependencyLines(packageManager),
    'COPY . .',
    `RUN ${runCommand(packageManager)} build`,
    '',
  ];
  const lines = [
    `# docker build -t ${image} . && docker run --rm -p 3000:3000 ${image}`,
    `# Needs the lock file, which ${packageManager} install creates.`,
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

/** Docker caches the layers of these lines until the dependencies change. */
function dependencyLines(packageManager: PackageManager, ...flags: string[]): string[] {
  const { prepare, lockFile, install } = INSTALLATIONS[packageManager];
  return [
    'WORKDIR /app',
    ...(prepare === undefined ? [] : [`RUN ${prepare}`]),
    `COPY package.json ${lockFile} ./`,
    `RUN ${[install, ...flags].join(' ')}`,
  ];
}
