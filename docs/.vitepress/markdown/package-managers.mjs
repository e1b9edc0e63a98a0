import { tabs } from './code-tabs.mjs';

/**
 * The npm commands used on the pages, translated to other package managers. `$1` is the rest of the command.
 *
 * @type {readonly { name: string, commands: readonly [RegExp, string][] }[]}
 */
const OTHERS = [
  {
    name: 'pnpm',
    commands: [
      [/^npm install (?:--save-dev|-D) (.+)$/, 'pnpm add -D $1'],
      [/^npm install (.+)$/, 'pnpm add $1'],
      [/^npm install$/, 'pnpm install'],
      [/^npm create (.+?)(?: --( .+))?$/, 'pnpm create $1$2'],
      [/^npm run (.+)$/, 'pnpm $1'],
      [/^npx (.+)$/, 'pnpm exec $1'],
    ],
  },
  {
    name: 'yarn',
    commands: [
      [/^npm install (?:--save-dev|-D) (.+)$/, 'yarn add -D $1'],
      [/^npm install (.+)$/, 'yarn add $1'],
      [/^npm install$/, 'yarn'],
      [/^npm create (\S+?)(?:@latest)?( .+?)?(?: --( .+))?$/, 'yarn create $1$2$3'],
      [/^npm run (.+)$/, 'yarn $1'],
      [/^npx (.+)$/, 'yarn $1'],
    ],
  },
  {
    name: 'bun',
    commands: [
      [/^npm install (?:--save-dev|-D) (.+)$/, 'bun add -d $1'],
      [/^npm install (.+)$/, 'bun add $1'],
      [/^npm install$/, 'bun install'],
      [/^npm create (.+?)(?: --( .+))?$/, 'bun create $1$2'],
      [/^npm run (.+)$/, 'bun run $1'],
      [/^npx (.+)$/, 'bunx $1'],
    ],
  },
];

/** Lines that are the same for every package manager. */
const NEUTRAL = /^(?:cd .+|#.*)?$/;

/**
 * Shows npm commands that install or create something as tabs for npm, pnpm, Yarn and Bun.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function packageManagers(md) {
  md.core.ruler.after('block', 'package-managers', (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      if (token.type !== 'fence' || token.info.trim() !== 'sh') return [token];
      const variants = variantsOf(token.content);
      if (variants === undefined) return [token];
      const blocks = variants.map(({ name, code }) =>
        Object.assign(new state.Token('fence', 'code', 0), {
          ...{ content: code, info: `sh [${name}]`, markup: token.markup, map: token.map, block: true },
        }),
      );
      return tabs(state, blocks);
    });
  });
}

/**
 * Returns the commands for each package manager, or undefined if a line cannot be translated.
 *
 * @param {string} code
 * @returns {{ name: string, code: string }[] | undefined}
 */
export function variantsOf(code) {
  if (!/^npm (?:install|create)\b/m.test(code)) return undefined;
  const variants = [{ name: 'npm', code }];
  for (const { name, commands } of OTHERS) {
    const lines = [];
    for (const line of code.split('\n')) {
      const command = commands.find(([pattern]) => pattern.test(line));
      if (command === undefined && !NEUTRAL.test(line)) return undefined;
      lines.push(command === undefined ? line : line.replace(...command));
    }
    variants.push({ name, code: lines.join('\n') });
  }
  return variants;
}
