import theme from 'vitepress/theme-without-fonts';
import './colors.css';
import './content.css';
import './home.css';
import './sidebar.css';

export default theme;
