import { join } from 'node:path';
import { build } from 'vite';

const CONDITIONS = ['development', 'node'];

/**
 * A script and all of ours that it imports in one file, from the sources as they are now. A process of its own starts
 * from it in a third of the time: reading each source by itself takes most of a short life. Inside the repository,
 * since packages are looked for from there.
 */
export async function bundle(entry: string, folder: string, name: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: CONDITIONS },
    ssr: { resolve: { conditions: CONDITIONS } },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(folder, `${name}.mjs`);
}
