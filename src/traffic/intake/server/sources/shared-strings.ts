const PIECE_BYTES = 4 * 1024 * 1024;
const PIECE_STRINGS = 1024 * 1024;

/**
 * The strings that cells of a workbook name by number, as bytes: twenty million of one letter are 100 MB here and were
 * a gigabyte as strings of their own. With `wanted` only those are kept.
 */
export class SharedStrings {
  readonly #wanted: ReadonlySet<number> | null;
  readonly #few = new Map<number, string>();
  readonly #pieces: Buffer[] = [];
  /** Where each string begins, over all pieces. A string lies in one piece. */
  readonly #places: Float64Array[] = [];
  /** Where each piece begins. */
  readonly #begins: number[] = [];
  #used = 0;
  #count = 0;

  constructor(wanted: ReadonlySet<number> | null) {
    this.#wanted = wanted;
  }

  /** Whether all that were wanted are here. */
  get complete(): boolean {
    return this.#wanted !== null && this.#few.size === this.#wanted.size;
  }

  add(text: string): void {
    const index = this.#count++;
    if (!this.#wanted) this.#keep(index, text);
    else if (this.#wanted.has(index)) this.#few.set(index, text);
  }

  get(index: number): string | undefined {
    if (this.#wanted) return this.#few.get(index);
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count)) return undefined;
    const from = this.#placeOf(index);
    const piece = this.#pieceAt(from);
    const begin = this.#begins[piece] ?? 0;
    const bytes = this.#pieces[piece];
    // After its text stands a byte that UTF-8 never has.
    return bytes?.toString('utf8', from - begin, bytes.indexOf(END, from - begin));
  }

  #placeOf = (index: number): number => this.#places[Math.floor(index / PIECE_STRINGS)]?.[index % PIECE_STRINGS] ?? 0;

  #pieceAt(place: number): number {
    let low = 0;
    let high = this.#begins.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#begins[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #keep(index: number, text: string): void {
    const room = Buffer.byteLength(text) + 1;
    let piece = this.#pieces.at(-1);
    if (!piece || this.#used + room > piece.length) {
      this.#begins.push((this.#begins.at(-1) ?? 0) + (piece?.length ?? 0));
      piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, room));
      this.#pieces.push(piece);
      this.#used = 0;
    }
    if (index % PIECE_STRINGS === 0) this.#places.push(new Float64Array(PIECE_STRINGS));
    const places = this.#places.at(-1);
    if (places) places[index % PIECE_STRINGS] = (this.#begins.at(-1) ?? 0) + this.#used;
    this.#used += piece.write(text, this.#used);
    piece[this.#used++] = END;
  }
}

const END = 0xff;
