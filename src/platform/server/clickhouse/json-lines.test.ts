import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { jsonLines } from './json-lines.ts';

const read = async (bytes: Readable): Promise<unknown[]> => {
  const rows: unknown[] = [];
  for await (const row of jsonLines(bytes)) rows.push(row);
  return rows;
};

it('reads rows from pieces cut anywhere, within a character too', async () => {
  const bytes = Buffer.from('["name","n"]\n["ä\\n😀",1]\n["",null]\n');
  const rows = [
    { name: 'ä\n😀', n: 1 },
    { name: '', n: null },
  ];
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    expect(await read(Readable.from(pieces))).toEqual(rows);
  }
  expect(await read(Readable.from([]))).toEqual([]);
});

it('ends its stream when the reader leaves, and ends with it when the stream is ended meanwhile', async () => {
  const endless = () =>
    new Readable({
      read() {
        if (this.readableLength === 0 && !this.readableFlowing) this.push('["n"]\n[1]\n');
      },
    });
  const left = endless();
  for await (const _ of jsonLines(left)) break;
  expect(left.destroyed).toBe(true);
  const silent = new Readable({ read() {} });
  silent.push('["n"]\n[1]\n');
  const reading = read(silent);
  setTimeout(() => silent.destroy(), 20);
  await expect(reading).rejects.toThrow(/Premature close/);
});
