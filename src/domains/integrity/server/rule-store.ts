import { and, eq } from 'drizzle-orm';
import { integrityAudit } from '#domains/integrity/contract/audit.ts';
import { fieldOf as declared, fieldsFor, operatorsFor, type RuleKind } from '#domains/integrity/contract/kinds.ts';
import type { RuleBody, RuleVersion, RuleView } from '#domains/integrity/contract/rule-endpoints.ts';
import { parseNetwork } from '#platform/contract/ip-network.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { IntegrityParts, TrackedCampaign, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { fieldOf, freeName, heldRows, isSame, type Row, rowsOf } from './rule-rows.ts';
import { rulesOf, versionViews } from './rule-versions.ts';
import { ruleTable } from './tables.ts';

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
  const [rows, versions, inForce] = await Promise.all([
    rowsOf(db, packageName, kind),
    versionViews(db, packageName, kind),
    rulesOf(db, packageName, kind, 'in_force'),
  ]);
  return {
    rules: rows.map((row) => viewOf(row, campaigns)),
    campaigns: campaigns.map(({ id, name }) => ({ id, name })),
    versions,
    changed: !isSame(rows, inForce),
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
    const rows = await heldRows(tx, packageName, kind);
    const name = freeName(new Set(rows.map((each) => each.name)), body.name);
    // Asked after all there are.
    const place = (rows.at(-1)?.place ?? 0) + 1;
    const values = { packageName, kind, place, ...columnsOf(scope, { ...body, name }, parts.now()) };
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
    const others = (await rowsOf(tx, packageName, kind)).filter((each) => each.id !== id);
    const name = freeName(new Set(others.map((each) => each.name)), body.name);
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

/** Asks the rules in another order: all that are written, named once each; 409 where they are others by now. */
export async function orderRules(
  scope: Scope,
  { database: { db } }: IntegrityParts,
  kind: RuleKind,
  { package_name, ids }: { package_name: string; ids: readonly number[] },
): Promise<void> {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, package_name);
  await db.transaction(async (tx) => {
    const rows = await heldRows(tx, packageName, kind);
    const known = new Set(rows.map(({ id }) => id));
    if (ids.length !== rows.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
      throw appError('conflict');
    if (rows.every(({ id }, index) => id === ids[index])) return;
    for (const [index, id] of ids.entries())
      await tx
        .update(ruleTable)
        .set({ place: index + 1 })
        .where(eq(ruleTable.id, id));
    const details = { kind, rules: ids.length };
    await audit(tx, scope, { action: integrityAudit.orderRules, subject: kind, package: packageName, details });
  });
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
