import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { oddsWords } from '#traffic/rules/contract/quantity.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import type { SourceFactRow } from '#traffic/sources/contract/source-endpoints.ts';
import styles from './publisher.module.css';

const WHY = ['why'];

/** What sweeps found out about the source, beside what others have and where rules draw the line. */
export function FactsTable({ facts }: { facts: readonly SourceFactRow[] }) {
  const { t, i18n } = useTranslation('publisher');
  const names = useNames();
  const ruleName = useRuleName();
  const format = useFormat();
  const why = useTranslate(WHY);
  const sticky = useStickySearch();
  const sorted = useMemo(() => [...facts].sort((a, b) => b.crossed_days - a.crossed_days), [facts]);
  const number = (fact: string, value: number): string => {
    const unit = TRAFFIC_FIELDS[fact]?.unit;
    if (unit === 'chance') return oddsWords(why, i18n.language, value);
    if (unit === 'percent') return format.percent(value / 100, 1);
    return Math.abs(value) < 0.1 && value !== 0 ? small.format(value) : format.number(value);
  };
  const small = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 2 });
  const columns: Column<SourceFactRow>[] = [
    {
      id: 'fact',
      header: t('fact'),
      kind: 'text',
      width: 300,
      value: (row) => names.column(row.fact),
      render: (row) => (
        <span className={styles.factName} title={names.about(row.fact)}>
          {names.column(row.fact)}
        </span>
      ),
    },
    { id: 'family', header: t('about'), kind: 'text', width: 120, value: (row) => t(`family_${row.family}`) },
    { id: 'value', header: t('value'), kind: 'number', render: (row) => number(row.fact, row.value) },
    {
      id: 'base',
      header: t('others_value'),
      kind: 'number',
      render: (row) => (row.base === null ? '–' : number(row.fact, row.base)),
    },
    { id: 'sample', header: t('sample'), kind: 'number' },
    { id: 'day', header: t('day'), kind: 'date', width: 110 },
    {
      id: 'limits',
      header: t('limits'),
      kind: 'text',
      width: 260,
      sortable: false,
      render: (row) => (
        <>
          {limitsOf(row).map(({ rules, op, limit, crossed }, at) => {
            const words = t(`limit_${op}`, { value: number(row.fact, limit) });
            return (
              <span key={`${op} ${limit}`} className={styles.limit}>
                {at > 0 && '· '}
                <Link
                  to={`/rules${sticky}${sticky ? '&' : '?'}rule=${rules[0]?.rule}`}
                  title={rules.map(({ rule, title }) => ruleName(rule, title)).join(', ')}
                >
                  {rules.length > 1 ? t('limit_rules', { limit: words, n: format.number(rules.length) }) : words}
                </Link>{' '}
                {crossed && <span className={styles.crossed}>{t('crossed')}</span>}{' '}
              </span>
            );
          })}
        </>
      ),
    },
    {
      id: 'crossed_days',
      header: t('crossed_days'),
      kind: 'number',
      width: 130,
      render: (row) => t('days_of', { days: row.crossed_days, of: row.days }),
    },
  ];
  return (
    <section className={screen.card} aria-label={t('facts')}>
      <header className={screen.cardHead}>
        <h3>{t('facts')}</h3>
        <span className={screen.note}>{t('facts_note')}</span>
      </header>
      <DataTable
        id="publisher-facts"
        caption={t('facts')}
        columns={columns}
        rows={sorted}
        rowKey={({ fact, family }) => `${fact} ${family}`}
        density="compact"
        maxHeight={420}
        empty={{ why: t('no_facts') }}
      />
    </section>
  );
}

interface SharedLimit extends Pick<SourceFactRow['limits'][number], 'op' | 'limit' | 'crossed'> {
  rules: { rule: string; title: string }[];
}

/** Limits by their value: that four rules share one is said once. */
function limitsOf({ limits }: SourceFactRow): SharedLimit[] {
  const shared = new Map<string, SharedLimit>();
  for (const { rule, title, op, limit, crossed } of limits) {
    const key = `${op} ${limit}`;
    const known = shared.get(key) ?? { op, limit, crossed, rules: [] };
    if (!known.rules.some((one) => one.rule === rule)) known.rules.push({ rule, title });
    shared.set(key, known);
  }
  return [...shared.values()].sort((a, b) => a.limit - b.limit);
}
