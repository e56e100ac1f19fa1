import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import type { SourceRow } from '#traffic/sources/contract/decision-endpoints.ts';
import { usePublisherHref } from '../publisher-href.ts';
import styles from './sources.module.css';

/** What is done with a source. */
export type SourceAct = 'confirmed' | 'cleared' | 'history' | 'take_back';

/** As a person names it. */
export const nameOf = ({ publisher, sub_publisher }: SourceRow): string =>
  sub_publisher ? `${publisher} / ${sub_publisher}` : publisher;

/** Columns of the list of sources: what it is, what is said, why, what it costs, what to do. */
export function useSourceColumns(onAct: (row: SourceRow, act: SourceAct) => void): Column<SourceRow>[] {
  const { t } = useTranslation('sources');
  const {
    pkg,
    range: { from, to },
  } = useSelection();
  const ruleName = useRuleName();
  const publisherHref = usePublisherHref();
  return useMemo((): Column<SourceRow>[] => {
    const events = (row: SourceRow, verdict?: string): string =>
      `/traffic/events?${new URLSearchParams({
        package: pkg.package_name,
        from,
        to,
        publisher: row.publisher,
        sub_publisher: row.sub_publisher || NOT_REPORTED,
        ...(verdict ? { verdict } : {}),
      })}`;
    const whyOf = ({ decision, rules }: SourceRow): string =>
      decision
        ? t('said_by', { author: decision.author, reason: decision.reason })
        : rules.map((rule) => ruleName(rule)).join(', ');
    const money = {
      kind: 'money' as const,
      currency: pkg.currency,
      definition: t('at_risk_hint', { currency: pkg.currency }),
    };
    const count = { kind: 'number' as const, sortable: false };
    return [
      {
        id: 'sub_publisher',
        header: t('source'),
        kind: 'text',
        width: 220,
        sortable: false,
        render: (row) => (
          <span className={styles.source}>
            <span>{row.sub_publisher || t('not_reported')}</span>
            <Link to={publisherHref(row.publisher)}>{t('of_publisher', { name: row.publisher })}</Link>
          </span>
        ),
      },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 120,
        sortable: false,
        render: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`state_${state}`)}
          </span>
        ),
      },
      {
        id: 'action',
        header: t('action'),
        kind: 'text',
        width: 290,
        sortable: false,
        render: (row) => <Acts row={row} onAct={onAct} />,
      },
      { id: 'cost_at_risk', header: t('at_risk'), sortable: false, ...money },
      {
        id: 'since',
        header: t('since'),
        kind: 'date',
        width: 110,
        sortable: false,
        timeZone: pkg.time_zone,
        value: (row) => row.since?.slice(0, 10) ?? null,
      },
      {
        id: 'why',
        header: t('why'),
        kind: 'text',
        width: 260,
        sortable: false,
        value: whyOf,
        render: (row) => <span title={whyOf(row)}>{whyOf(row)}</span>,
      },
      { id: 'events', header: t('events'), href: (row) => events(row), ...count },
      { id: 'fraud', header: t('fraud'), href: (row) => events(row, 'fraud'), ...count },
      { id: 'suspect', header: t('suspect'), href: (row) => events(row, 'suspect'), ...count },
    ];
  }, [t, pkg, from, to, ruleName, publisherHref, onAct]);
}

const ACTS = { confirmed: 'confirm', cleared: 'clear', take_back: 'take_back', history: 'history' } as const;

function Acts({ row, onAct }: { row: SourceRow; onAct: (row: SourceRow, act: SourceAct) => void }) {
  const { t } = useTranslation('sources');
  const possible: SourceAct[] = [
    ...(row.state === 'confirmed' ? [] : (['confirmed'] as const)),
    ...(row.state === 'cleared' ? [] : (['cleared'] as const)),
    ...(row.decision ? (['take_back'] as const) : []),
    'history',
  ];
  return (
    <Group gap={2} wrap="nowrap">
      {possible.map((act) => (
        <Button
          key={act}
          variant="subtle"
          color={act === 'confirmed' ? 'fraud' : 'gray'}
          size="compact-sm"
          aria-label={t(`${ACTS[act]}_of`, { source: nameOf(row) })}
          onClick={() => onAct(row, act)}
        >
          {t(ACTS[act])}
        </Button>
      ))}
    </Group>
  );
}
