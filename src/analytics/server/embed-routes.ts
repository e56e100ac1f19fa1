import { createHmac } from 'node:crypto';
import type { Out } from '#platform/contract/endpoint.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Report, ReportTickets } from '#platform/server/access/report-tickets.ts';
import { requireMay, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { EMBED_TOPICS, type EmbedTopic, TOPIC_OF_PAGE } from '../contract/embed-pages.ts';
import { EMBED_PATH, embedBoard, embedded, embedWidgets } from '../contract/embedded.ts';
import type { BoardAnswer, Row } from '../contract/rows.ts';
import { createCheckRange } from './check-range.ts';
import type { AnalyticsDeps, Question } from './question.ts';
import { readFilters, withUsualDays } from './read-filters.ts';
import { refuse } from './refuse.ts';
import { createRunWidget, type RunWidget } from './run-widget.ts';
import { SERVER_SHAPES } from './shapes/registry.ts';

/** A report of another product in place of the built-in one; it proves by the secret who sent its reader. */
export interface OutsideEmbed {
  url: string;
  secret: string;
}

export interface EmbedDeps extends AnalyticsDeps {
  reportTickets: ReportTickets;
  outsideEmbed: OutsideEmbed | undefined;
}

type Asked = Out<(typeof embedded.clickIntegrity)['query']>;

/** Addresses of embedded reports, and the built-in report behind them. */
export function embedRoutes(deps: EmbedDeps, runWidget: RunWidget = createRunWidget(deps.clickhouse)): Route[] {
  const checkRange = createCheckRange(deps);
  const addressOf = async (scope: Scope, dashboard: EmbedTopic, query: Asked) => {
    requireMay(scope, 'board.read');
    const info = await infoFor(scope, deps, query.package_name, dashboard);
    const { from, to } = readFilters(withUsualDays(query, info.today));
    await checkRange(info, { from, to }, embedBoard(dashboard, info.platform).historyMonths);
    const report = { package_name: info.package_name, dashboard, from, to };
    const { ticket, expiresAt } = await deps.reportTickets.issue(scope, report);
    const { outsideEmbed } = deps;
    const url = outsideEmbed ? outsideUrl(scope, outsideEmbed, report, expiresAt) : `${EMBED_PATH}#ticket=${ticket}`;
    return ok({ url, expires_at: expiresAt.toISOString(), outside: outsideEmbed !== undefined });
  };
  return implement(embedded)({
    generate: ({ scope, query: { dashboard = 'overview', ...query } }) => addressOf(scope, dashboard, query),
    clickIntegrity: ({ scope, query }) => addressOf(scope, 'click_integrity', query),
    impressionIntegrity: ({ scope, query }) => addressOf(scope, 'impression_integrity', query),

    report: async ({ query, signal }) => {
      const found = await deps.reportTickets.read(query.ticket);
      if (!found) throw refuse('report_over', {}, { as: 'forbidden' });
      const { scope, report } = found;
      requireMay(scope, 'board.read');
      const dashboard = topicOf(report);
      const info = await infoFor(scope, deps, report.package_name, dashboard);
      const board = embedBoard(dashboard, info.platform);
      const { package_name, from, to } = report;
      const filters = { ...readFilters({ package_name, fromDate: from, toDate: to }), counts: 'parts' as const };
      const answers = await Promise.all(
        embedWidgets(board).map(async (widget): Promise<[string, BoardAnswer<Row>]> => {
          const question: Question = { board, widget, info, now: deps.now(), filters };
          const result = await runWidget(scope, question, signal);
          const body = SERVER_SHAPES[widget.shape].answer(result, question);
          return [widget.id, { status: true, message: 'OK', meta: result.meta, ...body }];
        }),
      );
      return ok({ package: info, dashboard, from, to, answers: Object.fromEntries(answers) });
    },
  });
}

/** The package for who may open one of the screens of the topic there. */
async function infoFor(scope: Scope, deps: EmbedDeps, name: string, topic: EmbedTopic): Promise<PackageInfo> {
  const pages = Object.keys(TOPIC_OF_PAGE).filter((page) => TOPIC_OF_PAGE[page] === topic);
  requirePage(scope, requirePackage(scope, name), [...pages, 'analytics']);
  return deps.packageInfo(scope, name);
}

function topicOf({ dashboard }: Report): EmbedTopic {
  const topic = EMBED_TOPICS.find((each) => each === dashboard);
  if (!topic) throw refuse('report_over', {}, { as: 'forbidden' });
  return topic;
}

/**
 * The address of the operator's choice with who asks for what until when, and over all of it in this order, one a line,
 * an HMAC-SHA-256 in hex under the shared secret.
 */
export function outsideUrl(scope: Scope, { url, secret }: OutsideEmbed, report: Report, expiresAt: Date): string {
  const said: readonly [string, string][] = [
    ['user', String(scope.userId)],
    ['package', report.package_name],
    ['dashboard', report.dashboard],
    ['from', report.from],
    ['to', report.to],
    ['expires', String(Math.floor(expiresAt.getTime() / 1000))],
  ];
  const address = new URL(url);
  for (const [name, value] of said) address.searchParams.set(name, value);
  const signed = said.map(([name, value]) => `${name}=${value}`).join('\n');
  address.searchParams.set('signature', createHmac('sha256', secret).update(signed).digest('hex'));
  return address.href;
}
