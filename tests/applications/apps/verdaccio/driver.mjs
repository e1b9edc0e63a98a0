import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../../../../scripts/child.mjs';
import { npmCommand } from '../../../../scripts/npm-command.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'users, tokens, publishing and installing a package with npm, tags, search, its web page, unpublishing',
  expressVersion: 4,
  isFast: true,
  main: 'server.cjs',
  volatile: [
    /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
    /"token": ?"[^"]+"/g,
    /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    /"_rev": ?"[^"]+"/g,
    /"(created|key)": ?"?[\w+/=-]+"?/g,
    /\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g,
    /(?<=x-ratelimit-reset: )\d+/g,
    /(?<=etag: )"[0-9a-f]{32}"/g,
  ],

  async run({ client, url, data }) {
    await client.get('/', { headers: { Accept: 'text/html' } });
    await client.get('/-/ping');
    await client.get('/-/whoami');
    const account = { name: 'ann', password: 'correct horse', type: 'user' };
    const created = await client.request('PUT', '/-/user/org.couchdb.user:ann', {
      status: 201,
      body: account,
    });
    const token = created.json().token;
    const authorized = { Authorization: `Bearer ${token}` };
    await client.request('PUT', '/-/user/org.couchdb.user:ann', {
      status: 401,
      body: { ...account, password: 'wrong' },
    });
    await client.get('/-/whoami', { headers: authorized });
    await client.get('/-/npm/v1/user', { headers: authorized });
    await client.get('/nothing', { status: 404 });
    await client.request('PUT', '/demo', { status: 401, body: { name: 'demo' } });
    await client.get('/@private%2fthing', { status: 401 });

    const npm = npmIn(data, url, token);
    client.record('npm publish', (await npm('package', ['publish'])).code);
    client.record('npm publish again', (await npm('package', ['publish'])).code);
    const full = await client.get('/demo');
    await client.get('/demo', { status: 304, headers: { 'If-None-Match': full.headers.etag ?? '' } });
    await client.get('/demo', { headers: { Accept: 'application/vnd.npm.install-v1+json' } });
    await client.get('/demo', { headers: { 'Accept-Encoding': 'gzip' } });
    await client.get('/demo/1.0.0');
    await client.get('/demo/9.9.9', { status: 404 });
    await client.get('/demo/-/demo-1.0.0.tgz');
    await client.request('HEAD', '/demo/-/demo-1.0.0.tgz');
    await client.get('/demo/-/demo-9.9.9.tgz', { status: 404 });
    client.record('npm install', (await npm('project', ['install', '--ignore-scripts'])).code);
    client.record('installed', readFileSync(join(data, 'project/node_modules/demo/index.js'), 'utf8'));
    client.record('npm dist-tag', (await npm('package', ['dist-tag', 'add', 'demo@1.0.0', 'next'])).code);
    await client.get('/-/package/demo/dist-tags');
    await client.get('/-/v1/search?text=demo');
    await client.get('/-/verdaccio/data/packages');
    await client.get('/-/verdaccio/data/sidebar/demo');
    await client.get('/-/verdaccio/data/package/readme/demo');
    await client.get('/-/static/nothing.js', { status: 404 });
    await client.get('/-/web/detail/demo', { headers: { Accept: 'text/html' } });
    await client.request('PUT', '/demo', {
      status: 400,
      body: '{"broken":',
      headers: { ...authorized, 'Content-Type': 'application/json' },
    });
    client.record('npm unpublish', (await npm('package', ['unpublish', '--force'])).code);
    await client.get('/demo', { status: 404 });
    await client.get('/%zz', { status: 400 });
  },
};

/**
 * The npm of a user of this registry.
 *
 * @param {string} data
 * @param {string} url
 * @param {string} token
 */
function npmIn(data, url, token) {
  const files = {
    'package/package.json': JSON.stringify({ name: 'demo', version: '1.0.0', description: 'A demo.' }),
    'package/index.js': 'module.exports = 42;\n',
    'package/README.md': '# Demo\n\nA *demo*.\n',
    'project/package.json': JSON.stringify({ private: true, dependencies: { demo: '1.0.0' } }),
    'user.npmrc': `registry=${url}/\n//${new URL(url).host}/:_authToken=${token}\n`,
  };
  mkdirSync(join(data, 'package'));
  mkdirSync(join(data, 'project'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(data, name), text);
  const { command, args: script } = npmCommand('npm');
  const config = [`--userconfig=${join(data, 'user.npmrc')}`, `--cache=${join(data, 'cache')}`, '--no-audit'];
  /** @param {string} folder @param {string[]} args */
  return (folder, args) =>
    capture(command, [...script, ...args, `--registry=${url}/`, ...config], {
      cwd: join(data, folder),
      timeLimit: 60_000,
    });
}
