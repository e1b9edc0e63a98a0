/** Pairs of languages that are tabs of one block. @type {Readonly<Record<string, string>>} */
const TITLES = { js: 'JavaScript', ts: 'TypeScript' };

/**
 * Shows a JavaScript block and the TypeScript block right after it as two tabs.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function codeTabs(md) {
  md.core.ruler.after('block', 'code-tabs', (state) => {
    const tokens = [];
    for (let index = 0; index < state.tokens.length; index++) {
      const [token, next] = state.tokens.slice(index, index + 2);
      if (token === undefined) continue;
      if (next === undefined || languageOf(token) !== 'js' || languageOf(next) !== 'ts') {
        tokens.push(token);
        continue;
      }
      tokens.push(...tabs(state, [token, next]));
      index++;
    }
    state.tokens = tokens;
  });
}

/**
 * Puts blocks of code into a group of VitePress, one tab each.
 *
 * @template {{ info: string }} Block
 * @param {{ Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Block }} state
 * @param {readonly Block[]} blocks
 */
export function tabs({ Token }, blocks) {
  for (const block of blocks) {
    const language = languageOf(block);
    if (!block.info.includes('[')) block.info = `${language} [${TITLES[language] ?? language}]`;
  }
  const open = new Token('container_code-group_open', 'div', 1);
  const close = new Token('container_code-group_close', 'div', -1);
  return [open, ...blocks, close];
}

/** @param {{ info: string, type?: string }} token */
function languageOf({ info, type }) {
  return type === undefined || type === 'fence' ? (/^\w+/.exec(info)?.[0] ?? '') : '';
}
