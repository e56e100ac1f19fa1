import { and, count, eq, isNotNull, ne } from 'drizzle-orm';
import type { Page } from '#platform/contract/page.ts';
import { may, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { importTable } from '#traffic/intake/server/import-tables.ts';
import { ruleSetTable, whiteListTable } from '#traffic/judge/server/tables.ts';
import { CHECKLIST, type ChecklistItem, type ChecklistStep } from '../contract/onboarding.ts';

/** Pages where a step is done, the best first. A step whose page is not built says so. */
const SCREENS: Readonly<Record<ChecklistStep, readonly string[]>> = {
  package: ['user-profile'],
  source: ['import'],
  first_data: ['import'],
  rule: ['rules', 'white-list'],
  alert: ['alert-page', 'alerts'],
  invite: ['users', 'management-user'],
};

/** How far an account is on its way from empty to working, read from what is really stored. */
export async function checklistOf(
  scope: Scope,
  database: Database,
  packageName: string,
  pages: readonly Page[],
): Promise<ChecklistItem[]> {
  if (packageName !== '') requirePackage(scope, packageName);
  const done = packageName === '' ? new Set<ChecklistStep>() : await doneSteps(database, packageName);
  return CHECKLIST.map((step) => {
    const page = SCREENS[step].map((id) => pages.find((each) => each.id === id)).find((each) => each !== undefined);
    const allowed = page !== undefined && (!page.permission || may(scope, page.permission));
    return {
      step,
      done: done.has(step),
      route: allowed && step !== 'package' ? page.paths[0] : null,
      missing: page === undefined,
    };
  });
}

async function doneSteps({ db }: Database, packageName: string): Promise<Set<ChecklistStep>> {
  const own = eq(importTable.packageName, packageName);
  const [imports, data, rules, listed, people] = await Promise.all([
    db.select({ n: count() }).from(importTable).where(own),
    db
      .select({ n: count() })
      .from(importTable)
      .where(and(own, eq(importTable.state, 'done'), isNotNull(importTable.lastTs))),
    db
      .select({ n: count() })
      .from(ruleSetTable)
      .where(and(eq(ruleSetTable.packageName, packageName), ne(ruleSetTable.author, ''))),
    db.select({ n: count() }).from(whiteListTable).where(eq(whiteListTable.packageName, packageName)),
    db.select({ n: count() }).from(userPackage).where(eq(userPackage.packageName, packageName)),
  ]);
  const some = (rows: readonly { n: number }[], more = 0): boolean => (rows[0]?.n ?? 0) > more;
  const facts: Readonly<Record<ChecklistStep, boolean>> = {
    package: true,
    source: some(imports),
    first_data: some(data),
    rule: some(rules) || some(listed),
    // Nothing stores an alert yet, so nobody has one.
    alert: false,
    invite: some(people, 1),
  };
  return new Set(CHECKLIST.filter((step) => facts[step]));
}
