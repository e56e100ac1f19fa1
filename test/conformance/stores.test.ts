import { beforeAll, describe, expect, it } from 'vitest';
import { checkAudit, eachAudit, listAudit } from '#domains/audit/server/audit-store.ts';
import {
  addPackage,
  editPackage,
  listPackages,
  onePackage,
  removePackage,
} from '#domains/packages/server/package-store.ts';
import { decideRequest, listRequests } from '#domains/packages/server/request-store.ts';
import { listErasures, requireErased } from '#domains/privacy/server/erasure-store.ts';
import { accountsOf } from '#domains/privacy/server/find-person.ts';
import { listPrivacy, savePrivacy } from '#domains/privacy/server/retention-run.ts';
import { addToken, listTokens, revokeToken } from '#domains/tokens/server/token-store.ts';
import { addUser, deleteUser, editUser, endSessions, setDisabled } from '#domains/users/server/change-users.ts';
import {
  addMapping,
  editMapping,
  listMappings,
  oneMapping,
  removeMapping,
} from '#domains/users/server/mapping-store.ts';
import { removeMenuEntry, saveMenuEntry } from '#domains/users/server/menu-store.ts';
import { listUsers, oneUser, storedUser } from '#domains/users/server/user-store.ts';
import { startView } from '#domains/users/server/view-as.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { type Scope, systemScope } from '#platform/server/access/scope.ts';
import { failedJobs, jobCounts, retryJob } from '#platform/server/jobs/job-overview.ts';
import { scopeAs } from '../support/scope-as.ts';
import { useDatabase } from '../support/use-database.ts';

const database = useDatabase();
const NOW = new Date('2026-03-01T00:00:00Z');
const PAGE = { page: 1, limit: 10 };
const NOBODY = 1_000_000;

/** Owner of a package: what administers the installation is closed to it. */
const owner = scopeAs({ userId: 7, packages: ['own.example'] });
/** As an administrator of some packages would be, if there were one. */
const ofOne: Scope = { ...systemScope(), packages: new Set(['own.example']) };

const look = {
  category: '',
  category_icon: '',
  sub_category: '',
  sub_category_icon: '',
  menu_title: '',
  menu_icon: '',
};
const settings = {
  package_title: 'Own',
  domain: 'own.example',
  time_zone: 'UTC',
  currency: 'EUR',
  active: true,
  suspect_counts_as: 'clean' as const,
  dashboardType: ['Visit' as const],
};
const made = { ...settings, package_name: 'new.example', platform: 'web' as const };
const selection = { dashboardType: null, menu: null, filter: null };
const mapping = { ...selection, user_id: NOBODY, package_name: 'own.example' };
const token = { package_name: 'own.example', name: 'report', permissions: ['board.read' as const], days: 30 };
const rights = { role: 'admin' };
const kept = { retention_days: null, truncate_after_days: null };

const ADMINISTRATION: Readonly<Record<string, (scope: Scope) => Promise<unknown>>> = {
  listAudit: (scope) => listAudit(scope, database, PAGE),
  eachAudit: (scope) => eachAudit(scope, database, {}).next(),
  checkAudit: (scope) => checkAudit(scope, database),
  listPackages: (scope) => listPackages(scope, database, NOW),
  onePackage: (scope) => onePackage(scope, database, NOBODY, NOW),
  addPackage: (scope) => addPackage(scope, database, made, NOW),
  editPackage: (scope) => editPackage(scope, database, NOBODY, settings, undefined, NOW),
  removePackage: (scope) => removePackage(scope, database, NOBODY, async () => {}),
  listRequests: (scope) => listRequests(scope, database, PAGE),
  decideRequest: (scope) => decideRequest(scope, database, NOBODY, 'approved', NOW),
  listErasures: (scope) => listErasures(scope, database, PAGE),
  requireErased: (scope) => requireErased(scope, database, 'own.example'),
  accountsOf: (scope) => accountsOf(scope, database, { email: 'ann@own.example' }),
  listPrivacy: (scope) => listPrivacy(scope, database),
  savePrivacy: (scope) => savePrivacy(scope, database, NOBODY, kept),
  listTokens: (scope) => listTokens(scope, database, NOW, PAGE),
  addToken: (scope) => addToken(scope, database, NOW, token),
  revokeToken: (scope) => revokeToken(scope, database, NOW, NOBODY),
  addUser: (scope) => addUser(scope, database, { ...rights, email: 'x@y.example', name: 'x', language: 'en' }, NOW),
  editUser: (scope) => editUser(scope, database, NOBODY, rights, undefined),
  deleteUser: (scope) => deleteUser(scope, database, NOBODY),
  setDisabled: (scope) => setDisabled(scope, database, NOBODY, true, NOW),
  endSessions: (scope) => endSessions(scope, database, NOBODY, NOW),
  listUsers: (scope) => listUsers(scope, database, PAGE),
  oneUser: (scope) => oneUser(scope, database, NOBODY),
  storedUser: (scope) => storedUser(scope, database, NOBODY),
  startView: (scope) => startView(scope, database, NOBODY),
  listMappings: (scope) => listMappings(scope, database, PAGE),
  oneMapping: (scope) => oneMapping(scope, database, NOBODY),
  addMapping: (scope) => addMapping(scope, database, mapping),
  editMapping: (scope) => editMapping(scope, database, NOBODY, selection, undefined),
  removeMapping: (scope) => removeMapping(scope, database, NOBODY),
  saveMenuEntry: (scope) => saveMenuEntry(scope, database, 'own-x', look, '/x'),
  removeMenuEntry: (scope) => removeMenuEntry(scope, database, 'own-x'),
  jobCounts: (scope) => jobCounts(scope, database),
  failedJobs: (scope) => failedJobs(scope, database, PAGE),
  retryJob: (scope) => retryJob(scope, database, '11111111-1111-4111-8111-111111111111'),
};

beforeAll(async () => {
  for (const name of ['own.example', 'foreign.example'])
    await createPackage(database, {
      name,
      title: name,
      platform: 'web',
      timeZone: 'UTC',
      currency: 'EUR',
      dashboardTypes: ['Visit'],
    });
});

describe('what administers the installation', () => {
  it.each(Object.entries(ADMINISTRATION))(
    '%s refuses a scope without the permission, whatever the door did',
    async (_, call) => {
      await expect(call(owner)).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  it('answers with the rows of packages the scope allows, and refuses a change of others', async () => {
    const names = async (scope: Scope) =>
      (await listPackages(scope, database, NOW)).rows.map((row) => row.package_name);
    expect(await names(ofOne)).toEqual(['own.example']);
    expect((await names(systemScope())).sort()).toEqual(['foreign.example', 'own.example']);
    expect(await names({ ...systemScope(), packages: new Set<string>() })).toEqual([]);
    const foreign = (await listPrivacy(systemScope(), database)).find((row) => row.package_name === 'foreign.example');
    expect((await listPrivacy(ofOne, database)).map((row) => row.package_name)).toEqual(['own.example']);
    const refused = { code: 'foreign_package' };
    await expect(savePrivacy(ofOne, database, foreign?.id ?? 0, kept)).rejects.toMatchObject(refused);
    await expect(onePackage(ofOne, database, foreign?.id ?? 0, NOW)).rejects.toMatchObject(refused);
    await expect(removePackage(ofOne, database, foreign?.id ?? 0, async () => {})).rejects.toMatchObject(refused);
    await expect(addToken(ofOne, database, NOW, { ...token, package_name: 'foreign.example' })).rejects.toMatchObject(
      refused,
    );
  });
});
