import type { ProjectManifest } from './manifest.ts';
import { INSTALLATIONS, runCommand } from './package-manager.ts';
import type { ProjectOptions } from './project-options.ts';

/** The GitHub Actions workflow that runs the project's scripts. */
export function workflow({ scripts }: ProjectManifest, { packageManager }: ProjectOptions): string {
  const { prepare, install } = INSTALLATIONS[packageManager];
  const commands = ['typecheck', 'check', 'test']
    .filter((name) => name in scripts)
    .map((name) => `${runCommand(packageManager)} ${name}`);
  return `name: CI

on: [push, pull_request]

permissions:
  contents: read

jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
${[...(prepare === undefined ? [] : [prepare]), install, ...commands].map((command) => `      - run: ${command}\n`).join('')}`;
}
