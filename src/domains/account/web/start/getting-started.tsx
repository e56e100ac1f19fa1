import { Anchor, Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ChecklistItem, onboarding } from '#domains/account/contract/onboarding.ts';
import { query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { ToBoards, useLastImport } from '#traffic/intake/web/to-boards.tsx';
import { NewRulesNote } from '#traffic/rule-sets/web/new-rules-note.tsx';
import styles from '../profile/profile.module.css';
import { StartTour } from '../tour/start-tour.tsx';

/**
 * From an empty account to a working one: what people have done, read from real data, and one next step. What has no
 * screen yet is no step.
 */
export function GettingStarted() {
  const { t } = useTranslation('start');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const { items, waiting_for } = useSuspenseQuery(
    query(onboarding.checklist, { query: { package_name: pkg.package_name } }),
  ).data.data;
  const steps = items.filter((item) => !item.missing);
  const done = steps.filter((item) => item.done).length;
  const next = steps.find((item) => !item.done && item.route !== null);

  return (
    <section className={styles.card} aria-labelledby="start-head">
      <h2 id="start-head">{t('progress', { done, of: steps.length })}</h2>
      <p className={styles.lead}>
        {next ? t(`${next.step}_next`, { package: pkg.package_title }) : t('all_done', { package: pkg.package_title })}{' '}
        <StartTour />
      </p>
      {waiting_for.map((name) => (
        <p key={name} role="status">
          {t('waiting', { package: name })}
        </p>
      ))}
      <ol className={styles.steps}>
        {steps.map((item, index) => (
          <li key={item.step} aria-current={item === next ? 'step' : undefined}>
            <span className={styles.mark} data-done={item.done || undefined} aria-hidden>
              {item.done ? '✓' : index + 1}
            </span>
            <span>
              <strong>{t(item.step)}</strong>
              <small>{t(`${item.step}_detail`)}</small>
            </span>
            <StepAction item={item} isNext={item === next} search={sticky} />
          </li>
        ))}
      </ol>
      <NewRulesNote packageName={pkg.package_name} />
      {next === undefined && <Boards search={sticky} />}
    </section>
  );
}

/** On to what was imported last, not to the board that happens to be the package's first. */
function Boards({ search }: { search: string }) {
  const { t } = useTranslation('start');
  const { pkg } = useSelection();
  const { job, isPending } = useLastImport(pkg.package_name);
  if (isPending) return null;
  if (job) return <ToBoards job={job} label={t('to_boards')} />;
  return (
    <Button component={Link} to={`/${search}`}>
      {t('to_boards')}
    </Button>
  );
}

function StepAction({ item, isNext, search }: { item: ChecklistItem; isNext: boolean; search: string }) {
  const { t } = useTranslation('start');
  if (item.done) return <small>{t('done')}</small>;
  if (item.route === null) return <small>{t('ask')}</small>;
  const label = t(`${item.step}_open`);
  return isNext ? (
    <Button component={Link} to={`${item.route}${search}`} size="sm">
      {label}
    </Button>
  ) : (
    <Anchor component={Link} to={`${item.route}${search}`} size="sm">
      {label}
    </Anchor>
  );
}
