/** Consecutive blocks in these languages become tabs of one group. @type {Readonly<Record<string, string>>} */
const TITLES = { js: 'JavaScript', ts: 'TypeScript' };

/** @typedef {{ type: string, info: string }} Block */

/**
 * Shows consecutive blocks with file names (`js [src/app.js]`) as tabs with these names, and a JavaScript block directly followed
 * by a TypeScript block as two tabs.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function codeTabs(md) {
  md.core.ruler.after('block', 'code-tabs', (state) => {
    const tokens = [];
    let isInGroup = false;
    for (let index = 0; index < state.tokens.length; ) {
      const token = state.tokens[index];
      if (token?.type === 'container_code-group_open') isInGroup = true;
      if (token?.type === 'container_code-group_close') isInGroup = false;
      const count = isInGroup ? 0 : tabsAt(state.tokens, index);
      const end = index + Math.max(count, 1);
      const blocks = state.tokens.slice(index, end);
      tokens.push(...(count === 0 ? blocks : tabs(state, blocks)));
      index = end;
    }
    state.tokens = tokens;
  });
}

/** How many blocks, starting here, become tabs of one group. @param {readonly Block[]} tokens @param {number} start */
function tabsAt(tokens, start) {
  let count = 0;
  while (isNamed(tokens[start + count])) count++;
  const [first, second] = tokens.slice(start, start + 2);
  const isPair = languageOf(first) === 'js' && languageOf(second) === 'ts' && !isNamed(second);
  return count === 0 && isPair ? 2 : count;
}

/** @param {Block | undefined} token */
function isNamed(token) {
  return token?.type === 'fence' && /\[.+\]/.test(token.info);
}

/** @param {Block | undefined} token */
function languageOf(token) {
  return token?.type === 'fence' ? (/^\w+/.exec(token.info)?.[0] ?? '') : '';
}

/**
 * Wraps code blocks in a VitePress group with a tab for each.
 *
 * @template {Block} Token
 * @param {{ Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token }} state
 * @param {readonly Token[]} blocks
 */
export function tabs({ Token }, blocks) {
  for (const block of blocks) {
    const language = languageOf(block);
    if (!isNamed(block)) block.info = `${language} [${TITLES[language] ?? language}]`;
  }
  const open = new Token('container_code-group_open', 'div', 1);
  const close = new Token('container_code-group_close', 'div', -1);
  return [open, ...blocks, close];
}
