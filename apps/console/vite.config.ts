import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const service = 'http://127.0.0.1:4100';

export default defineConfig({
  base: '/',
  plugins: [react()],
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
