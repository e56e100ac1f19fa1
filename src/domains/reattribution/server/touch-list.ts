import { CREDITED_KINDS, type CreditedKind, ORGANIC } from '#domains/reattribution/contract/changes.ts';
import type { TouchList } from '#domains/reattribution/contract/endpoints.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { IS_UNPAID, OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import {
  type Asked,
  CAMPAIGN,
  CAUSE,
  CLICK,
  CONTRIBUTORS,
  contributorSql,
  conversionsWhere,
  DEVICE,
  EARNED_AT,
  HOURS,
  IS_CLAIM,
  IS_VIEW,
  isBadTouch,
  isInvalid,
  sharedKeys,
  TOUCH_AT,
  touchesWhere,
} from './touch-sql.ts';
import { type Conversion, type Touch, walk } from './walk.ts';

/** Touches of one person that are read; a person who has more is no person. */
const MOST_TOUCHES = 500;

interface Facts {
  row_id: string;
  ts: string;
  kind: string;
  event: string;
  publisher: string;
  campaign: string;
  is_organic: number;
  fault: Conversion['fault'];
  cause: string;
  hours: number;
  has_window: number;
  earned_at: string;
  touch_at: string | null;
  is_view: number;
  is_decided: number;
  device_key: string;
  click_key: string;
  contributors: [is_click: number, at: string | null, publisher: string, campaign: string][];
}

interface OwnTouch {
  publisher: string;
  campaign: string;
  at: string;
  is_click: number;
  bad: number;
  reason: string;
  same_click: number;
  same_device: number;
}

/** What may have brought one install or event, walked. @throws not_found */
export async function touchesOf(
  scope: Scope,
  clickhouse: Pick<ClickHouse, 'query'>,
  info: PackageInfo,
  { kind, rowId, zones }: { kind: CreditedKind; rowId: string; zones: Asked['zones'] },
): Promise<TouchList> {
  ownPackage(scope, info.package_name);
  const kinds = CREDITED_KINDS[kind];
  const [place] = await clickhouse.query<{ ts: string }>(
    sql`SELECT toString(ts) AS ts FROM traffic WHERE package = ${typed('String', info.package_name)}
      AND kind IN ${typed('Array(String)', [...kinds])} AND row_id = ${typed('UUID', rowId)} LIMIT 1`,
    { tag: 'reattribution-touches' },
  );
  if (!place) throw appError('not_found', { field: 'row_id' });
  const day = todayIn(info.time_zone, new Date(isoOf(place.ts)));
  const asked = { info, from: day, to: day, kinds, zones };
  const [facts] = await clickhouse.query<Facts>(factsSql(scope, asked, rowId), {
    tag: 'reattribution-touches',
    settings: OF_COLUMNS,
  });
  if (!facts) throw appError('not_found', { field: 'row_id' });
  const own = await clickhouse.query<OwnTouch>(ownSql(scope, asked, facts), {
    tag: 'reattribution-touches',
    settings: OF_COLUMNS,
  });
  return listOf(facts, own);
}

const isoOf = (text: string): string => `${text.replace(' ', 'T')}Z`;
const msOf = (text: string): number => Date.parse(isoOf(text));
const isoText = (ms: number): string => new Date(ms).toISOString();

function factsSql(scope: Scope, asked: Asked, rowId: string): Sql {
  const where = conversionsWhere(scope, asked);
  const shared = sharedKeys(where);
  const contributors = CONTRIBUTORS.map((n) => {
    const { publisher, campaign, isClick, at } = contributorSql(n, asked.zones);
    return sql`(${isClick}, ${at}, ${publisher}, ${campaign})`;
  });
  return sql`SELECT toString(row_id) AS row_id, toString(traffic.ts) AS ts, toString(traffic.kind) AS kind, toString(event_name) AS event,
      toString(traffic.publisher) AS publisher, ${CAMPAIGN} AS campaign, ${IS_UNPAID} AS is_organic,
      multiIf(NOT ${isInvalid(asked.info)}, 'none', ${IS_CLAIM} AND NOT ${IS_UNPAID}, 'claim', 'removed') AS fault,
      ${CAUSE} AS cause, ${HOURS} AS hours, extra['attribution_lookback'] != '' AS has_window, toString(${EARNED_AT}) AS earned_at,
      if(isNull(${TOUCH_AT}), NULL, toString(${TOUCH_AT})) AS touch_at, ${IS_VIEW} AS is_view, decision = 'clean' AS is_decided,
      toString(if(${DEVICE} IN (${shared}), toUInt64(0), ${DEVICE})) AS device_key,
      toString(if(${CLICK} IN (${shared}), toUInt64(0), ${CLICK})) AS click_key,
      [${joinSql(contributors, ', ')}] AS contributors
    FROM traffic WHERE ${where} AND row_id = ${typed('UUID', rowId)} LIMIT 1`;
}

