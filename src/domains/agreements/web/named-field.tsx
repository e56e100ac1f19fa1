import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';

interface Props {
  label: string;
  description?: string;
  /** Field of traffic whose values are offered. */
  of: 'publisher' | 'campaign' | 'event_name';
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const PAUSE_MS = 250;

/** A name as traffic has it: those of the newest data are offered, others may be typed; empty is all. */
export function NamedField({ of: field, value, ...shown }: Props) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const [search] = useDebouncedValue(value, PAUSE_MS);
  const known = useQuery(
    query(conditionEndpoints.values, { query: { package_name: pkg.package_name, field, search } }),
  );
  return (
    <Autocomplete
      {...shown}
      data={(known.data?.data ?? []).map((each) => each.value).filter((each) => each !== '')}
      value={value}
      placeholder={t('all')}
      maxLength={2000}
      autoComplete="off"
    />
  );
}
