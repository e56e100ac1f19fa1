import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DestinationView } from '#domains/verdict-deliveries/contract/endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { useNames } from '#traffic/event/web/names.ts';

export function useColumns(actionsOf: (row: DestinationView) => RowAction[]): Column<DestinationView>[] {
  const { t } = useTranslation('deliveries');
  const { pkg } = useSelection();
  const format = useFormat();
  const names = useNames();
  return useMemo(() => {
    const whatOf = ({ verdicts, kinds, reasons, later }: DestinationView): string =>
      [
        ...verdicts.map((verdict) => t(`verdict_${verdict}`)),
        ...kinds.map(names.kind),
        ...reasons.map(names.reason),
        ...(later ? [t('later_short')] : []),
      ].join(', ');
    const stateOf = ({ stopped, failing_since, skipped_at }: DestinationView): string => {
      if (stopped) return t(`state_${stopped}`);
      if (failing_since) return t('state_failing_now', { since: format.dateTime(failing_since, pkg.time_zone) });
      return t(skipped_at ? 'state_skipped' : 'state_runs');
    };
    return [
      { id: 'name', header: t('name'), kind: 'text', width: 180, narrow: { place: 0, width: 130 } },
      { id: 'way', header: t('way'), kind: 'text', width: 110, value: ({ way }) => t(`way_${way.kind}`) },
      { id: 'url', header: t('url'), kind: 'text', width: 260, value: ({ way }) => way.url },
      { id: 'what', header: t('what'), kind: 'text', width: 220, value: whatOf },
      { id: 'state', header: t('state'), kind: 'text', width: 220, value: stateOf, narrow: { place: 1, width: 130 } },
      { id: 'waiting', header: t('waiting'), kind: 'number', width: 100 },
      { id: 'dead', header: t('dead'), kind: 'number', width: 110 },
      { id: 'sent_at', header: t('sent_at'), kind: 'datetime', timeZone: pkg.time_zone, width: 180 },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 150, hidden: true },
      menuColumn(t('actions'), (row) => ({ label: t('actions_of', { name: row.name }), actions: actionsOf(row) })),
    ];
  }, [t, format, names, pkg.time_zone, actionsOf]);
}
