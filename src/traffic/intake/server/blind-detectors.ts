import type { EventKind } from '#traffic/event/contract/event.ts';
import type { FactName } from '#traffic/event/contract/facts.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { isReadable } from '#traffic/intake/contract/column-part.ts';
import type { BlindDetector } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { formatOf } from './mapping/guess-mapping.ts';

/** Facts that compare their columns with each other need every one of them; others can be had from any. */
const NEED_ALL: readonly FactName[] = [
  'ctit_seconds',
  'click_after_begin_seconds',
  'impression_to_click_seconds',
  'crawler_check',
  'country_conflict',
  'viewable_after_seconds',
  'ad_area',
  'stacked_campaigns',
  'video_conflict',
  'block_installs_1h',
  'block_installs_7d',
  'address_agents_7d',
  'address_ids_24h',
  'address_ids_percent',
  'hosted_persons_7d',
];

const CLICKS: readonly EventKind[] = ['click', 're_click', 'click_impression'];

/**
 * Detectors that cannot see anything in a file read this way, with the columns that would open their eyes. A known format
 * is asked only for what it has: no web log is blamed for lacking receipts.
 */
export function blindDetectors(mapping: ImportMapping, columns: readonly string[]): BlindDetector[] {
  const kinds = new Set<EventKind>(
    mapping.kind.rules.filter((rule) => columns.includes(rule.column)).map((rule) => rule.kind),
  );
  if (mapping.kind.otherwise) kinds.add(mapping.kind.otherwise);
  const filled = (column: string, judged: readonly EventKind[]): boolean => {
    const field = mapping.fields[column];
    // The time of a click is its click time and that of an install its install time, for rules on these and no others.
    if (!field && column === 'click_time') return judged.every((kind) => CLICKS.includes(kind));
    if (!field && column === 'install_time') return judged.every((kind) => kind === 'install');
    return isReadable(field ?? { from: [] }, columns);
  };
  const format = formatOf(mapping.format);
  const couldHave = (column: string): boolean => format.id === 'table' || Object.hasOwn(format.fields, column);
  const missing = (fact: string, judged: readonly EventKind[]): string[] => {
    const from = TRAFFIC_FIELDS[fact]?.from ?? [];
    const absent = from.filter((column) => !filled(column, judged));
    if (NEED_ALL.some((each) => each === fact)) return absent.every(couldHave) ? absent : [];
    return absent.length === from.length ? absent.filter(couldHave) : [];
  };
  return RULES.filter((rule) => rule.kinds.some((kind) => kinds.has(kind))).flatMap((rule) => {
    const lacking = rule.needs
      .map((fact) => ({
        fact,
        columns: missing(
          fact,
          rule.kinds.filter((kind) => kinds.has(kind)),
        ),
      }))
      .filter((each) => each.columns.length > 0);
    return lacking.length === 0 ? [] : [{ rule: rule.id, title: rule.title, missing: lacking }];
  });
}

/** Those of them that look at a kind which really came: a file of clicks is not blamed for what installs lack. */
export const blindToKinds = (blind: readonly BlindDetector[], came: readonly EventKind[]): BlindDetector[] =>
  blind.filter(({ rule }) => RULES.find(({ id }) => id === rule)?.kinds.some((kind) => came.includes(kind)));