/** Clicks and views of the person, of an event of an app those before its install, the newest first. */
function ownSql(scope: Scope, { info, kinds }: Asked, facts: Facts): Sql {
  const earned = new Date(msOf(facts.earned_at));
  const day = todayIn(info.time_zone, earned);
  const where = touchesWhere(scope, { info, kinds, from: day, to: addDays(day, 1) });
  const device = typed('UInt64', facts.device_key);
  const click = typed('UInt64', facts.click_key);
  return sql`SELECT toString(traffic.publisher) AS publisher, ${CAMPAIGN} AS campaign, toString(ts) AS at, kind != 'impression' AS is_click,
      ${isBadTouch(info)} AS bad,
      multiIf(NOT bad, '', traffic.verdict IN ('fraud', 'suspect', 'filtered'), toString(traffic.reason), toString(handling_reason)) AS reason,
      (${click} != 0 AND ${CLICK} = ${click}) AS same_click, (${device} != 0 AND ${DEVICE} = ${device}) AS same_device
    FROM traffic WHERE ${where} AND ((${device} != 0 AND ${DEVICE} = ${device}) OR (${click} != 0 AND ${CLICK} = ${click}))
    ORDER BY ts DESC, publisher, campaign LIMIT ${typed('UInt32', MOST_TOUCHES + 1)}`;
}

function listOf(facts: Facts, own: readonly OwnTouch[]): TouchList {
  const touchMs = facts.touch_at === null ? null : msOf(facts.touch_at);
  const touchSecond = touchMs === null ? undefined : secondOf(facts.publisher, touchMs);
  const inSecond = (publisher: string, at: string): boolean => secondOf(publisher, msOf(at)) === touchSecond;
  const byClick = own.filter(({ publisher, same_click }) => publisher === facts.publisher && same_click === 1);
  const byDevice = own.filter(({ publisher, at, same_device }) => same_device === 1 && inSecond(publisher, at));
  const bad = [byClick, byDevice].find((twins) => twins.length > 0 && twins.every((twin) => twin.bad === 1));
  const isBad = facts.is_decided === 0 && bad !== undefined;
  const isTwin = (touch: OwnTouch): boolean => byClick.includes(touch) || inSecond(touch.publisher, touch.at);
  const credited: Touch | null =
    facts.is_organic === 1
      ? null
      : {
          publisher: facts.publisher,
          campaign: facts.campaign,
          type: facts.is_view === 1 ? 'view' : 'click',
          at: touchMs,
          told: 'source',
          invalid: isBad,
          reason: facts.fault === 'none' ? (isBad ? (bad[0]?.reason ?? '') : '') : facts.cause,
        };
  const ofDevice = own.filter(({ same_device }) => same_device === 1);
  const badSeconds = secondsOf(ofDevice.filter((touch) => touch.bad === 1));
  const goodSeconds = secondsOf(ofDevice.filter((touch) => touch.bad === 0));
  const others = [
    ...own.filter((touch) => !isTwin(touch)).map(ownTouch),
    ...facts.contributors
      .filter(([, at, publisher]) => publisher !== '' && at !== null && !inSecond(publisher, at))
      .map(([isClick, at, publisher, campaign]) =>
        told({ isClick, at, publisher, campaign }, { badSeconds, goodSeconds }),
      ),
  ];
  const {
    change,
    credited: found,
    touches,
  } = walk(
    {
      touch: credited,
      at: msOf(facts.earned_at),
      fault: facts.fault,
      hours: facts.hours < 0 ? 'unknown' : facts.hours,
    },
    others.slice(0, MOST_TOUCHES),
  );
  return {
    row_id: facts.row_id,
    ts: isoText(msOf(facts.ts)),
    kind: facts.kind,
    event: facts.event,
    publisher: facts.is_organic === 1 ? ORGANIC : facts.publisher,
    campaign: facts.campaign,
    change,
    reason: facts.fault === 'none' ? '' : facts.cause,
    credited: change === 'removed' ? '' : (found?.publisher ?? ORGANIC),
    touches: touches.map(({ touch: { invalid: _, at, ...touch }, state }) => ({
      ...touch,
      at: at === null ? null : isoText(at),
      state,
    })),
    more: own.length > MOST_TOUCHES,
  };
}

const secondOf = (publisher: string, ms: number): string => JSON.stringify([publisher, Math.floor(ms / 1000)]);
const secondsOf = (touches: readonly OwnTouch[]): Set<string> =>
  new Set(touches.map(({ publisher, at }) => secondOf(publisher, msOf(at))));

const ownTouch = ({ publisher, campaign, at, is_click, bad, reason }: OwnTouch): Touch => ({
  publisher,
  campaign,
  type: is_click === 1 ? 'click' : 'view',
  at: msOf(at),
  told: 'own',
  invalid: bad === 1,
  reason,
});

/** Invalid where our own record of the very same touch is. */
function told(
  { isClick, at, publisher, campaign }: { isClick: number; at: string | null; publisher: string; campaign: string },
  { badSeconds, goodSeconds }: { badSeconds: ReadonlySet<string>; goodSeconds: ReadonlySet<string> },
): Touch {
  const ms = msOf(at ?? '');
  const second = secondOf(publisher, ms);
  const invalid = badSeconds.has(second) && !goodSeconds.has(second);
  return {
    publisher,
    campaign,
    type: isClick === 1 ? 'click' : 'view',
    at: ms,
    told: 'contributor',
    invalid,
    reason: '',
  };
}
