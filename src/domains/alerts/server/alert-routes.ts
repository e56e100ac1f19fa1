import { PREVIEW_DAYS } from '#domains/alerts/contract/alert.ts';
import { alertEndpoints, appAlerts, webAlerts } from '#domains/alerts/contract/endpoints.ts';
import { bellEndpoints } from '#domains/alerts/contract/unread.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { deliverAlertsJob, evaluateAlertsJob } from './alert-jobs.ts';
import {
  changeAlert,
  findAlert,
  listAlerts,
  muteAlert,
  type Platform,
  removeAlert,
  requireReckoned,
  type StoreDeps,
  saveAlerts,
  viewsOf,
} from './alert-store.ts';
import type { EvaluateDeps } from './evaluate.ts';
import { mailWishOf, wishMails } from './gather.ts';
import { countUnread, handleRaised, listDeliveries, listRaised, redeliver } from './inbox.ts';
import { daysFor, foundBefore } from './looked-back.ts';
import { peopleOf, requireAlerts } from './people.ts';
import { readSeries } from './series.ts';

export type AlertParts = StoreDeps & Pick<EvaluateDeps, 'packageInfo' | 'runWidget'> & { jobs: Jobs };

export const alertRoutes = (parts: AlertParts): Route[] => [
  ...implement(webAlerts)(configurationOf(parts, 'web')),
  ...implement(appAlerts)(configurationOf(parts, 'app')),
  ...ownRoutes(parts),
  ...implement(bellEndpoints)({
    unread: async ({ scope, query }) => ok({ unread: await countUnread(scope, parts, query.package_name) }),
  }),
];

/** What the alert is about may hold already. A queue out of reach loses nothing: the clock looks every few minutes. */
const lookSoon = ({ jobs }: AlertParts) => jobs.enqueue(evaluateAlertsJob, {}).catch(() => null);

type Handlers = Parameters<ReturnType<typeof implement<typeof webAlerts>>>[0];

const configurationOf = (deps: AlertParts, platform: Platform): Handlers => ({
  list: async ({ scope, query: { package_name: packageName, page, limit } }) =>
    paged(await listAlerts(scope, deps, { packageName, platform, page, limit }), limit),
  one: async ({ scope, params }) => {
    const row = await findAlert(scope, deps, params.id, { platform, permission: 'rules.read' });
    const [view] = await viewsOf(scope, deps, [row]);
    if (!view) throw new Error('An alert has no view');
    return ok(view);
  },
  saveTable: async ({ scope, body: { package_name: packageName, alerts } }) => {
    const saved = await saveAlerts(scope, deps, { packageName, platform, alerts });
    await lookSoon(deps);
    return ok(saved, 'Updated successfully !');
  },
  change: async ({ scope, params, body: { updated_at: seen, ...body } }) => {
    // What is not said stays: a key without a value must not take its place.
    const part = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await changeAlert(scope, deps, params.id, { platform, part, seen });
    await lookSoon(deps);
    return ok(changed, 'Updated successfully !');
  },
  remove: async ({ scope, params }) => {
    await removeAlert(scope, deps, params.id, platform);
    return ok(null, 'Deleted  successfully !');
  },
});

const ownRoutes = (deps: AlertParts): Route[] =>
  implement(alertEndpoints)({
    preview: async ({ scope, body: { package_name: packageName, ...alert }, signal }) => {
      requireAlerts(scope, packageName, 'rules.write');
      requireReckoned(scope, alert);
      const info = await deps.packageInfo(scope, packageName);
      const days = daysFor(alert, info.today, PREVIEW_DAYS - 1);
      const [series] = await readSeries(scope, deps, { info, alike: [alert], days }, signal);
      if (!series) throw new Error('A reading has no series');
      const from = addDays(info.today, 1 - PREVIEW_DAYS);
      const counted = new Set(
        series.lines.flatMap(({ points }) =>
          points.flatMap(({ events }, at) => (events > 0 ? [series.periods.names[at]?.slice(0, 10) ?? ''] : [])),
        ),
      );
      const withData = [...counted].filter((day) => day >= from).length;
      return ok({ from, to: info.today, days_with_data: withData, raised: foundBefore(series, alert) });
    },
    mails: async ({ scope }) => ok({ every: await mailWishOf(scope, deps) }),
    wishMails: async ({ scope, body }) => {
      await wishMails(scope, deps, body.every);
      return ok(body, 'Updated successfully !');
    },
    people: async ({ scope, query }) => {
      const people = await peopleOf(scope, deps.database, query.package_name);
      return ok(people.map(({ name, email }) => ({ name, email })));
    },
    deliveries: async ({ scope, params, query }) =>
      paged(await listDeliveries(scope, deps, params.id, query), query.limit),
    redeliver: async ({ scope, params }) => {
      const delivery = await redeliver(scope, deps, params.id);
      // A queue out of reach loses nothing: what waits is looked for every minute.
      await deps.jobs.enqueue(deliverAlertsJob, {}).catch(() => null);
      return ok(delivery);
    },
    inbox: async ({ scope, query: { package_name: packageName, state, page, limit } }) => {
      const { unread, ...found } = await listRaised(scope, deps, { packageName, state, page, limit });
      return { ...paged(found, limit), unread };
    },
    handle: async ({ scope, params, body }) => {
      await handleRaised(scope, deps, params.id, body);
      return ok(null);
    },
    mute: async ({ scope, params, body }) => {
      await muteAlert(scope, deps, params.id, body.muted);
      return ok(null);
    },
  });
