import type { TestFile } from './test-titles.mjs';

export interface OpenGroup {
  why: string;
  ids: string[];
}
export interface SpecRows {
  /** Ids by area. */
  rows: Record<string, string[]>;
  /** Why rows are open; a row that a test has come to name drops out by itself. */
  open: OpenGroup[];
}
export function readRows(): SpecRows;
export function provenIds(files: TestFile[], ids: ReadonlySet<string>): Set<string>;
export function specMap(spec: SpecRows, files: TestFile[]): string;
