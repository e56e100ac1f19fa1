import { Command as Program } from 'commander';
import { openContext } from '#app/server/open-context.ts';
import { jobsOf } from '#app/server/start-jobs.ts';
import { type Config, PROCESS_ROLES, readConfig } from '#platform/server/config.ts';
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
import { controlSocketOf, runOnServer } from './control.ts';
import { move } from './move.ts';
import { terminalPrinter } from './print.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { verify } from './verify.ts';

/** Runs a command where the data folder is held: in the running server, or here when nobody holds it. */
async function run<A>(command: Command<A>, args: A, config: Config): Promise<number> {
  const print = terminalPrinter();
  const answer = await runOnServer(controlSocketOf(config.dataFolder), command.name, args, print);
  if (answer !== null) return answer;
  const context = await openContext(config, (_title, work) => work(), { looks: command.looks ?? false });
  try {
    // What looks at changed figures waits in its queue for the next start.
    await context.jobs.declare(jobsOf(context));
    return await command.run(context, args, print);
  } finally {
    await context.close();
  }
}

interface ListOptions {
  kind: string;
  title?: string;
  licence?: string;
  shrink?: boolean;
}

/** Runs a command and leaves its exit code to the process. */
type Runs = <A>(command: Command<A>, args: A) => Promise<void>;

function commandsOfTraffic(program: Program, runs: Runs): void {
  program
    .command('import <file>')
    .description('import a traffic file: AppsFlyer, Adjust, web log, CSV, NDJSON, XLSX, Parquet')
    .requiredOption('-p, --package <name>', 'package the traffic belongs to')
    .option('--time-zone <zone>', 'time zone of times without one')
    .option('--kind <kind>', 'event kind, where the file does not say')
    .option('--day-order <order>', 'dmy or mdy, for dates such as 03/04/2026')
    .option('--decimal <mark>', 'decimal mark: . or ,')
    .option('--currency <code>', 'currency of amounts without one')
    .action((file: string, options: { package: string }) => runs(importFile, { ...options, file, cwd: process.cwd() }));

  program
    .command('sweep')
    .description('make the facts about sources anew and judge by them; the server does so every hour')
    .option('-p, --package <name>', 'one package instead of all')
    .option('--from <day>', 'first day, YYYY-MM-DD in UTC; eight days by default')
    .option('--to <day>', 'last day; today by default')
    .option('--refill', 'first make the facts anew that events have from other events; all days by default', false)
    .action((options: { package?: string; from?: string; to?: string; refill: boolean }) => runs(sweep, options));

  program
    .command('rejudge')
    .description('judge every event of a package anew, also those whose verdict cannot have changed')
    .requiredOption('-p, --package <name>', 'the package')
    .option('--from <day>', 'first day, YYYY-MM-DD in UTC; all days by default')
    .option('--to <day>', 'last day')
    .action((options: { package: string; from?: string; to?: string }) => runs(rejudge, options));
}

function commandsOfAdministration(program: Program, runs: Runs): void {
  program
    .command('backup <folder>')
    .description('a backup of everything into an empty folder, while the server runs')
    .option('--without-secrets', 'leave the keys of sign-ins and authenticators out', false)
    .action((folder: string, { withoutSecrets }: { withoutSecrets: boolean }) =>
      runs(backup, { folder, cwd: process.cwd(), secrets: !withoutSecrets }),
    );

  program
    .command('doctor')
    .description(
      'what runs, sizes, free disk; whether what was acknowledged is stored once; damaged parts, last backup',
    )
    .option('--deep', 'also read all that is stored and hold it against its sums', false)
    .action(({ deep }: { deep: boolean }) => runs(doctor, { deep }));

  program
    .command('lists [action] [id] [file]')
    .description(
      'lists behind the facts: show; load <id> <file or https address> --kind <kind>; rollback <id> <version>; remove <id>',
    )
    .option('--kind <kind>', 'what the list is for', '')
    .option('--title <title>', 'shown name')
    .option('--licence <licence>', 'what its owner allows')
    .option('--shrink', 'take a list that lost more than half of its entries')
    .action((action = 'show', id = '', file = '', options: ListOptions) =>
      runs(lists, { action, id, file, cwd: process.cwd(), ...options }),
    );

  program
    .command('sql [question]')
    .description('ask the stored traffic, read only, as CSV; without a question the tables are listed')
    .option('--describe <table>', 'columns of a table and what they mean', '')
    .option('--seconds <n>', 'longest time of the question', '60')
    .action((query = '', { describe, seconds }: { describe: string; seconds: string }) =>
      runs(sql, { query, describe, seconds: Number(seconds) || 60 }),
    );

  program
    .command('mail')
    .description('read the local mailbox, or what the mail server was given')
    .option('--save <folder>', 'copy the files of the shown mails there', '')
    .action(({ save }: { save: string }) => runs(mail, { save, cwd: process.cwd() }));

  program
    .command('secrets')
    .description('make the secrets production asks for, and check them')
    .action(() => runs(secrets, {}));

  program
    .command('create-admin <email>')
    .description('create an administrator; prints a random password once')
    .option('--name <name>', 'shown name', 'Administrator')
    .action((email: string, options: { name: string }) => runs(createAdmin, { email, ...options }));
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const runs: Runs = async (command, args) => {
    process.exitCode = await run(command, args, config);
  };
  const program = new Program('adsieve')
    .description('Which ad traffic is real, and why the rest is not.')
    .showHelpAfterError();
  program
    .command('serve')
    .description('start everything, or the roles named, and serve')
    .option('--demo', 'with labelled demo data and four sign-ins', false)
    .option('--role <role...>', `start a part only: ${PROCESS_ROLES.join(', ')}; like ADSIEVE_ROLES`)
    .action(({ demo, role }: { demo: boolean; role?: string[] }) =>
      serve(role ? readConfig({ ...process.env, ADSIEVE_ROLES: role.join(',') }) : config, { demo }),
    );
  program
    .command('restore <backup>')
    .description('a backup into an empty data folder; every part is held against its hash')
    .option('--data <folder>', 'the empty folder; else ADSIEVE_DATA')
    .action((from: string, { data }: { data?: string }) => restore(from, data, config));
  program
    .command('move')
    .description(
      'the embedded engines of the data folder to those of DATABASE_URL and CLICKHOUSE_URL, its files to S3_BUCKET; all are empty',
    )
    .option('--files', 'only the files; the engines stay where they are', false)
    .action(({ files }: { files: boolean }) => move(config, { files }));
  program
    .command('verify <file>')
    .description('whether an evidence file is as it was signed, and its events add up to what it claims')
    .option('--key <fingerprint>', 'of the key it must be signed with, as the issuer told it', '')
    .action(async (file: string, { key }: { key: string }) => {
      process.exitCode = await verify(file, key);
    });
  commandsOfTraffic(program, runs);
  commandsOfAdministration(program, runs);
  await program.parseAsync();
}

// Who reads what we say may go away, as `head` does; what was asked for is done all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
