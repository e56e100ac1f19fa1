import { readFile } from 'node:fs/promises';
import { type CountryResponse, Reader } from 'maxmind';
import { formatAddress } from '#platform/contract/address-words.ts';
import { Ranges } from './ranges.ts';

export interface CountryTable {
  /** ISO 3166 alpha-2, '' when unknown. */
  find(address: string): string;
  /** IPv4 as disjoint ranges; equal values are equal countries. Made when first asked for, in 0.1 s. */
  blocks(): Ranges;
}

/**
 * Any mmdb with `country.iso_code` or `country_code`: other databases
 * nest the code under `country`, the packaged one does not.
 */
export async function openCountries(path: string): Promise<CountryTable> {
  const bytes = await readFile(path);
  const reader = new Reader<CountryResponse & { country_code?: string }>(bytes);
  const find = (address: string): string => {
    const found = reader.get(address);
    return found?.country_code ?? found?.country?.iso_code ?? '';
  };
  let blocks: Ranges | undefined;
  return {
    find,
    blocks: () => {
      blocks ??= readBlocks(bytes, reader.metadata, find);
      return blocks;
    },
  };
}

/** Walks the search tree of the file: https://maxmind.github.io/MaxMind-DB/#binary-search-tree-section */
function readBlocks(
  bytes: Buffer,
  { nodeCount, recordSize, ipVersion }: { nodeCount: number; recordSize: number; ipVersion: number },
  find: (address: string) => string,
): Ranges {
  const child = (node: number, right: boolean): number => {
    const at = node * (recordSize / 4);
    if (recordSize === 24) return bytes.readUIntBE(right ? at + 3 : at, 3);
    if (recordSize === 32) return bytes.readUInt32BE(right ? at + 4 : at);
    const middle = bytes.readUInt8(at + 3);
    return right
      ? (middle & 0x0f) * 0x1000000 + bytes.readUIntBE(at + 4, 3)
      : (middle >>> 4) * 0x1000000 + bytes.readUIntBE(at, 3);
  };
  const starts: number[] = [];
  const ends: number[] = [];
  const values: number[] = [];
  const codes: string[] = [];
  const codeOfRecord = new Map<number, number>();
  const indexOf = (record: number, start: number): number => {
    let index = codeOfRecord.get(record);
    if (index === undefined) {
      const code = find(formatAddress([start]));
      index = codes.indexOf(code) < 0 ? codes.push(code) - 1 : codes.indexOf(code);
      codeOfRecord.set(record, index);
    }
    return index;
  };
  const visit = (record: number, start: number, size: number): void => {
    if (record >= nodeCount) {
      const value = indexOf(record, start);
      const last = values.length - 1;
      if (values[last] === value && ends[last] === start - 1) {
        ends[last] = start + size - 1;
        return;
      }
      starts.push(start);
      ends.push(start + size - 1);
      values.push(value);
      return;
    }
    visit(child(record, false), start, size / 2);
    visit(child(record, true), start + size / 2, size / 2);
  };
  let root = 0;
  if (ipVersion === 6) for (let bit = 0; bit < 96 && root < nodeCount; bit++) root = child(root, false);
  visit(root, 0, 2 ** 32);
  return new Ranges(1, Uint32Array.from(starts), Uint32Array.from(ends), Uint32Array.from(values));
}
