export interface TestFile {
  /** From the root, with forward slashes. */
  file: string;
  titles: string[];
}
export const ROOT: string;
export function testFiles(): TestFile[];
