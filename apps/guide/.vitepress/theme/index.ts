// The fonts of the browser's system: nothing to load, and no files of fonts in the images.
export { default } from 'vitepress/theme-without-fonts';
