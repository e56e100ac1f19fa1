import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';

/** What a player did not fill in, or filled in twice, is nothing said. */
const said = z.string().max(2_000).optional().catch(undefined);

/** Players call these from whatever page they are on. */
const player = { access: 'public', answer: 'file', response: fileBody, otherOrigins: true } as const;

export const videoEndpoints = {
  tag: endpoint({
    method: 'GET',
    path: '/vast/:key.xml',
    summary: 'A video ad, or none: VAST 4.2, or 3.0 with v=3',
    ...player,
    /** One of any length gets the answer of an unknown one. */
    params: z.object({ key: z.string() }),
    query: z.looseObject({
      v: said,
      pub: said,
      plc: said,
      vid: said,
      cat: said,
      ip: said,
      ua: said,
      url: said,
      dom: said,
      app: said,
      ifa: said,
      lmt: said,
      gdpr_consent: said,
      ss: said,
    }),
  }),
  event: endpoint({
    method: 'GET',
    path: '/v/e',
    summary: 'What a player reports of a video ad',
    ...player,
    query: z.looseObject({ t: said, e: said, c: said, ph: said }),
  }),
  /** In a frame beside what was found: it is the one page of ours that shows something from elsewhere. */
  player: endpoint({
    method: 'GET',
    path: '/v/p',
    summary: 'A page that plays the video of a tag that was tested',
    access: 'public',
    answer: 'file',
    response: fileBody,
    query: z.looseObject({ u: z.string().max(4_000).optional().catch(undefined), until: said, k: said }),
  }),
  media: endpoint({
    method: 'GET',
    path: '/v/m/:file',
    summary: 'The video of a creative, or its picture',
    ...player,
    params: z.object({ file: z.string().regex(/^[\w-]{10,60}\.(mp4|mov|webm|jpg)$/) }),
  }),
};
