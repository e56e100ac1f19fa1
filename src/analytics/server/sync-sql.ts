/** `npm run sync`: rewrites the committed SQL of the boards. Review the difference as you would code. */
import { writeFile } from 'node:fs/promises';
import { BOARDS } from '../contract/boards/registry.ts';
import { sqlPathOf, sqlTextOf } from './sql-text.ts';

await Promise.all(BOARDS.map((board) => writeFile(sqlPathOf(board), sqlTextOf(board))));
