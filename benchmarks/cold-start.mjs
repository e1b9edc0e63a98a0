// Measures the CPU time of a new process until its first response: `node benchmarks/cold-start.mjs [rounds]`. The programs are
// servers, and handlers of events as AWS Lambda calls them; bundled programs are one minified file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import module from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { build } from 'esbuild';

const rounds = Number(process.argv[2] ?? 25);

const HELLO = `{ hello: 'world' }`;
const SERVERLESS = `import serverless from 'serverless-http'; export const handler = serverless(app);`;
const LISTEN = 'const server = app.listen(0, () => listening(server));';

/** @type {Record<string, { app: string, serve: string, handle: string }>} */
const FRAMEWORKS = {
  'node:http': {
    app: `import { createServer } from 'node:http';
      const app = createServer((req, res) => {
        const body = JSON.stringify(${HELLO});
        res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
        res.end(body);
      });`,
    serve: LISTEN,
    handle: SERVERLESS,
  },
  Fastify: {
    app: `import fastify from 'fastify';
      const app = fastify();
      app.get('/', async () => (${HELLO}));`,
    serve: 'await app.listen({ port: 0 }); listening(app.server);',
    handle: SERVERLESS,
  },
  Hono: {
    app: `import { Hono } from 'hono';
      const app = new Hono();
      app.get('/', (c) => c.json(${HELLO}));`,
    serve: `import { serve } from '@hono/node-server';
      const server = serve({ fetch: app.fetch, port: 0 }, () => listening(server));`,
    handle: `import { handle } from 'hono/aws-lambda'; export const handler = handle(app);`,
  },
  Express: {
    app: `import express from 'express';
      const app = express();
      app.get('/', (req, res) => { res.json(${HELLO}); });`,
    serve: LISTEN,
    handle: SERVERLESS,
  },
  Nextpress: {
    app: `import { createServer } from 'nextpress';
      const app = createServer();
      app.get('/', (req, res) => res.json(${HELLO}));`,
    serve: LISTEN,
    handle: SERVERLESS,
  },
};

const EVENT = JSON.stringify({
  version: '2.0',
  rawPath: '/',
  rawQueryString: '',
  headers: { host: 'localhost' },
  isBase64Encoded: false,
  requestContext: { domainName: 'localhost', http: { method: 'GET', path: '/', sourceIp: '127.0.0.1' } },
});

const REPORT = `const report = () => {
    const { user, system } = process.cpuUsage();
    process.stdout.write((user + system) + '\\n', () => process.exit());
  };`;
/** The parent closes stdin when it has the response. */
const SERVER = `${REPORT}
  const listening = (server) => {
    process.stdout.write(server.address().port + '\\n');
    process.stdin.once('end', report).resume();
  };`;
const INVOCATION = `${REPORT}
  const { statusCode, body } = await handler(${EVENT}, {});
  if (statusCode !== 200 || body !== '{"hello":"world"}') throw new Error(body);
  report();`;

const folder = await mkdtemp(join(import.meta.dirname, 'node_modules/.cold-start-'));

/** Takes effect on Node ≥ 22. */
const CACHED = {
  ...{ name: 'server', title: 'server, with `NODE_COMPILE_CACHE`', isBundled: false },
  env: { NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
};
/** @type {{ name: string, title: string, isBundled: boolean, isHandler?: boolean, env?: NodeJS.ProcessEnv }[]} */
const SHAPES = [
  { name: 'server', title: 'server', isBundled: false },
  ...('enableCompileCache' in module ? [CACHED] : []),
  { name: 'bundle', title: 'bundled server', isBundled: true },
  { name: 'handler', title: 'bundled handler, as on AWS Lambda', isBundled: true, isHandler: true },
];

/** @param {string} framework @param {typeof SHAPES[number]} shape */
function fileOf(framework, { name }) {
  return join(folder, `${framework.replace(':', '-')}-${name}.mjs`);
}

/** @param {string} framework @param {typeof SHAPES[number]} shape */
async function write(framework, shape) {
  const { app = '', serve, handle } = FRAMEWORKS[framework] ?? {};
  await build({
    stdin: {
      contents: shape.isHandler ? `${app}\n${handle}\n${INVOCATION}` : `${SERVER}\n${app}\n${serve}`,
      resolveDir: import.meta.dirname,
    },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    ...(shape.isBundled ? { minify: true } : { packages: 'external' }),
    // CommonJS in a bundle requires builtins.
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire('/');` },
    outfile: fileOf(framework, shape),
  });
}

/** Milliseconds of CPU time. @param {string} framework @param {typeof SHAPES[number]} shape */
async function measure(framework, shape) {
  const env = { ...process.env, NODE_ENV: 'production', ...shape.env };
  const child = spawn(process.execPath, [fileOf(framework, shape)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('latin1').on('data', (text) => {
    output += text;
  });
  if (!shape.isHandler) {
    while (!output.includes('\n')) await once(child.stdout, 'data');
    const client = connect(Number.parseInt(output, 10), '127.0.0.1');
    client.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let response = '';
    for await (const chunk of client) response += chunk;
    if (!response.includes('{"hello":"world"}')) throw new Error(`${framework} sent ${response}`);
    child.stdin.end();
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${framework}, ${shape.title}: exited with code ${code}`);
  return Number(output.trim().split('\n').at(-1)) / 1e3;
}

/** In kilobytes, and gzipped. @param {string} path */
async function sizeOf(path) {
  const file = await readFile(path);
  return `${[file, gzipSync(file)].map(({ length }) => Math.ceil(length / 1e3)).join(' / ')} kB`;
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

try {
  const programs = SHAPES.flatMap((shape) =>
    Object.keys(FRAMEWORKS).map((framework) => ({ shape, framework })),
  );
  /** @type {Map<typeof programs[number], number[]>} */
  const times = new Map();
  for (const program of programs) {
    await write(program.framework, program.shape);
    // The first start reads the disk, and fills the compile cache.
    await measure(program.framework, program.shape);
    times.set(program, []);
  }
  for (let round = 0; round < rounds; round++)
    for (const [program, list] of times) list.push(await measure(program.framework, program.shape));
  const rows = await Promise.all(
    SHAPES.map(async (shape) => {
      const cells = programs
        .filter((program) => program.shape === shape)
        .map(async (program) => {
          const time = `${median(times.get(program) ?? []).toFixed(0)} ms`;
          return shape.isBundled ? `${time}, ${await sizeOf(fileOf(program.framework, shape))}` : time;
        });
      return [shape.title, ...(await Promise.all(cells))];
    }),
  );
  console.log(`Node ${process.versions.node}, medians of ${rounds} rounds\n`);
  console.log(markdownTable(['', ...Object.keys(FRAMEWORKS)], rows));
} finally {
  await rm(folder, { recursive: true });
}
