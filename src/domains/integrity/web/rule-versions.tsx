import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RuleKind } from '#domains/integrity/contract/kinds.ts';
import type { RuleVersion } from '#domains/integrity/contract/rule-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from './integrity.module.css';
import { ruleCalls } from './rule-calls.ts';

interface Props {
  kind: RuleKind;
  versions: readonly RuleVersion[];
}

/** Each version that was put in force: when, by whom, why, what it changed, and the way back to it. */
export function RuleVersions({ kind, versions }: Props) {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const format = useFormat();
  const changes = useChanges();
  const restore = useConfirmed({
    run: ({ version }: RuleVersion) => ruleCalls(kind).restore(pkg.package_name, version),
    question: ({ version }) => ({
      title: t('ask_restore', { version }),
      confirm: t('restore'),
      why: <p>{t('why_restore')}</p>,
    }),
    done: (_, { version }) => t('restored', { version }),
  });
  return (
    <details>
      <summary>{t('versions', { number: format.number(versions.length) })}</summary>
      <ol className={styles.versions}>
        {versions.map((each) => (
          <li key={each.version} value={each.version}>
            {t('version_line', {
              at: format.dateTime(each.published_at, pkg.time_zone),
              by: each.published_by,
              rules: format.number(each.rules),
            })}
            {each.note !== '' && ` – ${each.note}`}
            <div className={styles.changes}>
              {changes(each)}
              {userMay('tracking.write') && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('restore_version', { version: each.version })}
                  onClick={() => restore.ask(each)}
                >
                  {t('restore')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {restore.dialog}
    </details>
  );
}

/** What a version changed in the one before, as one sentence. */
function useChanges(): (version: RuleVersion) => string {
  const { t } = useTranslation('integrity');
  const format = useFormat();
  return (version) => {
    const named = (['added', 'changed', 'taken_away'] as const)
      .filter((part) => version[part].length > 0)
      .map((part) => t(`version_${part}`, { names: format.list(version[part]) }));
    const parts = [...named, ...(version.moved ? [t('version_moved')] : [])];
    return parts.length > 0 ? parts.join('; ') : t('version_same');
  };
}
