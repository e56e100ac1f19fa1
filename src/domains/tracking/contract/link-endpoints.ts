import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';

/** Of an address that anybody writes: one of any length is unknown like any other. */
const params = z.strictObject({ campaign: z.string() });
const query = z.looseObject({});

export const linkEndpoints = {
  click: endpoint({
    method: 'GET',
    path: '/t/c/:campaign',
    summary:
      'Follow a link: p publisher, s to s5 sub-publishers, ci click id of the publisher, gaid or idfa, lp a page of an allowed host. Records the click and sends on; HEAD says where to and records nothing, what a browser loads ahead of a click is told 503',
    access: 'public',
    params,
    query,
    answer: 'file',
    response: fileBody,
  }),
  challenged: endpoint({
    method: 'GET',
    path: '/t/h/:campaign',
    summary:
      'Where the page of a challenge goes by itself: t the token, which holds once and for two minutes, a the number its script has found. With d=1 the person goes on and the click stays challenged',
    access: 'public',
    params,
    query,
    answer: 'file',
    response: fileBody,
  }),
  impression: endpoint({
    method: 'GET',
    path: '/t/i/:campaign',
    summary: 'Record a view of an ad, with the parameters of a link. Always a picture',
    access: 'public',
    params,
    query,
    answer: 'file',
    response: fileBody,
  }),
};
