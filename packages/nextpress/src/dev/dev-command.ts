import type { Command } from '../command-type.ts';
import { loadPackage } from '../load-application.ts';

const HELP = `nextpress dev [entry] [--host] [--port number] [--watch path] [--no-reload] [--inspect[=port]]

Runs an application and restarts it when a file changes that it has loaded. The port stays open: requests wait for the
new code, and none is lost. Errors are explained in the browser and in the terminal. TypeScript runs without set-up.

  [entry]      the module that exports the application or calls listen(); by default main of package.json, or the
               first of {src/,}{server,app,index}.{ts,js}
  --host       listens on all networks instead of this machine alone
  --port       the port of an application that is exported and does not call listen() (default PORT, or 3000)
  --watch      also restarts when this file changes, or any file in this folder: what the application reads without
               import, such as YAML, GraphQL and translations; may be given several times
  --no-reload  does not reload the pages that browsers show
  --inspect    lets a debugger attach to the application at this port (default 9229), also after a restart;
               --inspect-wait waits for it, and --inspect-brk stops at the first line as well`;

/** Node's own options, passed to the application's process. */
const INSPECT_OPTIONS = ['inspect', 'inspect-wait', 'inspect-brk'];

/** The part of `@nextpress/dev` that the command uses. */
interface DevPackage {
  dev(options: object): Promise<{ readonly closed: Promise<number> }>;
}

export const DEV: Command = {
  help: HELP,
  expected: 'at most one entry, such as src/server.ts',
  count: [0, 1],
  options: {
    host: { type: 'boolean' },
    port: { type: 'string' },
    watch: { type: 'string', multiple: true },
    'no-reload': { type: 'boolean' },
    ...Object.fromEntries(INSPECT_OPTIONS.map((name) => [name, { type: 'string' }])),
  },
  optionalValues: INSPECT_OPTIONS,
  async print([entry], { host, port, watch, 'no-reload': isStill, ...others }) {
    const { dev } = loadPackage<DevPackage>('@nextpress/dev', 'dev', entry);
    const options = {
      entry,
      host: host === true ? '0.0.0.0' : undefined,
      inspect: inspectOptionOf(others),
      port: port === undefined ? undefined : portOf(String(port)),
      reload: isStill !== true,
      watch,
    };
    const { closed } = await dev(options);
    return { text: undefined, code: await closed };
  },
};

function inspectOptionOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const name = INSPECT_OPTIONS.find((each) => values[each] !== undefined);
  if (name === undefined) return undefined;
  return `--${name}${values[name] === '' ? '' : `=${values[name]}`}`;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new Error(`Invalid --port: expected a number from 0 to 65535, got ${text}`);
}
