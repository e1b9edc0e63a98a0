import fc from 'fast-check';

const escaped = (character: string): fc.Arbitrary<string> => {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  return fc.constantFrom(character, character, character, `%${hex}`, `%${hex.toUpperCase()}`, `%25${hex}`);
};

const spelled = (text: string): fc.Arbitrary<string> =>
  fc.tuple(...[...text].map(escaped)).map((parts) => parts.join(''));

const mostly = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const separator = mostly('/', '//', '/./', '/x/../', '/%2e/', '/x/%2E%2e/', '%2F', '%5C', '\\', '/;/', '/\t');
const suffix = mostly('', '.gz', '.br', '?a=b', '#x', ';x', '%00', '/', '.', '%20', '?/../public.txt');
const origin = mostly('', 'http://localhost', 'http://other.example:80', '//localhost');

/** Request targets that spell, or nearly spell, the path of a file in the directory `admin` under a prefix. */
export function spelledTargets(base: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      origin,
      mostly(base, '', `${base}/x/..`, `/x/..${base}`, `${base}/..${base}`),
      separator,
      fc.oneof(
        fc.constant('admin'),
        spelled('admin'),
        spelled('ADMIN'),
        fc.constantFrom('admin.', 'admin;x', 'admin%20', 'admin%00'),
      ),
      separator,
      fc.oneof(
        fc.constant('secret.txt'),
        spelled('secret.txt'),
        spelled('deep/secret.txt'),
        fc.constantFrom('', 'secret', '..;/admin/secret.txt', 'deep/../secret.txt', '../admin/secret.txt'),
      ),
      suffix,
    )
    .map((parts) => parts.join(''));
}
