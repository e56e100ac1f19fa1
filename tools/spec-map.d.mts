export interface SpecArea {
  title: string;
  ids: string[];
  /** Why rows of the area are open that have no reason of their own. */
  why?: string;
}
export interface SpecRows {
  areas: SpecArea[];
  /** Why these rows are open, whatever is said of their area. */
  open: { why: string; ids: string[] }[];
}
/** The part of a report of vitest that is read. */
export interface TestReport {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
export function readRows(): SpecRows;
export function readMap(): string;
export function namedBy(reports: readonly TestReport[]): Set<string>;
export function namedIn(map: string): Set<string>;
export function specMap(spec: SpecRows, named: ReadonlySet<string>): string;
