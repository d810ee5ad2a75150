// Uses the system fonts: pages load no fonts, and the images contain no font files.
export { default } from 'vitepress/theme-without-fonts';
