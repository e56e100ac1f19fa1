import { and, asc, desc, eq } from 'drizzle-orm';
import { integrityAudit } from '#domains/integrity/contract/audit.ts';
import {
  fieldOf as declared,
  fieldsFor,
  operatorsFor,
  RULE_FIELDS,
  type RuleField,
  type RuleKind,
} from '#domains/integrity/contract/kinds.ts';
import type { RuleBody, RuleVersion, RuleView } from '#domains/integrity/contract/rule-endpoints.ts';
import { parseNetwork } from '#platform/contract/ip-network.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { PublishedRule } from './evaluate.ts';
import type { Db, IntegrityParts, TrackedCampaign, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { ruleTable, versionTable } from './tables.ts';

type Row = typeof ruleTable.$inferSelect;
const MOST_VERSIONS = 50;

interface RuleList {
  rules: RuleView[];
  campaigns: { id: number; name: string }[];
  versions: RuleVersion[];
  changed: boolean;
}

export async function listRules(
  scope: Scope,
  parts: IntegrityParts,
  kind: RuleKind,
  packageName: string,
): Promise<RuleList> {
  requireMay(scope, 'tracking.read');
  requirePackage(scope, packageName);
  const { db } = parts.database;
  const campaigns = await parts.trackedCampaigns(scope, packageName);
  const [rows, versions] = await Promise.all([rowsOf(db, packageName, kind), versionsOf(db, packageName, kind)]);
  const [inForce] = versions;
  return {
    rules: rows.map((row) => viewOf(row, campaigns)),
    campaigns: campaigns.map(({ id, name }) => ({ id, name })),
    versions: versions.map((each) => ({
      version: each.version,
      rules: each.rules.length,
      note: each.note,
      published_by: each.publishedBy,
      published_at: each.publishedAt.toISOString(),
    })),
    changed: !isSame(rows, inForce?.rules ?? []),
  };
}

export async function oneRule(scope: Scope, parts: IntegrityParts, kind: RuleKind, id: number): Promise<RuleView> {
  requireMay(scope, 'tracking.read');
  const row = await parts.database.db.transaction((tx) => ownRule(scope, tx, kind, id));
  return viewOf(row, await parts.trackedCampaigns(scope, row.packageName));
}

export async function addRule(scope: Scope, parts: IntegrityParts, kind: RuleKind, body: RuleBody): Promise<RuleView> {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, body.package_name);
  const campaigns = await parts.trackedCampaigns(scope, packageName);
  checkRule(kind, body, campaigns);
  return parts.database.db.transaction(async (tx) => {
    const name = await freeName(tx, { packageName, kind, name: body.name, id: null });
    const values = { packageName, kind, ...columnsOf(scope, { ...body, name }, parts.now()) };
    const [row] = await tx.insert(ruleTable).values(values).returning();
    if (!row) throw new Error('A rule was not stored');
    await audit(tx, scope, { action: integrityAudit.addRule, ...auditOf(row) });
    return viewOf(row, campaigns);
  });
}

export async function editRule(
  scope: Scope,
  parts: IntegrityParts,
  kind: RuleKind,
  { id, ...body }: RuleBody & { id: number },
): Promise<RuleView> {
  requireMay(scope, 'tracking.write');
  return parts.database.db.transaction(async (tx) => {
    const { packageName } = await ownRule(scope, tx, kind, id);
    const campaigns = await parts.trackedCampaigns(scope, packageName);
    checkRule(kind, body, campaigns);
    const name = await freeName(tx, { packageName, kind, name: body.name, id });
    const [row] = await tx
      .update(ruleTable)
      .set(columnsOf(scope, { ...body, name }, parts.now()))
      .where(eq(ruleTable.id, id))
      .returning();
    if (!row) throw appError('not_found', { field: 'id' });
    await audit(tx, scope, { action: integrityAudit.editRule, ...auditOf(row) });
    return viewOf(row, campaigns);
  });
}

export async function removeRule(
  scope: Scope,
  { database: { db } }: IntegrityParts,
  kind: RuleKind,
  id: number,
): Promise<void> {
  requireMay(scope, 'tracking.write');
  await db.transaction(async (tx) => {
    const row = await ownRule(scope, tx, kind, id);
    await tx.delete(ruleTable).where(eq(ruleTable.id, id));
    await audit(tx, scope, { action: integrityAudit.deleteRule, ...auditOf(row) });
  });
}

/** From now on links and conversions are held against what is written now. */
export async function publishRules(
  scope: Scope,
  { database: { db }, now }: IntegrityParts,
  kind: RuleKind,
  { package_name, note }: { package_name: string; note: string },
): Promise<number> {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, package_name);
  if (scope.vendors !== 'all') throw appError('forbidden');
  return db.transaction(async (tx) => {
    // One after the other: a version is what was written at one moment.
    const rows = await tx
      .select()
      .from(ruleTable)
      .where(and(eq(ruleTable.packageName, packageName), eq(ruleTable.kind, kind)))
      .orderBy(asc(ruleTable.id))
      .for('update');
    const [newest] = await versionsOf(tx, packageName, kind);
    if (rows.length === 0 && !newest) throw refuse('nothing_written', {}, { field: 'package_name' });
    // What is in force already is no new version.
    if (newest && isSame(rows, newest.rules)) return newest.version;
    const version = (newest?.version ?? 0) + 1;
    const [made] = await tx
      .insert(versionTable)
      .values({
        packageName,
        kind,
        version,
        rules: writtenOf(rows),
        note,
        publishedBy: scope.userName,
        publishedAt: now(),
      })
      .onConflictDoNothing()
      .returning({ version: versionTable.version });
    if (!made) throw appError('conflict');
    const details = { kind, version, rules: rows.length };
    await audit(tx, scope, { action: integrityAudit.publish, subject: kind, package: packageName, details });
    return version;
  });
}

