import { VERDICT_DELIVERY_PAGE_IDS } from '#domains/verdict-deliveries/contract/pages.ts';
import { requireMay, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { refuse } from './refuse.ts';

/** Events of all publishers and vendors leave: @throws 403 for another's package, and for whoever sees a part of it */
export function requireDeliveries(scope: Scope, packageName: string, permission: 'rules.read' | 'rules.write'): void {
  requireMay(scope, permission);
  requireMay(scope, 'event.read');
  requirePackage(scope, packageName);
  requirePage(scope, packageName, VERDICT_DELIVERY_PAGE_IDS);
  if (scope.publishers !== 'all' || scope.vendors !== 'all') throw refuse('destination_part', {}, { as: 'forbidden' });
}
