import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';

const WORDED: ReadonlySet<string> = new Set(['status', 'priority', 'source']);
/** What finders store as category is the English name of a group of reasons; a person may have typed anything. */
const GROUPS: ReadonlyMap<string, string> = new Map(Object.entries(REASON_GROUPS).map(([id, name]) => [name, id]));

/** Values of a closed list in the reader's language, everything else as it is. */
export function useCaseWord(): (field: string, value: string) => string {
  const { t } = useTranslation('tickets');
  const names = useNames();
  return useCallback(
    (field, value) => {
      if (WORDED.has(field)) return t(`${field}_${value.toLowerCase().replaceAll(' ', '_')}`, { defaultValue: value });
      if (field === 'sub_category') return names.reason(value);
      const group = field === 'category' ? GROUPS.get(value) : undefined;
      return group ? names.value('reason_group', group) : value;
    },
    [t, names],
  );
}
