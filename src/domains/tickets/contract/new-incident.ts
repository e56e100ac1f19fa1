import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';

/** Where incidents come from (TKT-GAP-04). */
export const INCIDENT_SOURCES = ['manual', 'fraud_spike', 'alert', 'infringement', 'dispute'] as const;

/** The traffic an incident is about, as filters ask for it, so that it can be counted again later. */
const askedTraffic = z.strictObject({
  from: isoDate,
  to: isoDate,
  /** Empty means every kind. */
  kinds: z.array(z.enum(EVENT_KINDS)).max(EVENT_KINDS.length),
  where: z.partialRecord(z.enum(DIMENSION_NAMES), z.array(z.string().max(500)).max(100)),
});

export type AskedTraffic = z.infer<typeof askedTraffic>;

/** What was known when the incident was found. Stays as it is. */
const incidentEvidence = z.strictObject({
  asked: askedTraffic.optional(),
  /** Numbers of the finding by name: share, usual share, limit, events. */
  numbers: z.record(z.string().max(60), z.number()).default({}),
  rule_set_version: z.number().int().nullable().default(null),
});
export type IncidentEvidence = z.infer<typeof incidentEvidence>;

const text = (max: number) => z.string().max(max).default('');

/** Fields that incidents and tickets share (TKT-GAP-01), as the traffic or the finder names them. */
export const caseFields = {
  category: text(120),
  sub_category: text(120),
  brand: text(200),
  channel: text(200),
  sub_channel: text(200),
  country: text(120),
  location: text(200),
  publisher: text(500),
  url: text(2_000),
};

export const newIncident = z.strictObject({
  package_name: z.string().min(1).max(200),
  source: z.enum(INCIDENT_SOURCES),
  /** Names the cause: within package and source one cause makes one incident, however often it is found. */
  key: z.string().min(1).max(600),
  title: z.string().min(1).max(300),
  ...caseFields,
  evidence: incidentEvidence.default({ numbers: {}, rule_set_version: null }),
  happened_at: z.date(),
});
/** What a finder says: only package, source, key, title and time have to be there. */
export type NewIncident = z.input<typeof newIncident>;
