import { ok } from '#platform/contract/envelopes.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { TRACKER_IDS } from '#traffic/event/contract/own-ids.ts';
import { verdictFile } from '#traffic/event/server/verdict-files.ts';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { findEndpoint } from '#traffic/explorer/contract/find-endpoint.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ruleTitles } from '#traffic/rules/server/rule-titles.ts';
import { decideEvent } from './decide.ts';
import { type EventDetailSources, eventDetail } from './event-detail.ts';
import { EVENT_FILE_COLUMNS, eventTable } from './event-file.ts';
import { allEvents, eventsWhere, listEvents } from './event-list.ts';
import { aboutEvents, asked, type QuestionSources } from './event-question.ts';
import { fieldValues } from './field-values.ts';
import { find } from './find.ts';
import { relatedEvents } from './related-events.ts';

export interface EventRoutesSources extends EventDetailSources, QuestionSources {
  now: () => Date;
}

export const eventRoutes = (sources: EventRoutesSources): Route[] =>
  implement({ ...eventsEndpoints, ...findEndpoint })({
    list: async ({ scope, query, signal }) => {
      const { sort, after, limit } = query;
      const question = await asked(scope, sources, query, signal);
      return listEvents(scope, sources.clickhouse, { ...question, sort, after, limit }, signal);
    },
    values: async ({ scope, query: { field, containing = '', ...query }, signal }) => {
      const question = await asked(scope, sources, query, signal);
      return fieldValues(scope, sources.clickhouse, { ...question, field, containing }, signal);
    },
    download: async ({ scope, query: { format, about: said, ...query }, signal }) => {
      const { info, ...question } = await asked(scope, sources, query, signal);
      const events = await allEvents(scope, sources.clickhouse, question, signal);
      return fileOf(format, aboutEvents(info, question, sources.now()), eventTable(events, EVENT_FILE_COLUMNS), said);
    },
    verdicts: async ({ scope, query: { by, about: said, ...query }, signal }) => {
      const { info, ...asking } = await asked(scope, sources, query, signal);
      const { package: packageName } = asking.filter;
      const about = { ...aboutEvents(info, asking, sources.now()), what: `verdicts_${by}` };
      const question = {
        package: packageName,
        where: eventsWhere(scope, asking),
        ownIds: TRACKER_IDS,
        originOf: (importId: number) => sources.importOrigin(scope, packageName, importId),
        ruleName: ruleTitles((await loadPolicy(sources.database, packageName)).ruleSet),
      };
      const { head, rows } = await verdictFile(sources.clickhouse, by, question, signal);
      return fileOf('csv', about, { columns: head.map((label) => ({ label, kind: 'plain' })), rows }, said);
    },
    find: async ({ scope, query, signal }) =>
      ok(
        await find(
          scope,
          sources,
          { info: await sources.packageInfo(scope, query.package_name), text: query.text },
          signal,
        ),
      ),
    detail: async ({ scope, params, query, signal }) => {
      const info = await sources.packageInfo(scope, query.package_name);
      return ok(await eventDetail(scope, sources, info, params.id, signal));
    },
    related: async ({ scope, params, query, signal }) => {
      const info = await sources.packageInfo(scope, query.package_name);
      return ok(await relatedEvents(scope, sources.clickhouse, info, params.id, signal));
    },
    decide: async ({ scope, params, body }) =>
      ok(
        await decideEvent(scope, sources, {
          package: body.package_name,
          rowId: params.id,
          decision: body.decision,
          reason: body.reason,
        }),
      ),
  });
