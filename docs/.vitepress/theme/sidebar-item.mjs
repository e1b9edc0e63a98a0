import { useData } from 'vitepress';
import { defineComponent, h } from 'vue';

/** @typedef {import('vitepress').DefaultTheme.SidebarItem} Item */

/** Replaces VitePress's sidebar item, which nests a button in a button. An alias in the config selects it. */
export default defineComponent({
  props: { item: { type: Object, required: true }, depth: { type: Number, required: true } },
  setup(props) {
    const { page } = useData();
    return () => render(/** @type {Item} */ (props.item), props.depth, addressOf(page.value.relativePath));
  },
});

/**
 * @param {Item} item
 * @param {number} depth
 * @param {string} current The URL path of the page.
 * @returns {import('vue').VNode}
 */
function render(item, depth, current) {
  if (item.link !== undefined) {
    const isCurrent = item.link === current;
    return h(
      'a',
      {
        class: 'entry',
        href: item.link,
        target: item.target,
        'aria-current': isCurrent ? 'page' : undefined,
      },
      item.text,
    );
  }
  const isOpen = item.collapsed === false || hasPage(item, current);
  return h('details', { class: `level-${depth}`, open: isOpen, key: item.text ?? '' }, [
    h('summary', item.text),
    ...(item.items ?? []).map((child) => render(child, depth + 1, current)),
  ]);
}

/** @param {Item} item @param {string} address @returns {boolean} */
function hasPage(item, address) {
  return item.link === address || (item.items ?? []).some((child) => hasPage(child, address));
}

/** @param {string} file */
function addressOf(file) {
  return `/${file.replace(/(^|\/)index\.md$|\.md$/, '$1')}`;
}
