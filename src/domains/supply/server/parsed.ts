import type { SupplyFault, SupplyKind, SupplyRecord, SupplyVariable } from '../contract/supply-file.ts';

/** What a file says. */
export interface Parsed {
  says: 'records' | 'nobody' | 'nothing';
  records: SupplyRecord[];
  variables: SupplyVariable[];
  /** The first of them. */
  faults: SupplyFault[];
  faultCount: number;
}

/** Nothing is in it. Variables of a site speak of something, also without a record; those of an exchange are of its list. */
export const isEmpty = ({ kind }: { kind: SupplyKind }, { says, variables }: Parsed): boolean =>
  says === 'nothing' && (kind === 'sellers' || variables.length === 0);

const MOST_FAULTS = 200;
const SHOWN = 200;
const DOMAIN = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
/** What the database takes in no text: control characters, and halves of a sign. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

export const isDomain = (text: string): boolean => DOMAIN.test(text);

/** The beginning of a text, as the database takes it. */
export const shortened = (text: string, most: number): string => text.slice(0, most).replace(UNSTORABLE, '');

export class Faults {
  readonly list: SupplyFault[] = [];
  count = 0;
  /** `text` is asked for only if it is kept. */
  add(line: number, code: SupplyFault['code'], text: () => string): void {
    this.count += 1;
    if (this.list.length < MOST_FAULTS) this.list.push({ line, code, text: shortened(text(), SHOWN) });
  }
}

/** Of a file that is none, or too long: nothing is read of it, since whom half of it does not name may be in the rest. */
export function refused(code: SupplyFault['code'], line: number, text: string): Parsed {
  const faults = new Faults();
  faults.add(line, code, () => text);
  return { says: 'nothing', records: [], variables: [], faults: faults.list, faultCount: 1 };
}

/** Text of what somebody uploads: editors that write UTF-16 say so by its mark. */
export function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
