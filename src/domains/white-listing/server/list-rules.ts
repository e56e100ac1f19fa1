import { z } from 'zod';
import { isDashboardType } from '#platform/contract/dashboard-types.ts';
import { listEntries } from '#traffic/white-list/server/list-entries.ts';
import type { WhiteListStores } from '#traffic/white-list/server/white-list.ts';
import { ruleConditions } from '#traffic/white-list/server/white-list-rules.ts';
import { type ListedRule, ruleBody } from '../contract/endpoints.ts';
import type { Asked } from './choices.ts';

const conditions = ruleBody.shape.conditions.or(z.array(z.never()));

interface Searched {
  search?: string | undefined;
  rule_name?: string | undefined;
  page: number;
  limit: number;
}

/** The white list: named rules of the type asked for, else all of it. */
export async function listRules(
  stores: WhiteListStores,
  { scope, info, analysis }: Asked,
  { search, rule_name: ruleName, page, limit }: Searched,
): Promise<{ data: ListedRule[]; total: number }> {
  const { rows, total } = await listEntries(scope, stores, info, { search, page, limit, analysis, ruleName });
  return {
    total,
    data: rows.map((row) => ({
      id: row.id,
      package_name: row.package_name,
      analysis: row.analysis !== null && isDashboardType(row.analysis) ? row.analysis : null,
      rule_name: row.rule_name,
      conditions: conditions.parse(ruleConditions(row)),
      value: row.rule_name === null ? row.value : '',
      reason: row.reason,
      author: row.author,
      created_at: row.created_at,
      from: row.from,
      expires: row.expires,
      events: row.events,
    })),
  };
}
