import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { CREATIVE_PROBLEMS, CREATIVE_STATES, MEDIA_TYPES, TAG_FAULTS } from './terms.ts';
import { newTracker, trackerEdit, trackerView } from './tracker.ts';

const packageName = z.string().min(1).max(200);
const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const list = { package_name: packageName, search: searchText.optional(), ...pageQuery };
const gone = envelope(z.object({ id: z.number().int() }));
const PATTERNED = [
  'package_name',
  'vast_url',
  'landing_url',
  'safety',
  'verifications',
  'ssai_addresses',
  'updated_at',
] as const;

export const trackerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/vast/tracker',
    summary: 'Trackers of video ads, with the tags to hand out',
    access: 'tracking.read',
    query: z.strictObject(list),
    response: pagedEnvelope(trackerView),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/vast/tracker/:id',
    summary: 'A tracker with all its settings',
    access: 'tracking.read',
    params,
    response: envelope(trackerView),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/vast/tracker',
    summary: 'A tracker, with the tag that players ask for',
    access: 'tracking.write',
    form: { exempt: PATTERNED },
    body: newTracker,
    response: envelope(trackerView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/vast/tracker/:id',
    summary: 'Settings of a tracker; its tag stays',
    access: 'tracking.write',
    params,
    form: { exempt: PATTERNED },
    body: trackerEdit,
    response: envelope(trackerView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/vast/tracker/:id',
    summary: 'End a tracker: its tag answers no more ads, what it counted stays',
    access: 'tracking.write',
    params,
    response: gone,
  }),
};

export const creativeView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  name: z.string(),
  state: z.enum(CREATIVE_STATES),
  /** A ready one may have one too: it is played as it was uploaded. */
  problem: z.enum(CREATIVE_PROBLEMS),
  media_type: z.enum(MEDIA_TYPES),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  seconds: z.number().nullable(),
  codec: z.string(),
  /** What players are given, the file itself among it where they can play it. */
  media: z.array(z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })),
  poster: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type CreativeView = z.infer<typeof creativeView>;

export const creativeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/vast/creative',
    summary: 'Creatives of video ads, and whether this server can convert them',
    access: 'tracking.read',
    query: z.strictObject(list),
    response: pagedEnvelope(creativeView).extend({ converts: z.boolean() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/vast/creative',
    summary: 'A creative: a form (multipart/form-data) with one file, MP4, MOV or WebM of at most 50 MB',
    access: 'tracking.write',
    upload: true,
    query: z.strictObject({ package_name: packageName, name: safeText(120).min(2, 'Please name the creative') }),
    /** What pages send: a form with one file. It comes as a stream. */
    body: z.unknown(),
    response: envelope(creativeView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/vast/creative/:id',
    summary: 'Take a creative away with its files',
    access: 'tracking.write',
    params,
    response: gone,
  }),
};

export const tagHop = z.object({
  url: z.string(),
  /** What was found there; `none` is an answer without an ad. */
  found: z.enum(['wrapper', 'inline', 'redirect', 'none', 'failed']),
  version: z.string(),
  ad_system: z.string(),
  title: z.string(),
  /** The code is that of VAST; the detail is what stood there, as it stood there. */
  faults: z.array(z.object({ code: z.number().int(), fault: z.enum(TAG_FAULTS), detail: z.string() })),
  events: z.array(z.string()),
});
export type TagHop = z.infer<typeof tagHop>;

export const tagTest = z.object({
  hops: z.array(tagHop),
  duration: z.string(),
  click_through: z.string(),
  /** Address of a page that plays it, to be shown in a frame; null where there is nothing to play. */
  player: z.string().nullable(),
  media: z.array(
    z.object({
      url: z.string(),
      type: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bitrate: z.number().int(),
    }),
  ),
});
export type TagTest = z.infer<typeof tagTest>;

export const tagTestEndpoints = {
  test: endpoint({
    method: 'POST',
    path: '/api/vast/tag_test',
    summary: 'Follow a tag from wrapper to wrapper and say what is wrong with it',
    access: 'tracking.read',
    body: z.strictObject({
      package_name: packageName,
      /** Of the web, with macros as players would get them; one by http only of this installation. */
      url: z
        .string()
        .trim()
        .max(4_000)
        .regex(/^https?:\/\/\S+$/i, 'An address such as https://ads.example/vast.xml'),
    }),
    response: envelope(tagTest),
  }),
};
