import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { ingestAnswer } from './live-endpoints.ts';

/** Calls of Segment's API: of its libraries for servers, and shortened of that for browsers. */
export const SEGMENT_CALLS = ['track', 'page', 'screen', 'identify', 'group', 'alias', 'batch'] as const;
const SHORT_CALLS = ['t', 'p', 's', 'i', 'g', 'a', 'b'] as const;

/** Codes of Google's validation server that are said here. */
export const GA4_FAULTS = ['VALUE_REQUIRED', 'NAME_INVALID', 'EXCEEDED_MAX_ENTITIES', 'VALUE_OUT_OF_BOUNDS'] as const;

const withKey = z.looseObject({ write_key: z.string().max(100).optional() });
const withSecret = z.looseObject({ api_secret: z.string().max(100).optional() });
const format = z.strictObject({ format: z.string().regex(/^[\w-]{1,40}$/) });

/** Ways of sending that are not ours: their paths, methods and answers are what their clients expect. */
export const protocolEndpoints = {
  segment: endpoint({
    method: 'POST',
    path: '/v1/:call',
    summary: "Segment's tracking API: its libraries send here, with a write key of ours for theirs",
    access: 'public',
    params: z.strictObject({ call: z.enum([...SEGMENT_CALLS, ...SHORT_CALLS]) }),
    query: withKey,
    upload: true,
    otherOrigins: true,
    response: z.object({ success: z.literal(true) }),
  }),
  snowplow: endpoint({
    method: 'POST',
    path: '/com.snowplowanalytics.snowplow/tp2',
    summary: "Snowplow's tracker protocol: its trackers send here, with a write key as their application id",
    access: 'public',
    query: z.looseObject({}),
    upload: true,
    otherOrigins: true,
    answer: 'file',
    response: fileBody,
  }),
  snowplowByAddress: endpoint({
    method: 'GET',
    path: '/i',
    summary: "Snowplow's tracker protocol by an image: one event in the address",
    access: 'public',
    query: z.looseObject({}),
    otherOrigins: true,
    answer: 'file',
    response: fileBody,
  }),
  ga4: endpoint({
    method: 'POST',
    path: '/mp/collect',
    summary: "Google's Measurement Protocol, with a write key as the API secret; answered with 204",
    access: 'public',
    query: withSecret,
    upload: true,
    answer: 'file',
    response: fileBody,
  }),
  ga4Debug: endpoint({
    method: 'POST',
    path: '/debug/mp/collect',
    summary: 'What is wrong with a request of the Measurement Protocol; nothing of it is stored',
    access: 'public',
    query: withSecret,
    upload: true,
    response: z.object({
      validationMessages: z.array(
        z.object({ fieldPath: z.string(), description: z.string(), validationCode: z.enum(GA4_FAULTS) }),
      ),
    }),
  }),
  cloudEvents: endpoint({
    method: 'POST',
    path: '/api/cloudevents',
    summary: 'CloudEvents over HTTP, binary, structured or batched; the last word of the type is the kind',
    access: 'public',
    query: withKey,
    upload: true,
    response: ingestAnswer,
    status: 202,
  }),
  callback: endpoint({
    method: 'POST',
    path: '/api/callback/:format',
    summary: 'Callbacks of a tracker: its fields in the address, or in the body as JSON or as a form',
    access: 'public',
    params: format,
    query: withKey,
    upload: true,
    response: ingestAnswer,
  }),
  callbackByAddress: endpoint({
    method: 'GET',
    path: '/api/callback/:format',
    summary: 'Callbacks of a tracker: its fields in the address',
    access: 'public',
    params: format,
    query: withKey,
    response: ingestAnswer,
  }),
};
