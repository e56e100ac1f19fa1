import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { BrokenAnswer, ForeignAnswer, partOf, rowsOf, unframed } from './answer-frame.ts';

const [MINE, OTHER] = ['board-0f3c', 'board-9a41'];

it('reads rows by the names that come before them, and no rows as none', () => {
  expect(rowsOf(`${MINE}["name","n"],["a",1],["b,]",null]${MINE}`, MINE)).toEqual([
    { name: 'a', n: 1 },
    { name: 'b,]', n: null },
  ]);
  expect(rowsOf(`${MINE}["name","n"],${MINE}`, MINE)).toEqual([]);
});

it('refuses what another statement left before an answer, whole or cut anywhere, and an answer of another', () => {
  const left = `${OTHER}["name"],["canary 1"],["canary 2"]${OTHER}`;
  const own = `${MINE}["name"],["own"]${MINE}`;
  for (let cut = 1; cut <= left.length; cut++) {
    expect(() => rowsOf(left.slice(0, cut) + own, MINE)).toThrow(ForeignAnswer);
    expect(() => partOf(Buffer.from(left.slice(0, cut) + own), MINE)).toThrow(ForeignAnswer);
  }
  for (const answer of [left, '', '[]', own.replaceAll(MINE, '')]) {
    expect(() => rowsOf(answer, MINE)).toThrow(ForeignAnswer);
    expect(() => partOf(Buffer.from(answer), MINE)).toThrow(ForeignAnswer);
  }
});

it('refuses an answer with another in its midst', () => {
  expect(() => rowsOf(`${MINE}["name"],["a"]${OTHER}["b"]${MINE}`, MINE)).toThrow(ForeignAnswer);
  expect(() => partOf(Buffer.from(`${MINE}a\n${MINE}b\n${MINE}`), MINE)).toThrow(ForeignAnswer);
});

it('refuses an answer that broke off, wherever', () => {
  const own = `${MINE}["name"],["a"],["b"]${MINE}`;
  for (let cut = MINE.length; cut < own.length; cut++)
    expect(() => rowsOf(own.slice(0, cut), MINE), own.slice(0, cut)).toThrow(BrokenAnswer);
});

const inPieces = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );

it('takes the marks off a stream cut anywhere, and refuses one of another or one that broke off', async () => {
  const body = 'a,1\nbé,2\n';
  const own = Buffer.from(`${MINE}${body}${MINE}`);
  for (let size = 1; size <= own.length; size++) {
    const read = (bytes: Buffer) => text(Readable.from(unframed(inPieces(bytes, size), MINE)));
    expect(await read(own)).toBe(body);
    expect(await read(Buffer.from(MINE + MINE))).toBe('');
    await expect(read(own.subarray(0, -1))).rejects.toBeInstanceOf(BrokenAnswer);
    await expect(read(Buffer.from(`${OTHER}x\n${OTHER}`))).rejects.toBeInstanceOf(ForeignAnswer);
    await expect(read(Buffer.alloc(0))).rejects.toBeInstanceOf(ForeignAnswer);
  }
});
