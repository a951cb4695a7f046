import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/studio/',
  plugins: [react()],
  build: {
    target: 'es2023',
    // Pictures stay files: the policy of the page allows data: for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Heavy editors are chunks of their own, loaded when their screen opens.
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    manifest: 'manifest.json',
  },
  server: { proxy: { '^/(v1|demo|reference)/': 'http://127.0.0.1:3000' } },
})
