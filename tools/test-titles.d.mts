export interface TestTitle {
  title: string;
  /** The ids stand in the table of cases, not in the title itself. */
  fromTable: boolean;
}
export interface TestFile {
  /** From the root, with forward slashes. */
  file: string;
  source: string;
  titles: TestTitle[];
}
export const ROOT: string;
export function titlesIn(source: string): TestTitle[];
export function testFiles(): TestFile[];
