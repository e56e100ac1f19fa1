import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { paidText } from '#traffic/money/contract/paid-text.ts';
import type { SourceRow } from '#traffic/sources/contract/decision-endpoints.ts';
import { usePublisherHref } from '../publisher-href.ts';
import styles from './sources.module.css';
import { ACTS, actsOf, nameOf, type SourceAct, useWhy } from './use-source-columns.tsx';

interface Props {
  caption: string;
  rows: readonly SourceRow[];
  stale: boolean;
  onAct: (row: SourceRow, act: SourceAct) => void;
}

/** The worklist on a phone: each source with its whole name, what speaks against it, and what can be done, at hand. */
export function SourceCards({ caption, rows, stale, onAct }: Props) {
  return (
    <ul className={styles.cards} aria-label={caption} aria-busy={stale}>
      {rows.map((row) => (
        <SourceCard key={nameOf(row)} row={row} onAct={onAct} />
      ))}
    </ul>
  );
}

function SourceCard({ row, onAct }: { row: SourceRow; onAct: Props['onAct'] }) {
  const { t } = useTranslation('sources');
  const { pkg } = useSelection();
  const format = useFormat();
  const publisherHref = usePublisherHref();
  const why = useWhy().short(row);
  const { publisher, sub_publisher: site, state, fraud, events, money } = row;
  const href = publisherHref(publisher);
  return (
    <li>
      <h3>
        {row.is_new && <strong className={styles.fresh}>{t('new')}</strong>} {site || t('not_reported')}
      </h3>
      <p>
        {href === undefined ? publisher : <Link to={href}>{publisher}</Link>} ·{' '}
        <span className={styles.state} data-state={state}>
          {t(`state_${state}`)}
        </span>
      </p>
      <dl>
        <dt>{t('fraud_rate')}</dt>
        <dd>
          <Percent rate={rateOf(fraud, events)} />
        </dd>
        <dt>{t('at_risk')}</dt>
        <dd>{paidText(money, 'at_risk', format, pkg.currency)}</dd>
        <dt>{t('suspect_cost')}</dt>
        <dd>{paidText(money, 'suspect_cost', format, pkg.currency)}</dd>
      </dl>
      {why !== '' && <p className={styles.why}>{why}</p>}
      <div className={styles.acts}>
        {actsOf(row).map((act) => (
          <Button
            key={act}
            variant="default"
            aria-label={`${t(ACTS[act])} ${nameOf(row)}`}
            onClick={() => onAct(row, act)}
          >
            {t(ACTS[act])}
          </Button>
        ))}
      </div>
    </li>
  );
}
