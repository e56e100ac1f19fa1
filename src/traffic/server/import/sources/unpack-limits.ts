import { ImportRefused } from '../import-error.ts';

/** Real logs reach 50:1; deflate cannot exceed 1,032:1, which only a bomb comes near. */
const MAX_RATIO = 250;
/** Below this much output the ratio says nothing: a small file of equal lines is harmless. */
const RATIO_COUNTS_FROM = 256 * 1024 * 1024;
const MAX_UNPACKED = 1024 ** 4;

/** Counts unpacked bytes and refuses a file that is made to fill the disk. */
export class BombGuard {
  readonly #name: string;
  readonly #packed: () => number;
  #unpacked = 0;

  constructor(name: string, packed: () => number) {
    this.#name = name;
    this.#packed = packed;
  }

  add(bytes: number): void {
    this.#unpacked += bytes;
    const tooDense = this.#unpacked > RATIO_COUNTS_FROM && this.#unpacked > MAX_RATIO * Math.max(1, this.#packed());
    if (tooDense || this.#unpacked > MAX_UNPACKED) {
      throw new ImportRefused('bomb', { name: this.#name, n: String(MAX_RATIO) });
    }
  }
}
