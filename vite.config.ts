import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { publicTexts } from './src/traffic/rules/server/public-texts.ts';
import { worldMap } from './tools/world-map.mjs';

/** Texts of the shell and of what every screen shares; a screen's own come with the screen. */
const SHELL_TEXTS = /^\0virtual:(?:texts\/(?:shell|pages|ui)\.|texts-of\/)([a-z]{2})$/;
/** Where the texts of one language are. */
const TEXTS_OF = /^\0virtual:texts-of\/([a-z]{2})$/;
const TEXTS = /^\0virtual:texts\/([a-z-]+\.[a-z]{2})$/;
const inRepository = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const TEXT = /\.(js|css|html|svg|json)$/;
/** Parts of the component library that the shell and its top line use, and the styles all of it builds on. */
const KIT =
  /\/platform\/web\/theme\/mantine|\/node_modules\/(@floating-ui\/|@mantine\/(hooks|core\/esm\/(core|components\/(Button|CloseButton|Combobox|Floating|FocusTrap|Group|Input|InputBase|Loader|Menu|Overlay|Paper|Popover|Portal|ScrollArea|Select|Text|TextInput|Transition|UnstyledButton)))\/)/;

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What stands in these files and whatever they import, but for what is only asked for later. */
function reach(files: readonly string[]) {
  let found: Set<string> | undefined;
  return (id: string, graph: ModuleGraph): boolean => {
    if (!found) {
      found = new Set(files.map((file) => inRepository(`src/${file}`)));
      // A set grows while it is walked. The index of the component library imports all of it, used or not.
      for (const each of found)
        for (const next of graph.getModuleInfo(each)?.importedIds ?? [])
          if (!next.includes('/@mantine/')) found.add(next);
    }
    return found.has(id);
  };
}
/** Decides which half of the product to load and asks for its texts: must not wait for anything. */
const ofStart = reach(['app/web/main.ts', 'app/web/warm-up.ts']);
/** What everybody loads who is not signed in. */
const ofEntrance = reach(['sign-in', 'entrance', 'setup'].map((name) => `app/web/start-${name}.tsx`));
/** What is needed until the first board stands; almost every visit begins with one. */
const ofBoard = reach(['app/web/start-app.tsx', 'analytics/web/board/board-page.tsx']);

/** Below this a compressed copy costs a file and saves nothing on the wire. */
const SMALLEST = 1024;

/** Writes .br and .gz beside every text asset once, so that the server never compresses the same bytes again. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  closeBundle() {
    const folder = inRepository('dist/web/');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(file)) continue;
      const bytes = readFileSync(folder + file);
      if (bytes.length < SMALLEST) continue;
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(`${folder}${file}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(`${folder}${file}.br`, brotliCompressSync(bytes, brotli));
    }
  },
});

/** Both halves of the product need these pieces: they come while the first script is still deciding. */
const NEEDED_BY_ALL = /^assets\/(base|shared)-[\w-]{8}\.js$/;

const preloadShared = (): Plugin => ({
  name: 'preload-shared',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => NEEDED_BY_ALL.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
});

/** What the library's components are styled by is a file of class names beside each. */
const CLASS_NAMES = /\/node_modules\/@mantine\/(core|dates|notifications)\/esm\/(?:.*\/)?(\w+)\.module\.mjs$/;
const BASE_STYLES = readFileSync(inRepository('src/platform/web/theme/mantine.css'), 'utf8');

/** Each component of the library brings its own styles along, so that the first screen loads those of its own only. */
const stylesOfComponents = (): Plugin => ({
  name: 'styles-of-components',
  apply: 'build',
  transform(code, id) {
    const [, library = '', name = ''] = CLASS_NAMES.exec(id) ?? [];
    if (library === '') return null;
    if (library === 'core' && BASE_STYLES.includes(`/styles/${name}.css"`)) return null;
    const file = library === 'core' ? `styles/${name}` : 'styles';
    return { code: `import '@mantine/${library}/${file}.layer.css';\n${code}`, map: null };
  },
});

/** While developing, the library comes bundled before any plugin sees it: all its styles at once. */
const stylesOfLibrary = (): Plugin => ({
  name: 'styles-of-library',
  apply: 'serve',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/theme/mantine.css')
      ? ['core', 'dates', 'notifications']
          .map((library) => `@import '@mantine/${library}/styles.layer.css';`)
          .concat(code)
          .join('\n')
      : null,
});

const SERVER_PORT = Number(process.env['ADSIEVE_PORT'] ?? 4800);

const TEXT_FILE = /\/web\/i18n\/([a-z-]+\.[a-z]{2})\.json$/;
const RULE_TEXTS = inRepository('src/traffic/rules/server/texts/');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** By namespace and language: the files it is made of, and how what browsers get of each is read. */
function textSources(): Map<string, { file: string; read: (file: string) => object }[]> {
  const found = new Map<string, { file: string; read: (file: string) => object }[]>();
  const source = (name: string, file: string, read: (file: string) => object) =>
    found.set(name, [...(found.get(name) ?? []), { file, read }]);
  const folder = inRepository('src/');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const [, name] = TEXT_FILE.exec(file.replaceAll('\\', '/')) ?? [];
    if (name) source(name, folder + file, readJson);
  }
  // What rules say is one file per language on the server, and the browser gets the part that anybody may load.
  for (const name of readdirSync(RULE_TEXTS))
    for (const namespace of ['rule-names', 'rule-texts'] as const)
      source(`${namespace}.${name.slice(0, 2)}`, RULE_TEXTS + name, (file) => publicTexts(readJson(file))[namespace]);
  return found;
}

