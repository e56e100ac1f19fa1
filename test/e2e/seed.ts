/**
 * Fills a data folder before the server starts: the two demo packages with a month of small traffic, a package without
 * any, and one person of every role with an open session. A process of its own, since the engine binds one folder per
 * process. Prints the people as JSON.
 */
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { DEMO_PACKAGES } from '#demo/packages.ts';
import { PUBLISHERS } from '#demo/publishers.ts';
import { writeDemoFiles } from '#demo/write-files.ts';
import { createUser, type NewUser, toAuthData } from '#domains/account/server/users.ts';
import { keepSamples } from '#domains/relevancy/server/catalogue-store.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { createSessions } from '#platform/server/access/sessions.ts';
import { createTokens } from '#platform/server/access/tokens.ts';
import { readConfig } from '#platform/server/config.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { EMPTY_PACKAGE, PASSWORD } from './people.ts';

const EVENTS = 12_000;
const DAYS = 30;

const context = await openContext(readConfig(process.env), (_title, work) => work());
const { database, clock, folder } = context;

const files = await writeDemoFiles(join(folder.path, 'demo'), {
  seed: 7,
  endDay: todayIn('UTC', clock.now()),
  days: DAYS,
  events: EVENTS,
});
for (const { package: pkg, path } of files) {
  const { name, title, platform, timeZone, currency, dashboardTypes } = pkg;
  await createPackage(database, { name, title, platform, timeZone, currency, dashboardTypes, demo: true });
  const done = await importLocalFile(systemScope(), context.imports, {
    packageName: name,
    path,
    fileName: 'traffic.ndjson',
    timeZone,
  });
  if (done.state !== 'done' || done.rejected > 0) throw new Error(`The demo file was not imported: ${done.error}`);
}
await keepSamples(systemScope(), database, clock.now(), true);
const empty = { name: EMPTY_PACKAGE, title: 'Nothing Yet', platform: 'web', timeZone: 'UTC', currency: 'USD' } as const;
await createPackage(database, { ...empty, dashboardTypes: ['Visit'] });

const packages = DEMO_PACKAGES.map(({ name }) => name);
const publishers = [PUBLISHERS.ostrana.name, PUBLISHERS.mirabeck.name];
const PEOPLE: Record<string, Omit<NewUser, 'password' | 'email'>> = {
  admin: { name: 'Ada Admin', role: 'admin' },
  agency: { name: 'Alex Agency', role: 'agency', packages: [...packages, EMPTY_PACKAGE] },
  publisher: { name: 'Pia Publisher', role: 'publisher', packages, publishers },
  customer: { name: 'Casey Customer', role: 'customer', packages },
  leaver: { name: 'Lou Leaver', role: 'agency', packages },
  changer: { name: 'Cho Changer', role: 'agency', packages },
  linguist: { name: 'Lin Linguist', role: 'agency', packages },
  lander: { name: 'Lara Lander', role: 'customer', packages },
  viewer: { name: 'Vera Viewer', role: 'admin' },
  disabled: { name: 'Dee Disabled', role: 'agency', packages },
  unassigned: { name: 'Una Unassigned', role: 'agency' },
};
const sessions = createSessions(
  database,
  createTokens(Buffer.from(folder.secret('session'), 'hex'), () => clock.now()),
  () => clock.now(),
);
const made: Record<string, unknown> = {};
for (const [key, person] of Object.entries(PEOPLE)) {
  const email = `${key}@adsieve.example`;
  const user = await createUser(database, { ...person, email, password: PASSWORD });
  const token = await sessions.open(user.id, { ip: '127.0.0.1', userAgent: 'e2e' });
  made[key] = { email, password: PASSWORD, token, auth: toAuthData(user) };
}
await database.pool.query("UPDATE app_user SET disabled_at = now() WHERE email LIKE 'disabled@%'");
// On a slow machine the last file begins later than anybody may sit idle.
await database.pool.query("UPDATE session SET last_seen_at = now() + interval '1 hour'");
await context.close();
process.stdout.write(`\n${JSON.stringify(made)}\n`);
process.exit(0);
