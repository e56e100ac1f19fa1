import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';

const packageName = z.string().min(1).max(200);

const embedView = z.object({
  /** Null: no page is set for this package. */
  url: z.string().nullable(),
  package_name: z.string(),
  /** Origins an operator allows; of pages of others nothing may be shown. */
  origins: z.array(z.string()),
});
export type EmbedView = z.infer<typeof embedView>;

/** The document in the frame of the device id. */
export const DEVICE_FRAME_PATH = '/device-frame';

/** What a browser tells of itself; each a finding of its own, none proof of anything. */
export const DEVICE_RISKS = [
  'webdriver',
  'headless_agent',
  'agent_changed',
  'platform_differs',
  'no_languages',
] as const;

export const deviceView = z.object({
  visitor_id: z.string(),
  /** Of the library that reads the browser: how sure it is to meet the same one again, 0 to 1. */
  confidence: z.number(),
  first_seen: z.string(),
  last_seen: z.string(),
  seen_count: z.number().int(),
  user_agent: z.string(),
  risks: z.array(z.enum(DEVICE_RISKS)),
  user: z.string(),
});
export type DeviceView = z.infer<typeof deviceView>;

export const frameEndpoints = {
  embed: endpoint({
    method: 'GET',
    path: '/api/user/external_embedded_url',
    summary: 'The page of another site that a package shows; without a name the first of the caller that has one',
    access: 'session',
    pages: ['external-embeded'],
    query: z.strictObject({ package_name: packageName.optional() }),
    response: envelope(embedView),
  }),
  setEmbed: endpoint({
    method: 'PUT',
    path: '/api/config/external_embedded_url',
    summary: 'Set the page of another site that a package shows, or none',
    access: 'package.write',
    form: { exempt: ['package_name', 'url'] },
    body: z.strictObject({
      package_name: packageName,
      url: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(2000)]),
    }),
    response: envelope(embedView),
  }),
  device: endpoint({
    method: 'POST',
    path: '/api/fingerprint',
    summary: 'Record the browser the caller sits at, and answer its id for a package',
    access: 'session',
    pages: ['fingerprint'],
    body: z.strictObject({
      package_name: packageName,
      /** What the browser keeps of itself: random, made once. */
      stored: z.string().regex(/^[0-9a-f]{32}$/),
      print: z.string().regex(/^[0-9a-f]{32}$/),
      confidence: z.number().min(0).max(1),
      webdriver: z.boolean(),
      languages: z.number().int().min(0).max(100),
      platform: z.string().max(100),
    }),
    response: envelope(deviceView),
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/fingerprint',
    summary: 'Browsers that were recorded for a package; of others only by who administers people',
    access: 'session',
    pages: ['fingerprint'],
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(deviceView),
  }),
};
