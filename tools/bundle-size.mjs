// Gzipped script a visitor loads per screen, read from Vite's manifest. Fails when a budget is broken.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../dist/web/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8'));
/** Source files by their end; chunks made of several files by the start of their name. */
const matches = (key, part) => (part.startsWith('_') ? key.startsWith(part) : key.endsWith(part));
const entryOf = (part) => {
  const found = Object.keys(manifest).find((key) => matches(key, part));
  if (!found) throw new Error(`Nothing built for ${part}`);
  return found;
};

/** Files behind entries with everything they import statically. */
function filesOf(entries) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  entries.map(entryOf).forEach(visit);
  return new Set([...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
}

const gzipped = (file) => gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length;
const kilobytes = (files) => [...files].reduce((sum, file) => sum + gzipped(file), 0) / 1000;

const SIGN_IN = ['index.html', 'start-sign-in.tsx', 'signin.en.json', 'errors.en.json'];
const SHELL = ['index.html', 'start-app.tsx', '_texts-en', 'errors.en.json'];
const SCREENS = [
  { name: 'sign-in', entries: SIGN_IN, budget: 200 },
  { name: 'sign-in with human check', entries: [...SIGN_IN, 'altcha-parts.ts'], budget: 200 },
  { name: 'shell', entries: SHELL, budget: 330 },
  { name: 'board before charts', entries: [...SHELL, 'board-page.tsx', 'board.en.json'], budget: 330, optional: true },
  {
    name: 'board with charts',
    entries: [...SHELL, 'board-page.tsx', 'board.en.json', 'echarts-parts.ts'],
    budget: 550,
    optional: true,
  },
];

let broken = false;
for (const { name, entries, budget, optional } of SCREENS) {
  if (optional && !entries.every((part) => Object.keys(manifest).some((key) => matches(key, part)))) continue;
  const size = kilobytes(filesOf(entries));
  broken ||= size > budget;
  console.log(
    `${name.padEnd(28)} ${size.toFixed(1).padStart(7)} kB gz of ${budget} kB${size > budget ? '  OVER BUDGET' : ''}`,
  );
}
process.exitCode = broken ? 1 : 0;
