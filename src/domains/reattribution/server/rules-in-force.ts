import { createHash } from 'node:crypto';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { WINDOW_HOURS } from './walk.ts';

/** What verdicts and the walk stand on: the number of the rule set, and a text that is another one for other rules. */
export interface RulesInForce {
  ruleVersion: number;
  rules: string;
}

const DIGITS = 12;

export async function rulesInForce(scope: Scope, database: Database, packageName: string): Promise<RulesInForce> {
  const { source: _, ...policy } = await loadPolicy(database, ownPackage(scope, packageName));
  const text = JSON.stringify([policy, WINDOW_HOURS]);
  return {
    ruleVersion: policy.ruleSet.version,
    rules: createHash('sha256').update(text).digest('hex').slice(0, DIGITS),
  };
}