/** The rules that are written, or those in force. */
export async function rulesOf(
  db: Db,
  packageName: string,
  kind: RuleKind,
  which: 'written' | 'in_force',
): Promise<PublishedRule[]> {
  if (which === 'written') return writtenOf(await rowsOf(db, packageName, kind));
  const [inForce] = await versionsOf(db, packageName, kind);
  return inForce?.rules ?? [];
}

const rowsOf = (db: Db | Tx, packageName: string, kind: RuleKind): Promise<Row[]> =>
  db
    .select()
    .from(ruleTable)
    .where(and(eq(ruleTable.packageName, packageName), eq(ruleTable.kind, kind)))
    .orderBy(asc(ruleTable.id));

const versionsOf = (db: Db | Tx, packageName: string, kind: RuleKind) =>
  db
    .select()
    .from(versionTable)
    .where(and(eq(versionTable.packageName, packageName), eq(versionTable.kind, kind)))
    .orderBy(desc(versionTable.version))
    .limit(MOST_VERSIONS);

/** Rules that are switched off are in no version. */
const writtenOf = (rows: readonly Row[]): PublishedRule[] =>
  rows
    .filter(({ active }) => active)
    .map((row) => ordered({ ...row, campaign_id: row.campaignId, field: fieldOf(row) }));

const isSame = (rows: readonly Row[], rules: readonly PublishedRule[]): boolean =>
  JSON.stringify(writtenOf(rows)) === JSON.stringify(rules.map(ordered));

/** Members in one order: the database has another. */
const ordered = ({ id, name, campaign_id, field, operator, values, action }: PublishedRule): PublishedRule => ({
  id,
  name,
  campaign_id,
  field,
  operator,
  values,
  action,
});

const fieldOf = ({ field }: Row): RuleField => {
  if (!(field in RULE_FIELDS)) throw new Error(`A rule looks at ${field}, which nobody knows`);
  return field as RuleField;
};

const LONGEST_NAME = 120;

/** A rule is told by its name in reports: a second of one name gets a number. */
async function freeName(
  tx: Tx,
  { packageName, kind, name, id }: { packageName: string; kind: RuleKind; name: string; id: number | null },
): Promise<string> {
  const taken = new Set((await rowsOf(tx, packageName, kind)).flatMap((row) => (row.id === id ? [] : [row.name])));
  for (let n = 2, free = name; ; n += 1) {
    if (!taken.has(free)) return free;
    const number = ` (${n})`;
    free = `${name.slice(0, LONGEST_NAME - number.length)}${number}`;
  }
}

/** 404 for an unknown number, 403 for a rule of a foreign package. */
async function ownRule(scope: Scope, tx: Tx, kind: RuleKind, id: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(ruleTable)
    .where(and(eq(ruleTable.id, id), eq(ruleTable.kind, kind)))
    .for('update');
  if (!row) throw appError('not_found', { field: 'id' });
  requirePackage(scope, row.packageName);
  return row;
}

function checkRule(
  kind: RuleKind,
  { field, operator, values, campaign_id: campaign }: RuleBody,
  campaigns: TrackedCampaign[],
): void {
  if (!fieldsFor(kind).includes(field)) throw refuse('field_of_others', {}, { field: 'field' });
  if (!operatorsFor(field).includes(operator)) throw refuse('no_such_comparison', {}, { field: 'operator' });
  if (operator !== 'missing' && values.length === 0) throw refuse('needs_values', {}, { field: 'values' });
  const { values: known, range } = declared(field);
  const [strange] = known && operator !== 'missing' ? values.filter((value) => !known.includes(value)) : [];
  if (strange !== undefined) throw refuse('no_such_value', { value: strange }, { field: 'values' });
  const isNumber = operator === 'over' || operator === 'under';
  if (isNumber && values.some((value) => value.trim() === '' || !Number.isFinite(Number(value))))
    throw refuse('not_a_number', {}, { field: 'values' });
  // Nothing is over the greatest, and nothing under the least.
  const least = range && range.min + (operator === 'under' ? 1 : 0);
  const most = range && range.max - (operator === 'over' ? 1 : 0);
  if (isNumber && least !== undefined && most !== undefined)
    if (values.some((value) => Number(value) < least || Number(value) > most))
      throw refuse('number_outside', { least, most }, { field: 'values' });
  if (operator === 'in_network' && values.some((value) => !parseNetwork(value)))
    throw refuse('not_a_network', {}, { field: 'values' });
  if (campaign !== null && !campaigns.some(({ id }) => id === campaign))
    throw refuse('no_such_campaign', {}, { field: 'campaign_id' });
}

const columnsOf = (scope: Scope, body: RuleBody, updatedAt: Date) => ({
  name: body.name,
  campaignId: body.campaign_id,
  field: body.field,
  operator: body.operator,
  values: body.operator === 'missing' ? [] : body.values,
  action: body.action,
  active: body.active,
  updatedBy: scope.userName,
  updatedAt,
});

const viewOf = (row: Row, campaigns: readonly TrackedCampaign[]): RuleView => ({
  id: row.id,
  kind: row.kind,
  package_name: row.packageName,
  name: row.name,
  campaign_id: row.campaignId,
  campaign: campaigns.find(({ id }) => id === row.campaignId)?.name ?? '',
  field: fieldOf(row),
  operator: row.operator,
  values: row.values,
  action: row.action,
  active: row.active,
  updated_by: row.updatedBy,
  updated_at: row.updatedAt.toISOString(),
});

const auditOf = ({ id, kind, name, action, packageName }: Row) => ({
  subject: name,
  package: packageName,
  details: { id, kind, action },
});
