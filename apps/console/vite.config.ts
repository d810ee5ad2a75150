import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const service = 'http://127.0.0.1:4100';

export default defineConfig({
  base: '/',
  plugins: [react(), compressedAssets()],
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
