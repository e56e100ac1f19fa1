import type { GuardedConversion, GuardedPerson, GuardedRequest } from '#domains/integrity/contract/guard.ts';
import { RULE_FIELD_NAMES, type RuleField, type Signature } from '#domains/integrity/contract/kinds.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { enrichEvent } from '#traffic/enrich/server/enrich-event.ts';
import type { Facts } from './evaluate.ts';

/** A request or conversion as it is known before it is stored. */
export interface Seen extends Omit<GuardedPerson, 'packageName' | 'campaignId'> {
  kind: GuardedRequest['kind'] | GuardedConversion['kind'];
  referrer: string;
  /** '' for what no link brought. */
  signature: Signature | '';
  /** Requests of the address in the last minute, this one included; null where nobody counts. */
  addressPerMinute: number | null;
  eventName: string;
  secondsAfterClick: number | null;
}

/** Of what nothing is known. */
export const NOTHING = Object.fromEntries(RULE_FIELD_NAMES.map((name) => [name, null])) as Facts;

/** What rules may ask of it: the facts every event has, and what only the request tells. */
export function factsOf(enricher: Enricher, seen: Seen): Facts {
  const facts = enrichEvent(enricher, {
    kind: seen.kind,
    ts: seen.at,
    ip: seen.ip,
    user_agent: seen.userAgent,
    device_id: seen.deviceId,
  });
  return {
    signature: known(seen.signature),
    country: known(facts.ip_country),
    ip_class: known(facts.ip_class),
    ip: known(seen.ip),
    ua_class: known(facts.ua_class),
    os: known(facts.os),
    browser: known(facts.browser),
    device_type: known(facts.device_type),
    browser_age_months: facts.browser_age_months,
    os_unsupported_months: facts.os_unsupported_months,
    device_conflict: known(facts.device_conflict),
    device_id_class: known(facts.device_id_class),
    publisher: known(seen.publisher),
    sub_publisher: known(seen.subPublisher),
    referrer_host: known(hostOf(seen.referrer)),
    hour: seen.at.getUTCHours(),
    address_per_minute: seen.addressPerMinute,
    event_name: known(seen.eventName),
    seconds_after_click: seen.secondsAfterClick,
  } satisfies Record<RuleField, unknown> as Facts;
}

const known = (value: string | number | null): string | number | null => (value === '' ? null : value);
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');
