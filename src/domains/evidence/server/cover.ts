import { formatOf } from '#platform/contract/format.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Texts } from '#platform/server/texts.ts';
import { entryBeside, lastingThread } from '#platform/server/thread.ts';
import { type EventDetailSources, eventDetail } from '#traffic/explorer/server/event-detail.ts';
import type { Cover } from './cover-document.ts';
import { exampleWords, ruleName, whyWords } from './cover-words.ts';
import type { Told } from './manifest.ts';

export interface CoverDeps extends Omit<EventDetailSources, 'clickhouse' | 'database'> {
  clickhouse: ClickHouse;
  texts: Texts;
}

export interface Covering extends Told {
  locale: Locale;
  /** Row ids of events that are told in words. */
  examples: readonly string[];
  /** All events of the publisher in these days, by bucket. */
  buckets: readonly { bucket: string; units: number }[];
}

const drawn = lastingThread(entryBeside('cover-worker', import.meta.url));

/** Lines of a table that are shown; the archive has all of them. */
const MOST_ROWS = 12;
const MOST_RULES = 8;

/** What a finance person reads first: how much, why, examples, the method. Drawn in a thread, which takes a second. */
export async function coverPdf(
  scope: Scope,
  deps: CoverDeps & EventDetailSources,
  covering: Covering,
): Promise<Buffer> {
  const t = await deps.texts(covering.locale);
  return drawn({ ...coverOf(covering, t), examples: await examplesOf(scope, deps, covering, t) });
}

function coverOf(covering: Covering, t: Translate): Omit<Cover, 'examples'> {
  const { row, info, tally, locale, pricing, buckets, rules, signer, made } = covering;
  const format = formatOf(locale);
  const say: Translate = (key, values) => t(`evidence:${key}`, values);
  const totals = tally.totals();
  const days = `${format.day(row.periodFrom)} – ${format.day(row.periodTo)}`;
  const all = buckets.reduce((sum, { units }) => sum + units, 0);
  const amounts = totals.map(({ amount, currency }) => format.money(Number(amount), currency));
  const note = [
    ...(tally.before > 0 ? [say('pdf_before', { n: format.number(tally.before) })] : []),
    ...(tally.late > 0 ? [say('pdf_late', { n: format.number(tally.late), days: row.windowDays })] : []),
    say(`pdf_amounts_${totals.length === 0 ? 'none' : pricing.from}`),
  ];
  return {
    locale,
    title: say('pdf_title', { publisher: row.publisher }),
    about: aboutOf(covering, say, days),
    headline: say('pdf_headline', {
      n: format.number(tally.claimed),
      all: format.number(all),
      share: format.percent(all === 0 ? 0 : tally.claimed / all),
      amounts: amounts.length === 0 ? say('pdf_no_amount') : format.list(amounts),
    }),
    notes: note,
    why: whyTable(covering, t, say),
    rules: rulesTold(covering),
    titles: {
      why: say('pdf_why'),
      rules: say('pdf_rules'),
      examples: say('pdf_examples'),
      method: say('pdf_method'),
      check: say('pdf_check'),
    },
    method: ['pdf_method_1', 'pdf_method_2', 'pdf_method_3', 'pdf_method_4'].map((key) =>
      say(key, { zone: info.time_zone, versions: format.list(rules.versions.map(({ version }) => String(version))) }),
    ),
    check: [say('pdf_check_how'), `node verify.mjs … --key ${signer.fingerprint}`],
    foot: {
      left: `${info.package_title} · ${row.publisher} · ${days}`,
      page: t('board:pdf_page', { page: '{page}', pages: '{pages}' }),
    },
    made: made.toISOString(),
  };
}

function aboutOf({ row, info, locale, made }: Covering, say: Translate, days: string): Cover['about'] {
  const format = formatOf(locale);
  const narrowed = [row.campaign, row.event, row.category].filter((name) => name !== '').join(' · ');
  return [
    { label: say('package'), value: `${info.package_title} (${info.package_name})` },
    { label: say('publisher'), value: row.publisher },
    { label: say('period'), value: `${days} (${info.time_zone})` },
    ...(narrowed === '' ? [] : [{ label: say('only'), value: narrowed }]),
    { label: say('personal_data'), value: say(row.masked ? 'masked' : 'in_full') },
    {
      label: say('made'),
      value: say('made_by', { when: format.dateTime(made.toISOString(), info.time_zone), who: row.createdBy }),
    },
  ];
}

/** By category and campaign: how many, how much. */
function whyTable({ tally, locale, info }: Covering, t: Translate, say: Translate): Cover['why'] {
  const format = formatOf(locale);
  const { names } = whyWords(t, locale, info.time_zone);
  const lines = tally.lines();
  const shown = lines.slice(0, MOST_ROWS);
  const rows = shown.map(({ category, campaign, event, units, amount, currency }) => [
    categoryName(category, names.value, say),
    campaign || '–',
    event || '–',
    format.number(units),
    amount === '' ? '–' : format.money(Number(amount), currency),
  ]);
  const rest = lines.slice(MOST_ROWS).reduce((sum, { units }) => sum + units, 0);
  return {
    head: ['category', 'campaign', 'event', 'events', 'amount'].map((name) => say(name)),
    rows:
      rest === 0
        ? rows
        : [...rows, [say('pdf_more', { n: lines.length - MOST_ROWS }), '', '', format.number(rest), '']],
    totals: tally
      .totals()
      .map(({ amount, currency }) => [say('total'), '', '', '', format.money(Number(amount), currency)]),
  };
}

const categoryName = (category: string, value: (field: string, key: string) => string, say: Translate): string =>
  category === 'duplicate' ? say('duplicate') : value('reason_group', category.replace(/^invalid\./, ''));

/** Names of the rules that hit, each once. */
const rulesTold = ({ rules, locale }: Covering): string[] =>
  [
    ...new Set(
      rules.versions.flatMap(({ rules: own }) => own.map(({ id, title }) => ruleName({ rule: id, title }, locale))),
    ),
  ].slice(0, MOST_RULES);

const EXAMPLES = 5;

/** Five events in words; those that the rules of today explain as they were judged come first. */
async function examplesOf(
  scope: Scope,
  deps: EventDetailSources,
  { row, info, examples, locale }: Covering,
  t: Translate,
): Promise<Cover['examples']> {
  const reader = whyWords(t, locale, info.time_zone);
  const format = formatOf(locale);
  const told: (Cover['examples'][number] & { isExplained: boolean })[] = [];
  for (const id of examples) {
    const { event, explanation } = await eventDetail(scope, deps, info, id);
    if (!explanation) continue;
    const when = format.dateTime(`${String(event['ts']).replace(' ', 'T')}Z`, info.time_zone);
    const { isExplained, sentence, rules } = exampleWords(reader, explanation, { event, masked: row.masked, locale });
    told.push({
      title: [reader.names.kind(String(event['kind'])), when, String(event['campaign'] ?? '')]
        .filter((part) => part !== '')
        .join(' · '),
      id,
      sentence,
      rules: rules.map(({ name, seen }) => `${name} – ${seen.join('; ')}`),
      isExplained,
    });
  }
  return [...told.filter((each) => each.isExplained), ...told.filter((each) => !each.isExplained)].slice(0, EXAMPLES);
}
