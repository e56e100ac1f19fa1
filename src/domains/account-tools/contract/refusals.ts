import { refusals } from '#platform/contract/message.ts';

/** What account tools refuse. */
export const REFUSALS = refusals({
  embed_not_allowed:
    '{{origin}} is not among the origins this server may show. An operator adds it to ADSIEVE_EMBED_ORIGINS',
  embed_no_origins: 'This server may show no other pages yet. An operator names their origins in ADSIEVE_EMBED_ORIGINS',
  account_linked_already: 'This account is linked to the package already',
  merchants_unreadable:
    'This is no list of merchants: its first line must name the columns, among them name and country',
  merchants_too_many: 'At most {{most}} merchants in one file',
  footprint_unknown: 'This is no e-mail address, phone number, IP address, domain or device id',
});
