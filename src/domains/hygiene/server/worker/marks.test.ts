import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { drawn } from '../../testing/use-hygiene.ts';
import { findMarks } from './marks.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-marks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const leaf = await drawn('<path d="M40 100 C40 20 140 10 160 10 C160 60 120 110 40 100 Z" fill="#4a2"/>', 200, 120);
const word = await drawn('<text x="14" y="80" font-size="60" font-family="serif" fill="#a11">Dunmore</text>', 300, 120);
const marks = [
  { name: 'Leaf', picture: leaf },
  { name: 'Word', picture: word },
];

/** An advertisement with things on it, and the mark so wide and turned so far. */
async function withMark(name: string, mark: Buffer, width: number, degrees: number): Promise<string> {
  const things =
    '<rect x="60" y="420" width="420" height="240" fill="#369"/><circle cx="980" cy="240" r="150" fill="#c84"/><text x="560" y="600" font-size="90" font-family="sans-serif" fill="#fff">Half the price</text>';
  const pasted = await sharp(mark).resize(width).rotate(degrees, { background: '#ffffff' }).toBuffer();
  const path = join(folder, name);
  await sharp(await drawn(things, 1_280, 720, '#7a8c6f'))
    .composite([{ input: pasted, left: 90, top: 60 }])
    .jpeg({ quality: 88 })
    .toFile(path);
  return path;
}

it('finds marks large, small and turned by a few degrees, and none that is not there', async () => {
  const found = async (path: string) => (await findMarks(path, marks)).map(({ name }) => name);
  for (const { name, picture } of marks)
    for (const [width, degrees] of [
      [430, 0],
      [140, 0],
      [260, 7],
    ] as const)
      expect([name, width, await found(await withMark(`${name}-${width}`, picture, width, degrees))]).toEqual([
        name,
        width,
        [name],
      ]);
  expect(await found(await withMark('none', await drawn('', 40, 40), 60, 0))).toEqual([]);
}, 60_000);

it('says where on the picture a mark is', async () => {
  const [{ place, confidence } = { place: [], confidence: 0 }] = await findMarks(
    await withMark('placed', leaf, 320, 0),
    marks,
  );
  expect(confidence).toBeGreaterThan(0.9);
  for (const [at, share] of [90 / 1_280, 60 / 720, 320 / 1_280, 192 / 720].entries())
    expect(Math.abs((place[at] ?? 0) - share)).toBeLessThan(0.02);
}, 60_000);
