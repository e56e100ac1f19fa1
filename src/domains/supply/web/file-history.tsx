import { useTranslation } from 'react-i18next';
import type { VersionRow } from '#domains/supply/contract/supply-endpoints.ts';
import type { SupplyRecord } from '#domains/supply/contract/supply-file.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';

const told = ({ system, account, relation }: SupplyRecord): string => `${system}, ${account}, ${relation}`;

/** What each version added and took away; + and − say it without a colour. */
export function FileHistory({ versions }: { versions: readonly VersionRow[] }) {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  const format = useFormat();
  if (versions.length === 0) return <p className={screen.note}>{t('no_versions')}</p>;
  return (
    <ul className={screen.list} aria-label={t('tab_history')}>
      {versions.map((version) => {
        const changes = [
          ...version.added.map((record) => ['+', record] as const),
          ...version.removed.map((record) => ['−', record] as const),
        ];
        return (
          <li key={version.id}>
            <details open={version === versions[0]}>
              <summary>
                {t('version', {
                  since: format.dateTime(version.valid_from, pkg.time_zone),
                  how: t(`origin_${version.origin}`),
                  added: format.number(version.added_count),
                  removed: format.number(version.removed_count),
                })}
              </summary>
              {changes.map(([sign, record]) => (
                <div key={`${sign} ${record.line} ${told(record)}`}>
                  <code>
                    {sign} {told(record)}
                  </code>
                </div>
              ))}
              {version.added_count + version.removed_count > changes.length && <p>{t('more_changes')}</p>}
            </details>
          </li>
        );
      })}
    </ul>
  );
}
