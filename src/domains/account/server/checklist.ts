import { and, count, eq, inArray, isNotNull, ne, notInArray, or } from 'drizzle-orm';
import { may, requirePackage, type Scope, SYSTEM } from '#platform/server/access/scope.ts';
import { packageTable, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { STORED } from '#traffic/intake/server/import-store.ts';
import { importTable } from '#traffic/intake/server/import-tables.ts';
import { ruleSetTable, whiteListTable } from '#traffic/judge/server/tables.ts';
import { CHECKLIST, type ChecklistItem, type ChecklistStep } from '../contract/onboarding.ts';
import type { AccountDeps } from './account-deps.ts';

/** Pages where a step is done, the best first. A step whose page is not built says so. */
const SCREENS: Readonly<Record<ChecklistStep, readonly string[]>> = {
  package: ['package-add'],
  first_data: ['import'],
  rule: ['rules', 'white-list'],
  alert: ['alert-page', 'alerts'],
  invite: ['users', 'management-user'],
};

/** How far an account is on its way from empty to working, read from what is really stored. */
export async function checklistOf(
  scope: Scope,
  { database, pages, hasAlerts }: Pick<AccountDeps, 'database' | 'pages' | 'hasAlerts'>,
  packageName: string,
): Promise<ChecklistItem[]> {
  if (packageName !== '') requirePackage(scope, packageName);
  const done =
    packageName === ''
      ? new Set<ChecklistStep>()
      : await doneSteps(database, packageName, await hasAlerts(packageName));
  return CHECKLIST.map((step) => {
    const page = SCREENS[step].map((id) => pages.find((each) => each.id === id)).find((each) => each !== undefined);
    const allowed = page !== undefined && (!page.permission || may(scope, page.permission));
    return {
      step,
      done: done.has(step),
      route: allowed ? page.paths[0] : null,
      missing: page === undefined,
    };
  });
}

/** What people have done: neither what the product brings along nor what makes up the demo. */
async function doneSteps({ db }: Database, packageName: string, alerts: boolean): Promise<Set<ChecklistStep>> {
  const own = and(
    eq(importTable.packageName, packageName),
    or(ne(importTable.createdBy, SYSTEM.userName), importTable.live),
  );
  const [pkg, data, rules, listed, people] = await Promise.all([
    db.select({ demo: packageTable.demo }).from(packageTable).where(eq(packageTable.name, packageName)),
    db
      .select({ n: count() })
      .from(importTable)
      .where(and(own, inArray(importTable.state, STORED), isNotNull(importTable.lastTs))),
    db
      .select({ n: count() })
      .from(ruleSetTable)
      .where(and(eq(ruleSetTable.packageName, packageName), notInArray(ruleSetTable.author, ['', SYSTEM.userName]))),
    db
      .select({ n: count() })
      .from(whiteListTable)
      .where(and(eq(whiteListTable.packageName, packageName), ne(whiteListTable.author, SYSTEM.userName))),
    db.select({ n: count() }).from(userPackage).where(eq(userPackage.packageName, packageName)),
  ]);
  const some = (rows: readonly { n: number }[], more = 0): boolean => (rows[0]?.n ?? 0) > more;
  const isOwn = pkg[0]?.demo === false;
  const facts: Readonly<Record<ChecklistStep, boolean>> = {
    package: isOwn,
    first_data: some(data),
    rule: some(rules) || some(listed),
    alert: alerts,
    // The people of the demo came with it.
    invite: isOwn && some(people, 1),
  };
  return new Set(CHECKLIST.filter((step) => facts[step]));
}
