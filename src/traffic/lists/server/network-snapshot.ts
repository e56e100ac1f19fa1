import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addressWords, type Words } from '#platform/contract/address-words.ts';
import { dayOfVersion, packageFacts, packageFolder } from './package-facts.ts';
import { Ranges } from './ranges.ts';

const PACKAGE = '@ip-location-db/asn';
const MAGIC = 'ADSIEVE-ASN-1';
const FAMILIES = [
  { file: 'asn-ipv4.csv', width: 1 },
  { file: 'asn-ipv6.csv', width: 4 },
] as const;

/** Which network an address belongs to, from the packaged routing table. */
export interface NetworkTable {
  /** Day the packaged data were made, YYYY-MM-DD. */
  date: string;
  bytes: number;
  entries: number;
  /** AS number, 0 when no network announces the address. */
  find(address: Words): number;
  /** IPv4 as disjoint ranges. */
  blocks(): Ranges;
  nameOf(asn: number): string;
}

/**
 * The AS table as a typed-array file in `folder`, built from the package's CSV the first time (about a second) and read
 * without parsing afterwards. The package's version is in the file's name, so an update builds anew.
 */
export async function openNetworkTable(folder: string): Promise<NetworkTable> {
  const { version } = packageFacts(packageFolder(PACKAGE), 'package.json');
  const name = `asn-${version}.bin`;
  const path = join(folder, name);
  if (!existsSync(path)) await store(folder, name, await build());
  const bytes = await readFile(path);
  return (
    decode(bytes, dayOfVersion(version)) ?? decode(await rebuild(folder, name), dayOfVersion(version)) ?? failed(path)
  );
}

const failed = (path: string): never => {
  throw new Error(`The network table ${path} cannot be read, not even after building it anew`);
};

async function rebuild(folder: string, name: string): Promise<Buffer> {
  const bytes = await build();
  await store(folder, name, bytes);
  return bytes;
}

/** Under another name first, so that a reader never sees half a file; tables of older versions go. */
async function store(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  await writeFile(temporary, bytes);
  await rename(temporary, join(folder, name));
  const old = (await readdir(folder)).filter((f) => /^asn-.*\.bin$/.test(f) && f !== name);
  await Promise.all(old.map((f) => rm(join(folder, f), { force: true })));
}

/** Layout: magic line and sizes as JSON in 256 bytes, the words of both families, then `number name` lines. */
async function build(): Promise<Buffer> {
  const names = new Map<number, string>();
  const words: Uint32Array[] = [];
  const sizes: number[] = [];
  for (const { file } of FAMILIES) {
    const starts: number[] = [];
    const ends: number[] = [];
    const values: number[] = [];
    const lines = createInterface({ input: createReadStream(join(packageFolder(PACKAGE), file)) });
    for await (const line of lines) {
      const [start = '', end = '', asn = '', ...rest] = line.split(',');
      const [first, last, number] = [addressWords(start), addressWords(end), Number(asn)];
      if (!first || !last || !Number.isInteger(number)) continue;
      starts.push(...first);
      ends.push(...last);
      values.push(number);
      if (!names.has(number)) names.set(number, rest.join(',').replace(/^"|"$/g, '').replaceAll('""', '"'));
    }
    words.push(Uint32Array.from(starts), Uint32Array.from(ends), Uint32Array.from(values));
    sizes.push(values.length);
  }
  const text = Buffer.from([...names].map(([asn, title]) => `${asn} ${title}`).join('\n'));
  const header = Buffer.alloc(256, ' ');
  header.write(`${MAGIC} ${JSON.stringify({ sizes, text: text.length })}`);
  return Buffer.concat([header, ...words.map((w) => Buffer.from(w.buffer)), text]);
}

function decode(file: Buffer, date: string): NetworkTable | null {
  const header = file.subarray(0, 256).toString().trim();
  if (!header.startsWith(`${MAGIC} `)) return null;
  const { sizes, text }: { sizes: number[]; text: number } = JSON.parse(header.slice(MAGIC.length + 1));
  const expected = 256 + sizes.reduce((sum, n, i) => sum + 4 * n * (2 * (FAMILIES[i]?.width ?? 0) + 1), 0) + text;
  if (file.length !== expected) return null;
  // Copied once: a pooled Buffer need not be aligned to four bytes.
  const memory = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  let offset = 256;
  const take = (length: number): Uint32Array => {
    const words = new Uint32Array(memory, offset, length);
    offset += length * 4;
    return words;
  };
  const [v4, v6] = FAMILIES.map(({ width }, i) => {
    const size = sizes[i] ?? 0;
    return new Ranges(width, take(size * width), take(size * width), take(size));
  });
  if (!v4 || !v6) return null;
  const namesText = Buffer.from(memory, offset, text);
  let names: Map<number, string> | undefined;
  return {
    date,
    bytes: file.length,
    entries: sizes.reduce((a, b) => a + b, 0),
    find: (address) => Math.max(0, (address.length === 1 ? v4 : v6).find(address)),
    blocks: () => v4,
    nameOf: (asn) => {
      names ??= new Map(
        namesText
          .toString()
          .split('\n')
          .map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(' ') + 1)]),
      );
      return names.get(asn) ?? '';
    },
  };
}
