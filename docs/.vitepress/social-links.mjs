import { repository } from './repository.mjs';

// A branch icon. While serving the site, VitePress would load a named icon from another host.
const svg = `<svg viewBox="0 0 24 24" style="fill: none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
  <circle cx="7" cy="5" r="2.5" /><circle cx="7" cy="19" r="2.5" /><circle cx="17" cy="8" r="2.5" />
  <path d="M7 7.5v9M17 10.5c0 4-6 2.5-8.7 6.3" />
</svg>`;

/** The links at the end of the navigation bar. @type {import('vitepress').DefaultTheme.SocialLink[]} */
export const socialLinks = [{ icon: { svg }, link: repository, ariaLabel: 'Repository' }];
