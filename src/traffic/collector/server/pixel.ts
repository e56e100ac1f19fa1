import { AppError } from '#platform/server/http/app-error.ts';
import { DOT } from '#platform/server/http/dot.ts';
import { type FileAnswer, type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { type IngestAnswer, pixelEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import { one, requireKind, sendingOf } from './collect.ts';
import type { Taker } from './taker.ts';
import type { Visit } from './visits.ts';

type Input = HandlerInput<typeof pixelEndpoints.pixel>;

/** Not stored, through no fault of whoever sent it: a sender that reads the status may come again. */
const LATER: ReadonlySet<number> = new Set([429, 503]);

export const pixelRoutes = (taker: Taker): Route[] =>
  implement(pixelEndpoints)({ pixel: ({ query, request }) => pixelAnswer(taker, query, request) });

/**
 * One event by an image. It is a picture whatever is wrong, as with every tracker: a broken one would stand on the page
 * of somebody who cannot mend it. What is wrong is in a header, among the notes of the key, or a dead letter.
 */
async function pixelAnswer(taker: Taker, query: Input['query'], request: Input['request']): Promise<FileAnswer> {
  try {
    return gif(faultIn(await taker.serving(undefined, (visit) => take(taker, query, request, visit))));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { retryAfter = 1 } = error;
    const fault = error.told?.code ?? error.code;
    if (!LATER.has(error.status)) return gif(fault);
    return gif(fault, { status: error.status, retryAfter: String(Math.ceil(retryAfter)) });
  }
}

async function take(
  taker: Taker,
  query: Input['query'],
  request: Input['request'],
  visit: Visit,
): Promise<IngestAnswer> {
  const { key, write_key, kind: named, ...fields } = query;
  const page = one(request.headers['referer']);
  const sending = { ...sendingOf(request, key ?? write_key), origin: originOf(request.headers) };
  const sender = await taker.admit(sending, visit);
  const usual = sender.platform === 'web' ? 'visit' : 'impression';
  const kind = await taker.reading(sender, named ?? '', async () => requireKind(named ?? usual, sender));
  const event = { url: page, ...fields, from_request: true };
  return taker.take(sender, sending, [{ kind, event }]);
}

/** An image names no origin, only the page it stands on; a browser that was told to hide that still says it is one. */
function originOf(headers: Input['request']['headers']): string | undefined {
  const origin = one(headers['origin']);
  if (origin !== undefined) return origin;
  const page = one(headers['referer']);
  if (page !== undefined && URL.canParse(page)) return new URL(page).origin;
  return headers['sec-fetch-site'] === undefined ? undefined : 'null';
}

function faultIn({ rejected: [rejected], unknown_fields: unknown }: IngestAnswer): string | undefined {
  if (rejected) return `${rejected.reason} ${rejected.field}`;
  return unknown.count > 0 ? 'unknown_field' : undefined;
}

const gif = (fault?: string, refused?: { status: number; retryAfter: string }): FileAnswer => ({
  fileName: 't.gif',
  mediaType: 'image/gif',
  stream: DOT,
  headers: {
    'cross-origin-resource-policy': 'cross-origin',
    ...(fault ? { 'x-adsieve-error': fault } : {}),
    ...(refused ? { 'retry-after': refused.retryAfter } : {}),
  },
  ...(refused ? { status: refused.status } : {}),
});
