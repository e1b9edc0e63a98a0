import theme from 'vitepress/theme-without-fonts';
import { rememberTabs } from './remember-tabs.mjs';
import './colors.css';
import './content.css';
import './home.css';
import './sidebar.css';

/** @type {import('vitepress').Theme} */
export default { extends: theme, setup: rememberTabs };
