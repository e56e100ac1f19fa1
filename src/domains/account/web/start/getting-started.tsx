import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ChecklistItem, onboarding } from '#domains/account/contract/onboarding.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from '../profile/profile.module.css';

/** From an empty account to a working one: what is done, read from real data, and where to do the rest. */
export function GettingStarted() {
  const { t } = useTranslation('start');
  const { pkg } = useSelection();
  const { items, waiting_for } = useSuspenseQuery(
    query(onboarding.checklist, { query: { package_name: pkg.package_name } }),
  ).data.data;
  const done = items.filter((item) => item.done).length;

  const stateOf = (item: ChecklistItem): string => {
    if (item.done) return t('done');
    if (item.missing) return t('no_screen');
    return t(item.route === null ? 'ask' : 'open');
  };

  return (
    <section className={styles.card} aria-labelledby="start-head">
      <h2 id="start-head">{t('progress', { done, of: items.length })}</h2>
      {waiting_for.map((name) => (
        <p key={name} role="status">
          {t('waiting', { package: name })}
        </p>
      ))}
      <ol className={styles.steps}>
        {items.map((item, index) => (
          <li key={item.step}>
            <span className={styles.mark} data-done={item.done || undefined} aria-hidden>
              {item.done ? '✓' : index + 1}
            </span>
            <span>
              <strong>{t(item.step)}</strong>
              <small>{t(`${item.step}_detail`)}</small>
            </span>
            {!item.done && item.route !== null ? (
              <Button component={Link} to={item.route} size="xs" variant="default" aria-label={t(`${item.step}_open`)}>
                {t('open')}
              </Button>
            ) : (
              <small>{stateOf(item)}</small>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
