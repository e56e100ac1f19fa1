import { z } from 'zod';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { id, ofKind, ofPackage } from './named.ts';

/** Of a country there is: a made-up code would keep everybody out. */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code) => COUNTRIES.includes(code));

const place = z.object({
  campaign_id: z.number().int(),
  campaign: z.string(),
  /** As events name it. */
  key: z.string(),
  /** Empty allows all. */
  countries: z.array(z.string()),
  /** Those the campaign takes by itself, asked before: a request has to come from both. Empty takes all. */
  campaign_countries: z.array(z.string()),
  /** Both lists together leave no country. */
  nobody: z.boolean(),
  /** Requests of the newest 30 days of data by country of the address, most first. */
  observed: z.array(z.object({ country: z.string(), requests: z.number().int(), allowed: z.boolean() })),
  outside: z.number().int(),
  total: z.number().int(),
  /** First and last of those days, of the package. */
  from: z.string(),
  to: z.string(),
  updated_by: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type Place = z.infer<typeof place>;

const PLACES = '/api/integrity/:kind/geo_location';

export const placeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: PLACES,
    summary: 'Countries each campaign allows, beside those its requests come from',
    access: 'tracking.read',
    params: ofKind,
    query: ofPackage,
    response: envelope(z.array(place)),
  }),
  save: endpoint({
    method: 'PUT',
    path: PLACES,
    summary: 'Countries a campaign allows',
    access: 'tracking.write',
    params: ofKind,
    body: z.strictObject({ campaign_id: id, countries: z.array(country).max(250) }),
    response: envelope(z.object({ campaign_id: z.number().int(), countries: z.array(z.string()) })),
  }),
};
