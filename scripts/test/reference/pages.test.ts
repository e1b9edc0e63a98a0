import { posix } from 'node:path';
import ts from 'typescript-5';
import { describe, expect, type MockInstance, test, vi } from 'vitest';
import { membersOf } from '../../reference/members.mjs';
import { listPages, makePages } from '../../reference/pages.mjs';
import { readSource } from '../../reference/program.mjs';
import { STANDS_FOR } from '../../reference/signature.mjs';
import { documentationOf } from '../../reference/tsdoc.mjs';
import { referencePages } from '../../reference.mjs';

const source = readSource();
const server = source.entries.find(({ specifier }) => specifier === '@nextpress/server');
// A pattern that no longer matches leaves names of type parameters in signatures.
const patterns = STANDS_FOR.map(([pattern]) => {
  const replace = vi.spyOn(pattern as RegExp, Symbol.replace as never) as unknown as MockInstance;
  return { pattern, mock: replace.mock };
});
const pages = await makePages(source);
const unused = patterns.filter(({ mock: { calls, results } }) =>
  calls.every(([text], call) => results[call]?.value === text),
);
vi.restoreAllMocks();

const COMMON = ['Application', 'Request', 'Response', 'Router', 'Route', 'Scope', 'ServerOptions'];

test('every pattern for signatures matches one', () => {
  expect(unused.map(({ pattern }) => String(pattern))).toEqual([]);
});

describe('comments', () => {
  const members = COMMON.flatMap((name) => {
    const owner = server?.exports.get(name) as ts.Symbol;
    return membersOf(source.checker, owner).map((member) => [`${name}.${member.name}`, member] as const);
  });

  test('every public member has a description', () => {
    const silent = members.filter(
      ([, { documentation, called }]) => documentation.text === '' && called === undefined,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test('every option of createServer has a default, or says when it applies', () => {
    const options = members.filter(([name]) => name.startsWith('ServerOptions.'));
    const silent = options.filter(([, { documentation }]) => documentation.defaultValue === undefined);
    expect(silent.map(([name]) => name).sort()).toEqual([
      // These change nothing unless they are set.
      'ServerOptions.jsonReplacer',
      'ServerOptions.jsonSpaces',
      'ServerOptions.tls',
      'ServerOptions.viewEngine',
    ]);
  });

  test('the members that every application uses have an example', () => {
    const names =
      /^(?:Application|Request|Response)\.(?:get|post|put|patch|delete|use|all|route|param|listen|close|set|register|addHook|params|query|body|ip|send|json|status|cookie|redirect|sendFile|download|render|format|sse)$/;
    const used = members.filter(([name]) => names.test(name));
    expect(used.length).toBeGreaterThan(25);
    const withoutExample = used.filter(
      ([, { documentation, called }]) =>
        documentation.examples.length === 0 && documentationOf(called ? [called] : []).examples.length === 0,
    );
    expect(withoutExample.map(([name]) => name)).toEqual([]);
  });

  test('every sentence about Express begins with Express', () => {
    const sentences = members
      .map(([, { documentation }]) => documentation.express)
      .filter((text) => text !== undefined);
    expect(sentences.length).toBeGreaterThan(5);
    for (const sentence of sentences) expect(sentence).toMatch(/^Express /);
  });
});

describe('pages', () => {
  test('are those that the sidebar lists', () => {
    expect([...pages.keys()]).toEqual(listPages().map(({ path }) => path));
    expect(referencePages()[0]).toEqual({ path: 'reference/index', title: 'Reference' });
  });

  test('begin with their title', () => {
    for (const { path, title } of listPages()) expect(pages.get(path)).toMatch(`# ${title}\n`);
  });

  test('have no anchor twice', () => {
    for (const [path, text] of pages) {
      const anchors = anchorsOf(text);
      expect([path, anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)]).toEqual([path, []]);
    }
  });

  test('link to pages and anchors that exist', () => {
    const broken = [...pages].flatMap(([path, text]) =>
      linksOf(text)
        .filter((link) => !isFound(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('have no tags of comments, and no HTML', () => {
    for (const text of pages.values())
      expect(withoutCode(text)).not.toMatch(/\{@|@(?:param|throws|example)\b|<[a-z]|\*\* *(?:\{|$)/m);
  });

  test('show a signature, its description, defaults, errors and an example', () => {
    const page = pages.get('response') ?? '';
    const sendFile = page.slice(page.indexOf('### res.sendFile'), page.indexOf('### res.download'));
    expect(sendFile).toContain('res.sendFile(path: string, callback?: FileSent): void');
    expect(sendFile).toContain('Responds with a file');
    expect(sendFile).toMatch(/\| `maxAge` \| `number \\\| string` \| `0` \| .*milliseconds/);
    expect(sendFile).toContain('**Throws** `TypeError` if');
    expect(sendFile).toContain('> **Difference:** Express');
    expect(sendFile).toContain('// GET /manifest/none => 404');
  });

  test("name Node's members in one line", () => {
    expect(pages.get('request')).toMatch(/^Inherited from \[`http.IncomingMessage`\].*`headers`/m);
    expect(pages.get('request')).not.toContain('### req.rawHeaders');
  });
});

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ .* \{#(.*)\}$/gm)].map(([, anchor = '']) => anchor);
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/``.*?``|`[^`]*`/g, '``');
}

function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link);
}

function isFound(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  if (/^https?:/.test(link)) return true;
  const target = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\.md$/, '');
  // Other pages of docs are checked by `npm run check -- links`, by the same names.
  if (target.startsWith('..'))
    return ts.sys.fileExists(`docs/reference/${target}.md`.replace('reference/../', ''));
  const text = pages.get(target);
  return text !== undefined && (anchor === undefined || anchorsOf(text).includes(anchor));
}
