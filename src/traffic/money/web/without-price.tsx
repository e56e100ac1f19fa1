import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { moneyEndpoints } from '#traffic/money/contract/money-endpoints.ts';
import { basisOf } from './costs-href.ts';
import type { PriceDraft } from './price-form.tsx';

const SHOWN = 3;

/** Sources of the range whose events cost nothing that is known, with the way to say what they cost. */
export function WithoutPrice({ onPrice }: { onPrice: (draft: PriceDraft) => void }) {
  const { t } = useTranslation('money');
  const { pkg, range } = useSelection();
  const format = useFormat();
  const names = useNames();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const { data } = useQuery(query(moneyEndpoints.summary, { query: asked }));
  const without = (data?.data.without_price ?? []).filter(({ publisher }) => publisher !== '');
  const unconverted = data?.data.unconverted ?? [];
  return (
    <>
      {unconverted.length > 0 && (
        <p>
          {t('unconverted', {
            currencies: format.list(unconverted.map((code) => code || t('no_currency'))),
            currency: pkg.currency,
          })}
        </p>
      )}
      {without.length > 0 && (
        <p>
          {t('without_price', { from: format.day(range.from), to: format.day(range.to) })}{' '}
          {without.slice(0, SHOWN).map(({ publisher, kind, events }, index) => {
            const basis = basisOf(kind);
            return (
              <span key={`${publisher} ${kind}`}>
                {index > 0 && ', '}
                <Anchor
                  component="button"
                  type="button"
                  fz="inherit"
                  onClick={() => onPrice({ publisher, ...(basis ? { basis } : {}) })}
                >
                  {publisher}
                </Anchor>{' '}
                ({names.kind(kind)}, {format.number(events)})
              </span>
            );
          })}
          {without.length > SHOWN && ` ${t('and_more', { n: without.length - SHOWN })}`}
        </p>
      )}
    </>
  );
}
