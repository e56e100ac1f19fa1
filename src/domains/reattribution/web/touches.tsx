import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditedKind } from '#domains/reattribution/contract/changes.ts';
import { reattributionEndpoints, type TouchView } from '#domains/reattribution/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useEventHref } from '#traffic/event/web/event-href.ts';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './reattribution.module.css';

/** Everything that may have brought one install or event, in the order of the walk, each with what became of it. */
export function Touches({ kind, rowId }: { kind: CreditedKind; rowId: string }) {
  const { t } = useTranslation('reattribution');
  const { pkg } = useSelection();
  const heading = useId();
  const href = useEventHref();
  const asked = { package_name: pkg.package_name, kind, row_id: rowId };
  const found = useQuery(query(reattributionEndpoints.touches, { query: asked }));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <p className={screen.note}>{t('loading')}</p>;
  const { change, publisher, credited, touches, more, ts } = found.data.data;
  return (
    <section className={styles.touches} aria-labelledby={heading} aria-live="polite">
      <h3 id={heading}>{t('touches')}</h3>
      <p>{t(`outcome_${change}`, { from: publisher, to: credited })}</p>
      {touches.length === 0 ? (
        <p className={screen.note}>{t('touches_none')}</p>
      ) : (
        <ol>
          {touches.map((touch) => (
            <TouchItem key={keyOf(touch)} touch={touch} />
          ))}
        </ol>
      )}
      {more && <p className={screen.note}>{t('touches_more')}</p>}
      <Link to={href({ row_id: rowId, ts })}>{t('open_event')}</Link>
    </section>
  );
}

const keyOf = ({ publisher, campaign, type, at, told, state, reason }: TouchView): string =>
  JSON.stringify([publisher, campaign, type, at, told, state, reason]);

function TouchItem({ touch }: { touch: TouchView }) {
  const { t } = useTranslation('reattribution');
  const { pkg } = useSelection();
  const format = useFormat();
  const names = useNames();
  const { publisher, campaign, type, at, told, state, reason } = touch;
  const of = [publisher, ...(campaign === '' ? [] : [campaign])].join(' · ');
  return (
    <li data-state={state}>
      <strong>{of}</strong>
      <span>
        {t(`type_${type}`)}, {at === null ? t('time_unknown') : format.moment(at, pkg.time_zone)}, {t(`told_${told}`)}
      </span>
      <span className={styles.state}>
        {t(`state_${state}`)}
        {reason !== '' && `: ${names.value('handling_reason', reason)}`}
      </span>
    </li>
  );
}
