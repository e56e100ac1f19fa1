import type { TFunction } from 'i18next';
import type { ResultView } from '#domains/hygiene/contract/package-endpoints.ts';
import type { Column } from '#platform/web/table/column.ts';
import { Verdict } from '../scan/verdict.tsx';

/** By what a result is recognised in any list of them; on a phone its verdict stands beside its name. */
export const resultColumns = (t: TFunction<'hygiene'>, timeZone: string) =>
  ({
    name: { id: 'name', header: t('name'), kind: 'text', width: 220 },
    verdict: {
      id: 'verdict',
      header: t('verdict'),
      kind: 'text',
      width: 140,
      narrow: { place: 1, width: 140 },
      render: ({ verdict }) => (verdict ? <Verdict verdict={verdict} /> : '–'),
    },
    analysed: { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone },
  }) satisfies Record<string, Column<ResultView>>;
