import { EXPLORE_MEASURES } from '#analytics/contract/explore-measures.ts';
import { wordsOf } from '#analytics/contract/words.ts';
import { type Found, metricUnit } from '#domains/alerts/contract/alert.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { formatOf } from '#platform/contract/format.ts';
import { isLocale, type Locale } from '#platform/contract/locales.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { Texts } from '#platform/server/texts.ts';
import type { AlertRow } from './tables.ts';

export interface TextDeps {
  texts: Texts;
  /** Where people reach Adsieve, without a slash at the end. */
  publicUrl: () => string;
}

export interface Raised {
  id: number;
  alert: Pick<AlertRow, 'id' | 'name' | 'packageName' | 'settings'>;
  found: Found;
  severity: 'low' | 'medium' | 'high';
  raisedAt: Date;
  /** From the second on the period was told before, and this cause is new in it. */
  turn: number;
  packageTitle: string;
  currency: string;
}

/** What a message says, in one language. */
export interface Said {
  title: string;
  what: string;
  why: string;
  sure: string;
  causes: readonly string[];
  /** The curve in one line of text, and what it goes from and to. */
  picture: string;
  link: string;
  t: Translate;
}

export async function saidOf({ texts, publicUrl }: TextDeps, language: string, raised: Raised): Promise<Said> {
  const locale: Locale = isLocale(language) ? language : 'en';
  const t = await texts(locale);
  const { alert, found, packageTitle } = raised;
  const value = valueText(locale, raised);
  const metric = metricName(t, locale, alert.settings.metric);
  const named = {
    metric,
    name: alert.name,
    package: packageTitle,
    period: periodText(t, locale, alert.settings.metric, found),
    value: value(found.value),
    usual: found.usual === null ? '' : value(found.usual),
    limit: value(found.limit),
    publisher: found.publisher,
    events: formatOf(locale).number(found.events),
  };
  const kind = kindOf(alert.settings);
  return {
    t,
    title: t('alerts:mail_subject', { ...named, severity: t(`alerts:severity_${raised.severity}`) }),
    what: [
      t(`alerts:says_${kind}${found.publisher === '' ? '' : '_of'}`, named),
      ...(raised.turn > 1 ? [t('alerts:says_joined')] : []),
    ].join(' '),
    why: t(`alerts:why_${kind}`, named),
    sure: sureText(t, locale, found),
    causes: found.causes.map((cause) =>
      t(cause.parts.length > 0 ? 'alerts:cause_parts' : 'alerts:cause', {
        publisher: cause.publisher,
        value: value(cause.value),
        parts: formatOf(locale).list(cause.parts),
      }),
    ),
    picture: sparkline(found.curve.map((point) => point.value)),
    link: `${publicUrl()}${hrefOf(raised)}`,
  };
}

/** By which rule it was raised: what its sentences are called. */
function kindOf({ metric, comparison, direction }: AlertRow['settings']): string {
  if (metric === 'new_publisher' || metric === 'freshness') return metric;
  return `${comparison}_${direction}`;
}

const metricName = (t: Translate, locale: Locale, metric: string): string =>
  t(`alerts:metric_${metric}`, {
    defaultValue: t(`explore:measure_${metric}`, {
      defaultValue: wordsOf(t, formatOf(locale)).measure(metric, EXPLORE_MEASURES),
    }),
  });

function valueText(locale: Locale, { alert, currency }: Raised): (value: number) => string {
  const format = formatOf(locale);
  const { metric } = alert.settings;
  const unit = metricUnit(metric);
  return (value) => {
    if (unit === 'percent') return format.percent(value / 100);
    if (unit === 'money') return format.money(value, currency);
    return format.number(value);
  };
}

function periodText(t: Translate, locale: Locale, metric: string, { period, day }: Found): string {
  const format = formatOf(locale);
  const hour = period.slice(11, 13);
  if (metric === 'freshness' || hour !== '')
    return t('alerts:period_hour', { day: format.day(period.slice(0, 10)), hour });
  return format.day(day);
}

/** Deviations say how rare it is; a fixed limit is passed or not. */
function sureText(t: Translate, locale: Locale, { deviations, events }: Found): string {
  const format = formatOf(locale);
  if (deviations === null) return t('alerts:sure_events', { events: format.number(events) });
  return t('alerts:sure_deviations', { deviations: format.number(deviations, 1), events: format.number(events) });
}

const BARS = '▁▂▃▄▅▆▇█';

/** A curve of text: no mail reader keeps it back, as pictures are. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 0);
  if (most <= 0) return '';
  return values.map((value) => BARS[Math.round((Math.max(value, 0) / most) * (BARS.length - 1))]).join('');
}

/** Days of the place a message leads to: enough before to see what was usual. */
const SHOWN_DAYS = 27;

/** Explore, asked as the alert asks: the same measure, filters and condition, narrowed to the cause. */
export function hrefOf({ alert, found }: Pick<Raised, 'alert' | 'found'>): string {
  const { settings, packageName } = alert;
  const params = new URLSearchParams({
    package: packageName,
    from: addDays(found.day, -SHOWN_DAYS),
    to: found.day,
    by: 'date',
    measures: EXPLORE_MEASURES[settings.metric] ? ['total', settings.metric].filter(isFirst).join(',') : 'total',
    view: 'chart',
  });
  const { publisher, ...filters } = settings.filters;
  for (const [name, values] of Object.entries(filters)) for (const value of values ?? []) params.append(name, value);
  for (const value of found.publisher === '' ? (publisher ?? []) : [found.publisher]) params.append('publisher', value);
  if (settings.condition) params.set('query', JSON.stringify(settings.condition));
  return `/explore?${params}`;
}

const isFirst = (name: string, at: number, all: readonly string[]): boolean => all.indexOf(name) === at;
