import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { useIsNarrow } from '#platform/web/table/use-arranged.ts';
import { Percent } from '#platform/web/ui/percent.tsx';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { blockHref, mayBlock } from '#traffic/event/web/block-href.ts';
import { usePaidColumn } from '#traffic/money/web/paid-column.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { SOURCE_SORTS, type SourceRow } from '#traffic/sources/contract/decision-endpoints.ts';
import { usePublisherHref } from '../publisher-href.ts';
import { useSourceEventsHref } from '../source-hrefs.ts';
import styles from './sources.module.css';
import type { SourceName } from './use-decisions.ts';

/** What is done with a source. */
export type SourceAct = 'confirmed' | 'cleared' | 'history' | 'take_back';

export const ACTS = { confirmed: 'confirm', cleared: 'clear', take_back: 'take_back', history: 'history' } as const;

export const actsOf = ({ state, decision }: Pick<SourceRow, 'state' | 'decision'>): SourceAct[] => [
  ...(state === 'confirmed' ? [] : (['confirmed'] as const)),
  ...(state === 'cleared' ? [] : (['cleared'] as const)),
  ...(decision ? (['take_back'] as const) : []),
  'history',
];

const NAMED_RULES = 2;

/** As a person names it. */
export const nameOf = ({ publisher, sub_publisher }: SourceName): string =>
  sub_publisher ? `${publisher} / ${sub_publisher}` : publisher;

/** Columns of the list of sources: what it is, what is said, what to do, what it costs, why. The server sorts them. */
export function useSourceColumns(onAct: (row: SourceRow, act: SourceAct) => void): Column<SourceRow>[] {
  const { t } = useTranslation('sources');
  const { pkg } = useSelection();
  const paid = usePaidColumn<SourceRow>();
  const why = useWhy();
  const publisherHref = usePublisherHref();
  const eventsHref = useSourceEventsHref();
  // Sites of several publishers are called alike, and on a phone their column is out of sight.
  const isNarrow = useIsNarrow();
  const blocksOf = useBlockAction();
  return useMemo(() => {
    const columns: Column<SourceRow>[] = [
      {
        id: 'sub_publisher',
        header: t('source'),
        kind: 'text',
        width: 190,
        value: (row) => row.sub_publisher || t('not_reported'),
        render: (row) => (
          <>
            {row.is_new && <strong className={styles.fresh}>{t('new')}</strong>}{' '}
            {row.sub_publisher || t('not_reported')}
            {isNarrow && <small className={styles.whose}>{row.publisher}</small>}
          </>
        ),
      },
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'link',
        width: 170,
        href: ({ publisher }) => publisherHref(publisher),
      },
      {
        id: 'state',
        narrow: { place: 3, width: 96 },
        header: t('state'),
        kind: 'text',
        width: 110,
        render: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`state_${state}`)}
          </span>
        ),
      },
      menuColumn(t('action'), (row) => ({
        label: t('actions_of', { source: nameOf(row) }),
        actions: [
          ...actsOf(row).map((act) => ({ label: t(ACTS[act]), onClick: () => onAct(row, act) })),
          ...blocksOf(row),
        ],
      })),
      {
        id: 'fraud_rate',
        narrow: { place: 2, width: 118 },
        header: t('fraud_rate'),
        kind: 'percent',
        tone: 'fraud',
        width: 190,
        value: ({ fraud, events }) => rateOf(fraud, events)?.share ?? null,
        render: ({ fraud, events }) => <Percent rate={rateOf(fraud, events)} />,
      },
      paid('at_risk', {
        narrow: { place: 1, width: 96 },
        header: t('at_risk'),
        width: 196,
        definition: t('at_risk_hint', { currency: pkg.currency }),
      }),
      paid('suspect_cost', {
        header: t('suspect_cost'),
        width: 176,
        definition: t('suspect_cost_hint', { currency: pkg.currency }),
      }),
      paid('spend', { header: t('spend'), width: 140 }),
      {
        id: 'since',
        header: t('since'),
        kind: 'text',
        width: 110,
        value: ({ since, decision }) => since ?? (decision ? t('always') : null),
      },
      { id: 'events', header: t('events'), kind: 'number', href: (row) => eventsHref(row) },
      { id: 'fraud', header: t('fraud'), kind: 'number', href: (row) => eventsHref(row, 'fraud') },
      { id: 'suspect', header: t('suspect'), kind: 'number', href: (row) => eventsHref(row, 'suspect') },
      {
        id: 'why',
        header: t('why'),
        kind: 'text',
        width: 470,
        render: (row) => <span title={why.whole(row)}>{why.short(row)}</span>,
      },
    ];
    return columns.map((column) => ({ ...column, sortable: SOURCE_SORTS.some((name) => name === column.id) }));
  }, [t, paid, pkg.currency, why, publisherHref, eventsHref, onAct, isNarrow, blocksOf]);
}

/** Leads to the block list, where the reader may change it; what names no site is blocked by its publisher alone. */
function useBlockAction(): (row: SourceRow) => RowAction[] {
  const { t } = useTranslation('sources');
  const { pkg } = useSelection();
  const navigate = useNavigate();
  return useCallback(
    ({ publisher, sub_publisher }) => {
      if (!mayBlock(pkg) || !sub_publisher) return [];
      const href = blockHref(pkg.package_name, { kind: 'sub_publisher', value: sub_publisher, publisher });
      return [{ label: t('block'), onClick: () => void navigate(href) }];
    },
    [t, pkg, navigate],
  );
}

/** Why a source is called, whole and short: of many rules the two of most events, and how many more there are. */
export function useWhy(): Record<'whole' | 'short', (row: SourceRow) => string> {
  const { t } = useTranslation('sources');
  const format = useFormat();
  const ruleName = useRuleName();
  return useMemo(() => {
    const whole = ({ decision, rules }: SourceRow): string =>
      decision
        ? t('said_by', { author: decision.author, reason: decision.reason })
        : rules.map(({ rule, title }) => ruleName(rule, title)).join(', ');
    const short = (row: SourceRow): string => {
      const more = row.rules.length - NAMED_RULES;
      if (row.decision || more <= 0) return whole(row);
      return t('more_rules', {
        rules: whole({ ...row, rules: row.rules.slice(0, NAMED_RULES) }),
        n: format.number(more),
      });
    };
    return { whole, short };
  }, [t, format, ruleName]);
}
