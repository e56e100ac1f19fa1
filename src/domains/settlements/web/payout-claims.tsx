import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutClaims as Claims } from '#domains/settlements/contract/payout.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';

const FATES = ['accepted', 'upheld', 'taken_back', 'waiting', 'not_answered'] as const;

/** What became of claims about the days chosen, by publisher; nothing where nothing was claimed. */
export function PayoutClaims({ rows }: { rows: readonly Claims[] }) {
  const { t } = useTranslation('settlements');
  const sticky = useStickySearch();
  const columns = useColumns();
  if (rows.length === 0) return null;
  return (
    <section className={screen.page} aria-labelledby="payout-claims">
      <header className={screen.head}>
        <div>
          <h2 id="payout-claims">{t('claims')}</h2>
          <p>
            {t('claims_lead')} <Link to={`/reconcilation/disputes${sticky}`}>{t('claims_link')}</Link>
          </p>
        </div>
      </header>
      <div className={screen.card}>
        <DataTable
          id="payout-claims"
          caption={t('claims_caption')}
          columns={columns}
          rows={rows}
          rowKey={({ publisher, currency }) => JSON.stringify([publisher, currency])}
        />
      </div>
    </section>
  );
}

function useColumns(): Column<Claims>[] {
  const { t } = useTranslation('settlements');
  return useMemo((): Column<Claims>[] => {
    const amount = (id: (typeof FATES)[number] | 'claimed'): Column<Claims> => ({
      id,
      header: t(`claim_${id}`),
      definition: t(`claim_${id}_hint`),
      kind: 'money',
      width: 136,
      value: (row) => Number(row[id]),
      currency: ({ currency }) => currency,
    });
    return [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 140, narrow: { place: 0, width: 116 } },
      { ...amount('claimed'), narrow: { place: 1, width: 104 } },
      ...FATES.map((fate) => ({ ...amount(fate), ...(fate === 'upheld' ? { narrow: { place: 2, width: 104 } } : {}) })),
      { id: 'claims', header: t('claims'), kind: 'number', width: 104 },
    ];
  }, [t]);
}
