import type { AnyBoard } from '#analytics/contract/board.ts';

type Question = readonly [pkg: string, from: string, to: string];
const PLACEHOLDERS: Question = ['{package}', '{from}', '{to}'];

/** Name of the file a card is downloaded as. The server's own name is held against this by a test. */
export const csvNameOf = ({ fileId }: AnyBoard, [pkg, from, to] = PLACEHOLDERS): string =>
  `${pkg}_${from}_To_${to}_${fileId}.csv`;
