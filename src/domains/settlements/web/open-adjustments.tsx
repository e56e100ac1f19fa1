import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { enteredEndpoints, type OpenAdjustment } from '#domains/settlements/contract/settlement-endpoints.ts';
import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { RowButton } from '#platform/web/list/action-column.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from './settlements.module.css';

/** Amounts that were entered and are in no approved report yet: until then they can be withdrawn. */
export function OpenAdjustments() {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const { pkg } = useSelection();
  const asked = { package_name: pkg.package_name, limit: MAX_PAGE_SIZE };
  const rows = useQuery(query(enteredEndpoints.adjustments, { query: asked })).data?.data ?? [];
  const amountOf = ({ amount, currency }: OpenAdjustment): string => format.money(Number(amount), currency);
  const { ask, dialog } = useConfirmed({
    run: ({ id }: OpenAdjustment) => call(enteredEndpoints.withdraw, { params: { id } }),
    question: (row) => ({
      title: t('withdraw_title', { name: row.publisher }),
      confirm: t('withdraw'),
      why: <p>{t('withdraw_what', { amount: amountOf(row), reason: row.reason })}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="adjust-open">
      <h3 id="adjust-open">{t('adjust_open')}</h3>
      <ul className={styles.chosen}>
        {rows.map((row) => (
          <li key={row.id}>
            {row.publisher}: <strong>{amountOf(row)}</strong> {row.reason}{' '}
            <RowButton danger label={t('withdraw_title', { name: row.publisher })} onClick={() => ask(row)}>
              {t('withdraw')}
            </RowButton>
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  );
}
