import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { imports } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import styles from './import.module.css';
import { mappingFaults } from './mapping-state.ts';

interface Props {
  packageName: string;
  fileId: string;
  mapping: ImportMapping;
}

/**
 * Says before the import that a mapping would turn most of a file into fraud or duplicates. It is asked beside the
 * preview and never in its way: whoever gets no answer sees nothing.
 */
export function MostlyFraud({ packageName, fileId, mapping }: Props) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const ruleName = useRuleName();
  const body = { package_name: packageName, file_id: fileId, mapping };
  const asked = useQuery({
    queryKey: [imports.previewVerdicts.method, imports.previewVerdicts.path, body],
    queryFn: ({ signal }) => call(imports.previewVerdicts, { body }, { signal }),
    enabled: mappingFaults(mapping).length === 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const found = asked.data?.data;
  if (!found || found.findings.length === 0) return null;
  const all = format.number(found.events);
  return (
    <section role="status" aria-label={t('mostly')}>
      <p>
        <strong>{t('mostly')}</strong>
      </p>
      <ul className={styles.warnings}>
        {found.findings.map(({ what, rule, title, events, columns }) => (
          <li key={`${what} ${rule}`}>
            <IconAlertTriangle size={16} aria-hidden />
            <span>
              {t(`mostly_${what}`, { n: format.number(events), all, rule: ruleName(rule, title) })}{' '}
              {columns.length > 0 && t('mostly_columns', { columns: format.list(columns) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
