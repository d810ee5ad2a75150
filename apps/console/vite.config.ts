import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { firstTexts } from './src/texts/first-texts.ts';

const service = 'http://127.0.0.1:4100';

export default defineConfig({
  base: '/',
  plugins: [react(), textsInTwoParts(), compressedAssets()],
  resolve: { conditions: ['callside-source', ...defaultClientConditions] },
  build: {
    // The page is served with default-src 'self': no inline assets, not even as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One chunk for zod and zod-settings.ts: the settings must be made before another chunk creates a schema.
        codeSplitting: { groups: [{ name: 'zod', test: /[\\/]zod[\\/-]/ }] },
      },
    },
  },
  server: {
    proxy: {
      '/socket.io': { target: service, ws: true },
      '/console/brand': service,
      '^/sign-in(/|\\?|$)': service,
      '^/[^/]+/(me|desk|sign-in|sign-out|chats|calls|events|results|settings)(/|$)': service,
    },
  },
});

/** `en.json?first` has the texts that a rep needs, `en.json?rest` all others. */
function textsInTwoParts(): Plugin {
  return {
    name: 'texts-in-two-parts',
    enforce: 'pre',
    load(id) {
      const [, file, part] = /^(.*\/texts\/\w+\.json)\?(first|rest)$/.exec(id) ?? [];
      if (file === undefined) return null;
      this.addWatchFile(file);
      const groups = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
      const isWanted = (name: string) => firstTexts.includes(name) === (part === 'first');
      const texts = JSON.stringify(Object.fromEntries(groups.filter(([name]) => isWanted(name))));
      return { code: `export default ${texts}`, moduleType: 'js' };
    },
  };
}

/** Writes a compressed copy beside each script and style, which call-events serves to browsers that accept it. */
function compressedAssets(): Plugin {
  const directory = path.join(import.meta.dirname, 'dist/assets');
  return {
    name: 'compressed-assets',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(directory).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const file = path.join(directory, name);
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
      }
    },
  };
}
