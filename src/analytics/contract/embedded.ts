import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { packageInfo } from '#platform/contract/package-info.ts';
import type { AnyBoard, Board } from './board.ts';
import { appClick, appClickImpression } from './boards/app.ts';
import { brandSafety } from './boards/brand-safety.ts';
import { CATEGORIES, DATE_WISE, SUB_CATEGORIES, TOP_CLEAN, TOTAL, topFraud } from './boards/common.ts';
import { clickIntegrity, impressionIntegrity } from './boards/integrity.ts';
import { webClick, webImpression } from './boards/web.ts';
import { DIVE } from './deep-dive.ts';
import { EMBED_TOPICS, type EmbedTopic } from './embed-pages.ts';
import { SHAPES } from './shapes/registry.ts';
import type { Widget } from './widget.ts';

/** The document in the frame. Its ticket stands behind the number sign, where no server and no log sees it. */
export const EMBED_PATH = '/embedded-report';

/** All events of a package, as far as a report of one page goes. */
const OVERVIEW: Board = {
  ...DIVE,
  id: 'overview',
  title: 'Overview',
  fileId: 'OVERVIEW',
  widgets: [TOTAL, DATE_WISE, CATEGORIES, SUB_CATEGORIES, TOP_CLEAN, topFraud('top-publisher/fraud')],
};

const BOARDS_OF: Readonly<Record<EmbedTopic, { web: AnyBoard; app: AnyBoard }>> = {
  brandsafety: { web: brandSafety, app: brandSafety },
  impression: { web: webImpression, app: appClickImpression },
  click: { web: webClick, app: appClick },
  overview: { web: OVERVIEW, app: OVERVIEW },
  click_integrity: { web: clickIntegrity, app: clickIntegrity },
  impression_integrity: { web: impressionIntegrity, app: impressionIntegrity },
};

export const embedBoard = (topic: EmbedTopic, platform: 'web' | 'app'): AnyBoard => BOARDS_OF[topic][platform];

/** Of a board what fits one page and needs nobody to turn pages: its figures, its days, and who and what stands first. */
const SHOWN: readonly Widget['id'][] = [
  'total',
  'date-wise',
  'fraud-category',
  'fraud-sub-category',
  'top-publisher/clean',
  'top-publisher/invalid',
  'top-publisher/fraud',
  'category-wise',
  'handling-wise',
  'check-wise',
  'channel-wise',
  'country-wise',
];
export const embedWidgets = ({ widgets }: AnyBoard): Widget<string>[] =>
  widgets.filter(({ id, shape }) => SHOWN.includes(id) && !SHAPES[shape].paged);

const embedQuery = z.object({ package_name: z.string().min(1).max(200), ...dateRangeQuery });
const embedAnswer = envelope(z.object({ url: z.string(), expires_at: z.string(), outside: z.boolean() }));

export const embedded = {
  /** By its prescribed name, whichever service stands behind it. */
  generate: endpoint({
    method: 'GET',
    path: '/api/quicksight/generate2',
    summary: 'The address of an embedded report: for this session, package and days, and for ten minutes',
    access: 'session',
    query: embedQuery.extend({ dashboard: z.enum(EMBED_TOPICS).optional() }),
    response: embedAnswer,
  }),
  clickIntegrity: endpoint({
    method: 'GET',
    path: '/api/user/click_integrity',
    summary: 'The address of the embedded dashboard of click integrity',
    access: 'session',
    query: embedQuery,
    response: embedAnswer,
  }),
  impressionIntegrity: endpoint({
    method: 'GET',
    path: '/api/user/impression_integrity',
    summary: 'The address of the embedded dashboard of impression integrity',
    access: 'session',
    query: embedQuery,
    response: embedAnswer,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/quicksight/report',
    summary: 'What a ticket of the built-in report shows, as far as its session may see now',
    access: 'public',
    query: z.object({ ticket: z.string().min(1).max(4000) }),
    response: envelope(
      z.object({
        package: packageInfo,
        dashboard: z.enum(EMBED_TOPICS),
        from: z.string(),
        to: z.string(),
        /** Answers of the board's calls, by the id of the widget. */
        answers: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
};
