/**
 * The check of evidence archives as one file that needs nothing but Node: the same code as `adsieve verify`, put into
 * each archive. `npm run sync` writes it, `verify.test.ts` holds what is written to the code.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ENTRY = fileURLToPath(new URL('../src/domains/evidence/server/verify/main.ts', import.meta.url));
export const VERIFIER = fileURLToPath(new URL('../src/domains/evidence/server/verify/verify.mjs', import.meta.url));

export async function verifierText() {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      ssr: ENTRY,
      target: 'node20',
      write: false,
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'verify.mjs' } },
    },
  });
  const [{ code }] = [made].flat()[0].output;
  return `// Checks an evidence archive of Adsieve: node verify.mjs FILE [--key FINGERPRINT]. Apache-2.0.\n${code}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(VERIFIER, await verifierText());
