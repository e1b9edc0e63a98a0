/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { onContentUpdated } from 'vitepress';

/** Selects the reader's last chosen tab, such as pnpm, in all code groups with the same tabs, on all pages. Call it in `setup`. */
export function rememberTabs() {
  onContentUpdated(() => {
    for (const group of document.querySelectorAll('.vp-code-group')) {
      const chosen = storage()?.getItem(keyOf(group));
      if (chosen) show(group, chosen);
    }
  });
  if (typeof window === 'undefined') return;
  window.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const group = target.closest('.vp-code-group');
    if (group === null) return;
    const key = keyOf(group);
    const chosen = namesOf(group)[[...group.querySelectorAll('input')].indexOf(target)] ?? '';
    storage()?.setItem(key, chosen);
    for (const other of document.querySelectorAll('.vp-code-group'))
      if (other !== group && keyOf(other) === key) show(other, chosen);
  });
}

/** Browsers may forbid storage, and then throw. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** @param {Element} group */
function namesOf(group) {
  return [...group.querySelectorAll('.tabs label')].map(({ textContent }) => textContent ?? '');
}

/** @param {Element} group */
function keyOf(group) {
  return `tabs ${namesOf(group).join(' ')}`;
}

/** Without a click, which would make VitePress scroll to the tab. @param {Element} group @param {string} name */
function show(group, name) {
  const index = namesOf(group).indexOf(name);
  const input = group.querySelectorAll('input')[index];
  if (input === undefined) return;
  input.checked = true;
  [...(group.querySelector('.blocks')?.children ?? [])].forEach((block, at) => {
    block.classList.toggle('active', at === index);
  });
}
