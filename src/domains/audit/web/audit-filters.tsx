import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { auditLog } from '#domains/audit/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { longest } from '#platform/web/form/text-limits.ts';

/** What a list of entries is narrowed by, as it stands in the fields; '' is no limit. */
interface Narrowing {
  actions: string[];
  packageName: string;
  from: string;
  to: string;
}

export const NOTHING_CHOSEN: Narrowing = { actions: [], packageName: '', from: '', to: '' };

interface Props {
  chosen: Narrowing;
  onChange: (part: Partial<Narrowing>) => void;
}

export function AuditFilters({ chosen, onChange }: Props) {
  const { t } = useTranslation('audit');
  const known = useQuery(query(auditLog.actions, {})).data?.data ?? [];
  return (
    <>
      <MultiSelect
        aria-label={t('action')}
        placeholder={chosen.actions.length === 0 ? t('all_actions') : ''}
        data={known.map((value) => ({ value, label: t(`action_${value}`) }))}
        value={chosen.actions}
        searchable
        w={210}
        onChange={(actions) => onChange({ actions })}
      />
      <TextInput
        w={150}
        aria-label={t('package')}
        placeholder={t('package')}
        value={chosen.packageName}
        maxLength={longest(auditLog.list.query.shape.package_name.unwrap())}
        onChange={(event) => onChange({ packageName: event.currentTarget.value })}
      />
      <DayField
        w={150}
        aria-label={t('from')}
        placeholder={t('from')}
        value={chosen.from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        w={150}
        aria-label={t('to')}
        placeholder={t('to')}
        value={chosen.to}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  );
}
