/**
 * Writes docs/rooms.md: the rooms of `src/traffic`, their floors,
 * sizes and who uses whom. `npm run sync`; a test keeps it true.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOMS } from './rooms.mjs';
import { ROOT } from './test-titles.mjs';

const PAGE = join(ROOT, 'docs/rooms.md');
const NOT_PRODUCT = /\.test\.tsx?$|\/testing\//;

/** Files of the product in a room, with their text. */
function filesOf(room) {
  const folder = join(ROOT, 'src/traffic', room);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !NOT_PRODUCT.test(`/${path}`))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

const used = (texts) =>
  new Set(texts.flatMap((text) => [...text.matchAll(/from '#traffic\/([a-z-]+)\//g)].map(([, room]) => room)));

export function roomsPage() {
  const rooms = Object.entries(ROOMS).map(([name, room]) => {
    const texts = filesOf(name);
    return { name, ...room, uses: [...used(texts)].filter((other) => other !== name) };
  });
  const floors = [...new Set(rooms.map(({ floor }) => floor))].sort((a, b) => b - a);
  const id = (name) => name.replaceAll('-', '_');
  return [
    '# Rooms of `src/traffic`',
    '',
    'Each room is cut as every slice is: `contract` (runs anywhere), `server` (Node), `web` (browser), `testing`. A room imports lower floors only; its contract is open to all, of the rest only what `tools/rooms.mjs` names. Written by `npm run sync`; `test/architecture.test.ts` holds it.',
    '',
    '```mermaid',
    'flowchart BT',
    ...floors
      .toReversed()
      .flatMap((floor) => [
        `  subgraph floor_${floor}[floor ${floor}]`,
        ...rooms.filter((room) => room.floor === floor).map(({ name }) => `    ${id(name)}[${name}]`),
        '  end',
      ]),
    ...rooms.flatMap(({ name, uses }) => uses.sort().map((other) => `  ${id(name)} --> ${id(other)}`)),
    '```',
    '',
    ...rooms
      .toSorted((a, b) => b.floor - a.floor)
      .flatMap(({ name, floor, about, open }) => [
        `## ${name}`,
        '',
        `${about}. Floor ${floor}.`,
        '',
        `Open to others beside its contract: ${open.length === 0 ? 'nothing' : open.map((path) => `\`${path}\``).join(', ')}.`,
        '',
      ]),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, roomsPage());
