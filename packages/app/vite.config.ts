import { defineConfig } from 'vite'

/** The app for browsers. `scripts/build.ts` builds the parts for the server and the service worker from the same sources. */
export default defineConfig({
  base: '/app/',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: { input: 'src/visitor/main.tsx' },
  },
})
