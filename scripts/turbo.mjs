import { binOf, capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { plural, StepFailure } from './terminal.mjs';

/**
 * Runs tasks in all packages that have them; returns how many ran and how many were cached.
 *
 * @param {readonly string[]} tasks
 * @param {readonly string[]} [flags]
 */
export async function turbo(tasks, flags = []) {
  // turbo calls pnpm by name, from the PATH in this environment.
  const { env } = await pnpmCommand();
  const run = ['run', ...tasks, ...flags, '--output-logs=errors-only', '--ui=stream'];
  const { code, output } = await capture(process.execPath, [binOf('turbo'), ...run], {
    env: { ...env, TURBO_PRINT_VERSION_DISABLED: '1' },
  });
  if (code !== 0) throw new StepFailure(`${tasks.join(' and ')} failed`, onlyErrors(output));
  const total = Number(/Tasks:.*?(\d+) total/.exec(output)?.[1] ?? 0);
  const cached = Number(/Cached:\s+(\d+) cached/.exec(output)?.[1] ?? 0);
  return `${plural(total, 'task')}${cached === 0 ? '' : `, ${cached} cached`}`;
}

/** Removes turbo's own lines from the output of the tools. @param {string} output */
function onlyErrors(output) {
  const said = output
    .split('\n')
    .filter((line) => /^\S+:\S+: (?!cache (hit|miss)|\$ |\[ELIFECYCLE)/.test(line))
    .join('\n');
  return said === '' ? output : said;
}