/**
 * Every text, a module per namespace and language with what all slices say of it, and a list of them for each language,
 * which comes with the texts of the shell: a reader needs one, and all six would be half of the script that decides
 * what to load. By names of modules that only
 * this makes: without it the build fails, and nothing falls back to whole files.
 */
export const texts = (): Plugin => {
  const sources = textSources();
  return {
    name: 'texts',
    resolveId: (id) => (/^virtual:texts(-of\/|\/|$)/.test(id) ? `\0${id}` : null),
    load(id) {
      const names = [...sources.keys()];
      if (id === '\0virtual:texts') {
        const languages = [...new Set(names.map((name) => name.slice(-2)))];
        const lists = languages.map((language) => `${language}: () => import('virtual:texts-of/${language}')`);
        return `const LISTS = { ${lists.join(', ')} };
          export const textFile = async (namespace, language) => {
            const load = (await LISTS[language]?.())?.FILES[namespace];
            if (!load) throw new Error('No texts ' + namespace + '.' + language);
            return (await load()).default;
          };`;
      }
      const [, language] = TEXTS_OF.exec(id) ?? [];
      if (language) {
        const own = names.filter((name) => name.endsWith(`.${language}`));
        const files = own.map((name) => `'${name.slice(0, -3)}': () => import('virtual:texts/${name}')`);
        return `export const FILES = { ${files.join(', ')} }`;
      }
      const parts = sources.get(TEXTS.exec(id)?.[1] ?? '');
      if (!parts) return null;
      for (const { file } of parts) this.addWatchFile(file);
      return `export default ${JSON.stringify(Object.assign({}, ...parts.map(({ file, read }) => read(file))))}`;
    },
  };
};

/** The atlas is six times what a map of the world takes once it is flat. */
const world = (): Plugin => ({
  name: 'world',
  resolveId: (id) => (id === 'virtual:world' ? `\0${id}` : null),
  load: (id) =>
    // A text that is parsed: engines read that faster than as much of a script.
    id === '\0virtual:world' ? `export const WORLD = JSON.parse(${JSON.stringify(JSON.stringify(worldMap()))});` : null,
});

const ZOD_SCHEMAS = /\/node_modules\/zod\/v4\/classic\/schemas\.js$/;

/**
 * Only the server describes its schemas as JSON schema; the validator carries what that takes with every schema, a tenth
 * of it. Asked for in a browser after all, it throws.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!ZOD_SCHEMAS.test(id)) return null;
    const told = code.replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '');
    const left = told.replace(/^import \{ createStandardJSONSchemaMethod, .*$/m, '');
    if (left === told || told === code) this.error('zod writes its JSON schemas in another way now');
    return {
      code: left.replaceAll(/\bcreate(Standard|To)JSONSchemaMethod\(/g, '(() => undefined)('),
      map: null,
    };
  },
});

export default defineConfig({
  root: inRepository('src/app/web'),
  publicDir: inRepository('src/app/web/public'),
  cacheDir: inRepository('node_modules/.vite'),
  resolve: {
    // `#platform/…` resolves to src only under this condition; without it the build would read the server's output.
    conditions: ['development', ...defaultClientConditions],
    // Its package names only the development build to bundlers; the production build is a tenth smaller and warns less.
    alias: [
      { find: /^react-router$/, replacement: inRepository('node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  plugins: [
    react(),
    texts(),
    world(),
    withoutJsonSchema(),
    stylesOfComponents(),
    stylesOfLibrary(),
    preloadShared(),
    precompress(),
  ],
  // `npm run dev`: pages from their sources, everything else from the server beside.
  server: {
    host: '127.0.0.1',
    port: SERVER_PORT + 1,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/tag.js', '/t.gif'].map((path) => [path, `http://127.0.0.1:${SERVER_PORT}`])),
  },
  build: {
    outDir: inRepository('dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // light-dark() must survive: it keeps both themes in one table of tokens.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The content security policy refuses data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => `assets/${TEXTS.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { debugName: 'start', name: (id, graph) => (ofStart(id, graph) ? 'start' : null) },
            {
              debugName: 'texts',
              // One request per language instead of one per namespace.
              test: (id) => SHELL_TEXTS.test(id),
              name: (id) => `texts-${SHELL_TEXTS.exec(id)?.[1] ?? 'other'}`,
            },
            // Each piece is a request, and browsers ask six at a time: what every visit needs comes in few of them.
            { test: /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|zod)\//, name: 'base' },
            { test: /\/node_modules\/@tabler\/icons-react\//, name: 'icons', minShareCount: 2 },
            // The inside of the component library and what the shell is made of; every signed-in screen stands on it.
            { test: KIT, name: 'kit' },
            // What draws a model with the library of charts: comes with it, also for pictures.
            { test: /\/contract\/charts\/chart-option\.ts/, name: 'echarts-options' },
            // A hundred small pieces in a few: each costs a turn on the wire, and small ones compress badly.
            {
              debugName: 'first screens',
              name: (id, graph) => (ofBoard(id, graph) ? (ofEntrance(id, graph) ? 'shared' : 'shell') : null),
            },
          ],
        },
      },
    },
  },
});
