import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inRepository = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The script that pages of others load: one file, nothing shared with our own pages. */
export default defineConfig({
  root: inRepository('clients/browser'),
  publicDir: false,
  build: {
    outDir: inRepository('dist/tag'),
    emptyOutDir: true,
    // Browsers of the last five years; older ones skip the file at its first line.
    target: 'es2020',
    reportCompressedSize: false,
    lib: {
      entry: inRepository('clients/browser/tag.ts'),
      formats: ['iife'],
      name: 'AdsieveTag',
      fileName: () => 'tag.js',
    },
  },
});
