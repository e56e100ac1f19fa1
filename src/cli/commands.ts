import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { createAdmin } from './commands/create-admin.ts';
import { doctor } from './commands/doctor.ts';
import { importFile } from './commands/import-file.ts';
import { lists } from './commands/lists.ts';
import { mail } from './commands/mail.ts';
import { rejudge } from './commands/rejudge.ts';
import { secrets } from './commands/secrets.ts';
import { sql } from './commands/sql.ts';
import { sweep } from './commands/sweep.ts';

/** What a running server does for a command line beside it. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [backup, createAdmin, doctor, importFile, lists, mail, rejudge, sweep, secrets, sql].map((command) => [
    command.name,
    command as Command,
  ]),
);
