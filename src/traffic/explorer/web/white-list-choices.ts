import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import type { WhiteListKind } from '#traffic/rules/contract/white-list-kinds.ts';
import { plainValue, type StoredEvent } from './event-values.ts';

type ValueKind = Exclude<WhiteListKind, 'condition'>;

export interface WhiteListChoice {
  kind: ValueKind;
  value: string;
}

/** The network people mean by "its network": /24 of IPv4, /48 of IPv6 (one site, RFC 6177). */
export function networkOf(address: string): string {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  const groups = (address.split('::')[0] ?? '').split(':').slice(0, 3);
  return address.includes(':') ? `${groups.join(':')}::/48` : '';
}

/** Everything about this event that a white-list entry can name, narrowest first. */
export function whiteListChoices(event: StoredEvent): WhiteListChoice[] {
  const ip = plainValue(event, 'ip');
  const publisher = plainValue(event, 'publisher');
  const choices: WhiteListChoice[] = [
    { kind: 'ip', value: ip },
    { kind: 'device_id', value: plainValue(event, 'device_id') },
    { kind: 'network', value: networkOf(ip) },
    { kind: 'user_agent', value: plainValue(event, 'user_agent') },
    { kind: 'sub_publisher', value: plainValue(event, 'sub_publisher') },
    // The pages of the site itself are no source: to allow them would allow all that is done on it.
    ...(publisher === OWN_SITE ? [] : [{ kind: 'publisher' as const, value: publisher }]),
    { kind: 'asn', value: plainValue(event, 'asn') },
  ];
  return choices.filter(({ value }) => value !== '');
}
