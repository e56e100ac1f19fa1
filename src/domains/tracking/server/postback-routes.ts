import type { Readable } from 'node:stream';
import { postbackEndpoints } from '#domains/tracking/contract/postback-endpoints.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { type FileAnswer, implement, type Route } from '#platform/server/http/implement.ts';
import { PostbackQueue, type QueueParts } from './postback-queue.ts';
import { type Postback, readPostback } from './read-postback.ts';
import { refuse } from './refuse.ts';
import type { Taken } from './take-postbacks.ts';

export interface PostbackParts extends QueueParts {
  now: () => Date;
}

const MOST_BYTES = 16 * 1024;

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Given = Readonly<Record<string, unknown>>;

/** Where advertisers tell of conversions. */
export function postbackRoutes(parts: PostbackParts): Route[] {
  const queue = new PostbackQueue(parts);
  const take = async (given: Given, { ip, headers }: { ip: string; headers: Headers }): Promise<FileAnswer> => {
    const postback = readPostback(given, { ip, secret: secretIn(headers), receivedAt: parts.now() });
    requireClick(postback);
    return answerOf(await queue.take(postback));
  };
  return implement(postbackEndpoints)({
    get: ({ query, request }) => take(query, request),
    post: async ({ query, upload, request }) => take({ ...query, ...(await bodyOf(upload, request.headers)) }, request),
  });
}

/** What names no click never will: 404 would have it sent again for ever. */
function requireClick({ clickId, event }: Postback): void {
  if (clickId !== '') return;
  const names = event === '' ? 'click_id, event' : 'click_id';
  throw refuse('postback_lacks', { names }, { as: 'malformed', field: 'click_id' });
}

/** An address stands in logs of others on its way; a header does not. */
function secretIn(headers: Headers): string {
  const own = headers['x-postback-secret'];
  const bearer = headers['authorization'];
  if (typeof own === 'string') return own;
  return typeof bearer === 'string' ? bearer.replace(/^Bearer\s+/i, '') : '';
}

/** What is to be sent again has a status that says so; all else was heard, whatever became of it. */
function answerOf({ pbStatus, reason, conversionId, state }: Taken): FileAnswer {
  const status = reason === 'unknown_click' ? 404 : reason === 'bad_secret' ? 401 : 200;
  return {
    fileName: 'postback.json',
    mediaType: 'application/json; charset=utf-8',
    stream: JSON.stringify({
      status: pbStatus === 'Success' || pbStatus === 'Duplicate' || pbStatus === 'Over',
      pb_status: pbStatus,
      reason,
      conversion_id: conversionId,
      conversion_status: state === '' ? null : state,
    }),
    headers: { 'content-disposition': 'inline' },
    status,
  };
}

/** A JSON object or a form. 400 for JSON that is broken or no object; none at all leaves it to the address. */
async function bodyOf(upload: Readable, headers: Headers): Promise<Given> {
  const tooLong = () => refuse('postback_too_long', {}, { as: 'too_large' });
  const text = (await boundedBody(upload, MOST_BYTES, tooLong)).toString('utf8');
  if (text === '' || !String(headers['content-type'] ?? '').includes('json'))
    return Object.fromEntries(new URLSearchParams(text));
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuse('postback_broken', {}, { as: 'malformed' });
  return { ...body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
