import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../child.mjs';
import { StepFailure } from '../terminal.mjs';

/** A stable release of Debian, whose versions do not change; its nodejs is 20.19. */
const RELEASE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const MINUTES = 60_000;

export function hasDebianSources() {
  return existsSync(KEYRING);
}

/**
 * Unpacks the upstream sources of a Debian package, once, with apt and the configured mirror. The machine's own package lists
 * stay as they are.
 *
 * @param {string} name Of the source package.
 * @param {string} cache Folder for downloads and sources.
 * @param {readonly string[]} [paths] Patterns of the needed files, from the top folder; by default all.
 * @returns {Promise<string>} The folder.
 * @throws {StepFailure} With what is missing.
 */
export async function debianSource(name, cache, paths = []) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const archive = await download(name, join(cache, 'apt'));
  const unpacked = `${folder}.partial`;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const patterns = paths.length === 0 ? [] : ['--wildcards', ...paths.map((path) => `*/${path}`)];
  await run('tar', ['-xf', archive, '-C', unpacked, '--strip-components=1', ...patterns]);
  renameSync(unpacked, folder);
  return folder;
}

/** @param {string} name @param {string} folder @returns {Promise<string>} The archive. */
async function download(name, folder) {
  if (!hasDebianSources()) throw new StepFailure(`Debian's archive keys are missing: ${KEYRING}`);
  const options = await aptOptions(folder);
  const downloads = join(folder, name);
  mkdirSync(downloads, { recursive: true });
  const archive = () => readdirSync(downloads).find((file) => /\.orig\.tar\.\w+$/.test(file));
  try {
    await run('apt-get', [...options, 'source', '--download-only', '--tar-only', name], downloads);
  } catch (error) {
    // Another archive of the package may be missing on the mirror.
    if (archive() === undefined) throw error;
  }
  return join(downloads, String(archive()));
}

/** Options for apt with its own package lists, fetched once. @param {string} folder */
async function aptOptions(folder) {
  const sources = join(folder, 'sources.list');
  const options = Object.entries({
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
  }).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  if (existsSync(join(folder, 'updated'))) return options;
  for (const path of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(sources, `deb-src [signed-by=${KEYRING}] ${await mirror()} ${RELEASE} main\n`);
  await run('apt-get', [...options, 'update']);
  writeFileSync(join(folder, 'updated'), '');
  return options;
}

/** The configured mirror of Debian. */
async function mirror() {
  const output = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)']);
  const address = output.split('\n').find((line) => /\/debian\/?$/.test(line));
  if (address === undefined) throw new StepFailure('apt has no Debian mirror');
  return address;
}

/** @param {string} command @param {readonly string[]} args @param {string} [cwd] */
async function run(command, args, cwd = process.cwd()) {
  const { code, output } = await capture(command, args, { cwd, timeLimit: 5 * MINUTES }).catch(() => {
    throw new StepFailure(`${command} is not installed`);
  });
  if (code !== 0) {
    const said = output.split('\n').findLast((line) => /^E: |error/i.test(line)) ?? '';
    throw new StepFailure(`${command} failed: ${said}`, output);
  }
  return output;
}
