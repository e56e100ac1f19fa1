import type { Server } from 'node:net';
import type { AppContext } from '#app/server/app-context.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { loadDemo } from '#app/server/load-demo.ts';
import { openContext } from '#app/server/open-context.ts';
import { WEB } from '#app/server/places.ts';
import { starts } from '#app/server/process-roles.ts';
import { startJobs } from '#app/server/start-jobs.ts';
import { DEMO_PLANS } from '#demo/plans.ts';
import { type Config, PROCESS_ROLES } from '#platform/server/config.ts';
import { createLog } from '#platform/server/log.ts';
import { requireSecrets } from '#platform/server/secrets.ts';
import { COMMANDS } from './commands.ts';
import { controlSocketOf, listenForCommands } from './control.ts';
import { requireFreePort } from './free-port.ts';
import { OPERATOR } from './operator.ts';
import { stepPrinter, terminalPrinter } from './print.ts';

/** Connections that may wait to be taken up: a flood of new ones hears 503 instead of nothing. The system may allow fewer. */
const BACKLOG = 4096;
/** How long open requests may take to finish after the stop was asked for. */
const GRACE_MS = 10_000;

/** Starts what the roles of the process say, says where it is, and stops in order on SIGINT or SIGTERM. */
export async function serve(given: Config, options: { demo: boolean }): Promise<void> {
  const config = options.demo && given.plans.length === 0 ? { ...given, plans: DEMO_PLANS } : given;
  if (options.demo && !PROCESS_ROLES.every((role) => config.roles.includes(role)))
    throw new Error('--demo loads its traffic itself and needs all roles in one process.');
  if (config.mode === 'production') requireSecrets(config.dataFolder);
  await requireFreePort(config);
  const print = terminalPrinter();
  const step = stepPrinter(print);
  const log = createLog(config.logLevel);
  const context = await openContext(config, step, { alarm: (alarm) => log.error(alarm, 'engine alarm') });
  const demo = options.demo ? await loadDemo(OPERATOR, context, step, print.progress) : [];
  const app = await createApp(context, { web: WEB, log });
  const work = await startJobs(context, {
    onFailure: (err, job) =>
      log.error(
        { err, job: job ?? 'loading live traffic' },
        'a job failed; it is tried again, or shown on the page of the server',
      ),
    onWait: () => print.line('Another process works on the jobs of this database; this one takes over when it ends.'),
    onLost: () => {
      print.line(
        'Another process has taken over the jobs of this database: ending, for two would take the same import.',
      );
      process.exit(1);
    },
  });
  // Where several processes share a data folder, its commands are done by the one that does its jobs.
  let control: Server | undefined;
  const listening = work.begun.then(async () => {
    control = await listenForCommands(controlSocketOf(context.folder.path), context, COMMANDS);
  });
  listening.catch((err: unknown) => log.error({ err }, 'nobody works on jobs and commands here'));
  if (work.isOurs) await listening;
  const address = await step('Web server', () =>
    app.http.listen({ host: config.host, port: config.port, backlog: BACKLOG }),
  );
  context.folder.setAddress(address);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    print.line(`
${signal}: stopping`);
    control?.close();
    await Promise.race([app.http.close(), new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    await work.stop();
    await context.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          print.line(error instanceof Error ? (error.stack ?? error.message) : String(error));
          process.exit(1);
        },
      );
    });
  }

  await printWelcome(address, app, demo, context, print.line);
}

async function printWelcome(
  address: string,
  app: App,
  demo: readonly { title: string; email: string; password: string }[],
  context: AppContext,
  line: (text: string) => void,
): Promise<void> {
  line('');
  const { roles } = context.config;
  if (!starts(roles, 'pages')) {
    line(`  Adsieve (${roles.join(', ')}) is ready:  ${address}\n`);
    return;
  }
  const setupToken = await app.setupToken();
  if (setupToken) {
    line(`  Open this link once to create the administrator:\n\n    ${address}/setup?token=${setupToken}`);
  } else {
    line(`  Adsieve is ready:  ${address}`);
  }
  if (demo.length > 0) {
    line('');
    for (const person of demo) line(`    ${person.title.padEnd(14)} ${person.email.padEnd(30)} ${person.password}`);
  }
  if (app.mailboxToken)
    line(`\n  No mail server is set. Mails: npm run adsieve -- mail, or ${address}/mailbox#token=${app.mailboxToken}`);
  line(`\n  Data: ${context.folder.path}    Stop: Ctrl+C\n`);
}
