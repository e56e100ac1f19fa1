import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';

const packageName = z.string().min(1).max(200);

export const FOOTPRINT_KINDS = ['email', 'phone', 'ip', 'domain', 'device'] as const;
export type FootprintKind = (typeof FOOTPRINT_KINDS)[number];

/** What a look-up goes by, with the points each adds to the risk (0 to 100). A proposal, none of it measured. */
export const FOOTPRINT_SIGNALS = {
  form_invalid: 60,
  email_throwaway: 45,
  email_no_mail_host: 40,
  phone_country_only: 10,
  ip_not_public: 20,
  ip_hosting: 35,
  ip_proxy: 40,
  domain_not_found: 40,
  never_seen: 5,
  mostly_fraud: 50,
  some_fraud: 20,
  many_devices: 15,
  many_publishers: 10,
  seen_long: -15,
  no_fraud: -10,
} as const satisfies Readonly<Record<string, number>>;
export type FootprintSignal = keyof typeof FOOTPRINT_SIGNALS;
const signals = Object.keys(FOOTPRINT_SIGNALS) as [FootprintSignal, ...FootprintSignal[]];

/** Days of own traffic that are looked at. */
export const FOOTPRINT_DAYS = 90;
/** Days a look-up is kept: it names a person. */
export const FOOTPRINT_KEPT_DAYS = 30;

export const footprintView = z.object({
  id: z.number().int(),
  kind: z.enum(FOOTPRINT_KINDS),
  value: z.string(),
  purpose: z.string(),
  /** 0 nothing speaks against it, 100 all that is looked at does. */
  score: z.number().int(),
  signals: z.array(z.object({ signal: z.enum(signals), points: z.number().int() })),
  /** Of own traffic in the newest 90 days; null where traffic holds no such value. */
  seen: z
    .object({
      events: z.number().int(),
      fraud: z.number().int(),
      devices: z.number().int(),
      addresses: z.number().int(),
      publishers: z.number().int(),
      first_at: z.string().nullable(),
      last_at: z.string().nullable(),
    })
    .nullable(),
  /** What could not be asked, as the network from here. */
  not_looked: z.array(z.enum(['mail_host', 'domain_host', 'traffic'])),
  author: z.string(),
  looked_at: z.string(),
});
export type FootprintView = z.infer<typeof footprintView>;

const BASE = '/api/digitalfootprint';
const common = { access: 'event.judge', pages: ['digital-footprint'] } as const;

export const footprintEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: `Look-ups of the last ${FOOTPRINT_KEPT_DAYS} days, the newest first`,
    ...common,
    query: z.strictObject({ package_name: packageName, kind: z.enum(FOOTPRINT_KINDS).optional(), ...pageQuery }),
    response: pagedEnvelope(footprintView),
  }),
  look: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'What is known of an e-mail address, phone number, IP address, domain or device id',
    ...common,
    form: { exempt: ['package_name', 'value'] },
    body: z.strictObject({
      package_name: packageName,
      value: z.string().trim().min(3, 'Please give what to look up').max(320),
      kind: z.enum(FOOTPRINT_KINDS).optional(),
      purpose: safeText(200).min(3, 'Please say what for'),
    }),
    response: envelope(footprintView),
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/download`,
    summary: 'The look-ups of a package as CSV',
    ...common,
    query: z.strictObject({ package_name: packageName, kind: z.enum(FOOTPRINT_KINDS).optional() }),
    response: fileBody,
    answer: 'file',
  }),
};
