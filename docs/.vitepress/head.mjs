/** The elements in the head of every page. @type {import('vitepress').HeadConfig[]} */
export const head = [
  ['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }],
  ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#ffffff' }],
  ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#161918' }],
  ['meta', { name: 'color-scheme', content: 'light dark' }],
];
