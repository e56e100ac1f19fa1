import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { FootprintKind } from '#domains/account-tools/contract/footprint.ts';
import { parseAddress } from '#platform/contract/ip-network.ts';
import { classifyDeviceId } from '#traffic/enrich/server/device.ts';

const EMAIL = /^[^\s@<>"]{1,64}@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/i;
/** As people write numbers; letters make it something else. */
const PHONE = /^\+?[\d\s().-]{6,24}$/;

export interface Looked {
  kind: FootprintKind;
  /** As it is compared and kept. */
  value: string;
  /** Of an address of mail, or the domain itself; '' for others. */
  domain: string;
  valid: boolean;
}

/** What a text is, and how it is written once. Undefined for what is none of the kinds. */
export function readFootprint(text: string, asked?: FootprintKind): Looked | undefined {
  const value = text.trim();
  const kind = asked ?? kindOf(value);
  if (kind === undefined) return undefined;
  if (kind === 'email')
    return {
      kind,
      value: value.toLowerCase(),
      domain: (EMAIL.exec(value)?.[1] ?? '').toLowerCase(),
      valid: EMAIL.test(value),
    };
  if (kind === 'domain')
    return { kind, value: value.toLowerCase(), domain: value.toLowerCase(), valid: DOMAIN.test(value) };
  if (kind === 'ip') return { kind, value: value.toLowerCase(), domain: '', valid: parseAddress(value) !== null };
  if (kind === 'device') return { kind, value, domain: '', valid: classifyDeviceId(value) === 'valid' };
  const phone = parsePhoneNumberFromString(value, { extract: false });
  return { kind, value: phone?.number ?? value, domain: '', valid: phone?.isValid() === true };
}

function kindOf(value: string): FootprintKind | undefined {
  if (parseAddress(value) !== null) return 'ip';
  if (value.includes('@')) return EMAIL.test(value) ? 'email' : undefined;
  if (classifyDeviceId(value) === 'valid') return 'device';
  if (PHONE.test(value)) return 'phone';
  return DOMAIN.test(value) ? 'domain' : undefined;
}
