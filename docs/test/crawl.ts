/** A page's possible link targets, and its links. */
interface Page {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

/** The result of a crawl. */
export interface Crawl {
  /** The URLs of the pages. */
  readonly pages: readonly string[];
  /** URLs on other hosts, which are not requested. */
  readonly elsewhere: readonly string[];
  /** Links whose page, file or anchor is missing. */
  readonly problems: readonly string[];
}

/** Follows every link of a site from its first page. @param origin Without a trailing slash. */
export async function crawl(origin: string): Promise<Crawl> {
  const pages = new Map<string, Page | undefined>();
  const problems: string[] = [];
  const elsewhere = new Set<string>();
  const queue = [{ address: `${origin}/`, from: 'the start' }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { address, from } = next;
    if (pages.has(address)) continue;
    const page = await load(address);
    if (page === 'missing') problems.push(`${from}: ${address} is missing`);
    pages.set(address, typeof page === 'string' ? undefined : page);
    if (typeof page === 'string') continue;
    for (const link of page.links) {
      if (link.startsWith(`${origin}/`)) queue.push({ address: withoutFragment(link), from: address });
      else elsewhere.add(link);
    }
  }
  for (const [address, page] of pages) {
    for (const link of page?.links ?? []) {
      const fragment = decodeURIComponent(link.split('#')[1] ?? '');
      const target = pages.get(withoutFragment(link));
      if (fragment !== '' && target !== undefined && !target.anchors.has(fragment)) {
        problems.push(`${address}: ${link} has no such anchor`);
      }
    }
  }
  const found = [...pages].filter(([, page]) => page !== undefined).map(([address]) => address);
  return { pages: found, elsewhere: [...elsewhere], problems };
}

async function load(address: string): Promise<Page | 'missing' | 'file'> {
  const response = await fetch(address, { redirect: 'manual' });
  const text = await response.text();
  if (response.status !== 200) return 'missing';
  if (!response.headers.get('content-type')?.startsWith('text/html')) return 'file';
  return {
    anchors: new Set(attributes(text, 'id')),
    links: [...attributes(text, 'href'), ...attributes(text, 'src')]
      .filter((link) => !/^(?:data|mailto):/.test(link))
      .map((link) => new URL(link, address).href),
  };
}

/** The values of an attribute in generated HTML. */
function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<[a-z][^>]*? ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
  );
}

const withoutFragment = (link: string): string => link.split('#', 1)[0] ?? link;
