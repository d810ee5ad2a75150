import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vitepress';
import { headingAnchor } from './heading-anchor.mts';
import { linksToFolders, linksToServer, linksWithinDocs } from './links-within-docs.mts';
import { sidebar } from './sidebar.mts';

const base = '/docs/guide/';
const outDir = path.join(import.meta.dirname, '../dist');

/** Resolves vue from this package: the pages are in docs/, where no packages are installed. */
const vueOfThisPackage: Plugin = {
  name: 'vue-of-this-package',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : null),
};

export default defineConfig({
  title: 'Callside',
  description: 'The call on the screen of the rep the moment it connects, and the right offer to make.',
  lang: 'en',
  base,
  srcDir: '../../docs',
  outDir,
  cacheDir: path.join(import.meta.dirname, '../node_modules/.vitepress'),
  rewrites: { ':folder/README.md': ':folder/index.md' },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The metadata is in a separate file, because the policy of call-events refuses inline scripts.
  metaChunk: true,
  // Without this, a change between light and dark inserts a style element, which the policy also refuses.
  appearance: { disableTransition: false },
  markdown: {
    html: false,
    anchor: { slugify: headingAnchor },
    config: (markdown) => {
      linksWithinDocs(markdown);
      linksToFolders(markdown);
      linksToServer(markdown);
      // The styles of the theme are only for fenced code. Indented code would make a page wider than the window.
      markdown.renderer.rules.code_block = markdown.renderer.rules.fence;
    },
  },
  themeConfig: { sidebar, search: { provider: 'local' }, outline: 'deep', externalLinkIcon: true },
  transformHtml: (html) => html.replace(/<script id="([\w-]+)">(.*?)<\/script>/gs, inlineScriptToFile),
  buildEnd: compressAssets,
  vite: { build: { assetsInlineLimit: 0 }, plugins: [vueOfThisPackage] },
});

/** Moves inline scripts to files, because VitePress has no option for it. Inline scripts would need a policy with their hashes. */
function inlineScriptToFile(_element: string, id: string, code: string): string {
  const name = `assets/${id}.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  mkdirSync(path.join(outDir, 'assets'), { recursive: true });
  writeFileSync(path.join(outDir, name), code);
  return `<script id="${id}" src="${base}${name}"></script>`;
}

/** A compressed copy beside each script and style, which call-events serves to browsers that accept it. The highest quality takes seconds. */
function compressAssets() {
  const assets = readdirSync(path.join(outDir, 'assets'), { recursive: true, encoding: 'utf8' });
  for (const name of assets.filter((file) => /\.(js|css)$/.test(file))) {
    const file = path.join(outDir, 'assets', name);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
}
