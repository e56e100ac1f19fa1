import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import type { Column } from '#platform/web/table/column.ts';
import type { SubPublisherRow } from '#traffic/sources/contract/source-endpoints.ts';
import { isSource } from './may-decide.ts';
import { type OpenSource, SourceDrawer } from './source-drawer.tsx';
import styles from './sources.module.css';
import { useTakeBack } from './use-decisions.ts';
import { ACTS, actsOf, nameOf } from './use-source-columns.tsx';
import { useSourcesOf } from './use-sources-of.ts';

interface Verdicts {
  /** None for who may not decide, and of what is no source. */
  columns: Column<SubPublisherRow>[];
  drawer: ReactNode;
}

/** What is said of the parts of a publisher, and what can be done about each: columns for a table of them. */
export function useVerdictColumns(publisher: string): Verdicts {
  const { t } = useTranslation('sources');
  const found = useSourcesOf(publisher).data?.data;
  const [open, setOpen] = useState<OpenSource>();
  const { mutate: takeBack } = useTakeBack();
  const columns = useMemo((): Column<SubPublisherRow>[] => {
    if (!found || !isSource(publisher)) return [];
    const bySite = new Map(found.map((row) => [row.sub_publisher, row]));
    return [
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 110,
        value: ({ sub_publisher }) => t(`state_${bySite.get(sub_publisher)?.state ?? 'clean'}`),
        render: ({ sub_publisher }) => {
          const state = bySite.get(sub_publisher)?.state ?? 'clean';
          return (
            <span className={styles.state} data-state={state}>
              {t(`state_${state}`)}
            </span>
          );
        },
      },
      menuColumn(t('action'), ({ sub_publisher }) => {
        const row = bySite.get(sub_publisher);
        const decision = row?.decision ?? null;
        return {
          label: t('actions_of', { source: nameOf({ publisher, sub_publisher }) }),
          actions: actsOf({ state: row?.state ?? 'clean', decision }).map((act) => ({
            label: t(ACTS[act]),
            onClick: () => {
              if (act !== 'take_back') setOpen({ rows: [{ publisher, sub_publisher }], at: 0, act });
              else if (decision) takeBack(decision.id);
            },
          })),
        };
      }),
    ];
  }, [t, found, publisher, takeBack]);
  return { columns, drawer: <SourceDrawer open={open} onOpen={setOpen} /> };
}
