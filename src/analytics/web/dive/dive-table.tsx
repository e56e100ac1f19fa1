import { useTranslation } from 'react-i18next';
import type { DiveAnswer, DiveStep } from '#analytics/contract/deep-dive.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useWords } from '../words.ts';
import { useDiveLinks } from './use-dive-links.ts';

/** `rest`: what lies beyond the rows, which leads nowhere. */
type DiveRow = DiveAnswer['rows'][number] & { rest?: number };

/** What the whole is made of by one step; a name goes a step down, a number to its events. */
export function DiveTable({ dive, step }: { dive: DiveAnswer; step: DiveStep }) {
  const { t } = useTranslation('dive');
  const words = useWords();
  const format = useFormat();
  const links = useDiveLinks();
  const { whole, rest } = dive;
  const percentage = (total: number): number => (whole.total === 0 ? 0 : (100 * total) / whole.total);
  const rows: DiveRow[] = [
    ...dive.rows,
    ...(rest.rows > 0 ? [{ ...rest, key: '', percentage: percentage(rest.total), rest: rest.rows }] : []),
  ];
  const counted = (name: 'total' | 'fraud' | 'suspect', header: string): Column<DiveRow> => ({
    id: name,
    header,
    kind: 'number',
    width: 130,
    href: (row) => (row.rest ? undefined : links.events(row, name, step)),
    total: true,
  });
  const columns: Column<DiveRow>[] = [
    {
      id: 'key',
      header: words.dimension(step),
      kind: 'text',
      width: 320,
      value: (row) => words.value(step, row.key),
      render: (row) =>
        row.rest ? (
          t('others', { count: row.rest, shown: format.number(row.rest) })
        ) : (
          <Link to={links.down(step, row.key)}>{words.value(step, row.key)}</Link>
        ),
    },
    { ...counted('total', t('flagged')), narrow: { place: 1, width: 92 } },
    {
      id: 'percentage',
      header: t('share'),
      kind: 'percent',
      width: 150,
      tone: 'fraud',
      value: (row) => percentage(row.total) / 100,
      narrow: { place: 2, width: 110 },
    },
    counted('fraud', words.measure('fraud')),
    counted('suspect', words.measure('suspect')),
  ];
  return (
    <section className={screen.card} aria-label={words.dimension(step)}>
      <header className={screen.cardHead}>
        <h3>{t(`by_${step}`)}</h3>
        <p className={screen.note}>{t(step === 'sub_publisher' ? 'click_last' : 'click')}</p>
      </header>
      <DataTable<DiveRow>
        id={`dive_${step}`}
        caption={t(`by_${step}`)}
        columns={columns}
        rows={rows}
        rowKey={(row) => (row.rest ? 'rest' : `row ${row.key}`)}
      />
    </section>
  );
}
