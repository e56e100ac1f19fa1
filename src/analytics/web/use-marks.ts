import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark } from '#platform/contract/charts/model.ts';
import type { DateRange } from '#platform/contract/date-range.ts';
import { query } from '#platform/web/api/call.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { ruleMarks } from '#traffic/rule-sets/contract/rule-marks.ts';

const NONE: readonly Mark[] = [];

/**
 * Days on which something outside the traffic changed its numbers: a version of the rules begins, a file arrived. Asked
 * once per package and range, for who may see rules.
 */
export function useMarks(packageName: string, range: DateRange | undefined): readonly Mark[] {
  const { t } = useTranslation('board');
  const asked = { package_name: packageName, fromDate: range?.from, toDate: range?.to };
  const found = useQuery({
    ...query(ruleMarks, { query: asked }),
    enabled: range !== undefined && userMay('rules.read'),
  });
  return useMemo(
    () =>
      found.data?.data.map(({ day, label, version }) => ({
        bucket: day,
        short: t(version === null ? 'mark_import_short' : 'mark_rules_short'),
        label: version === null ? t('mark_import', { name: label }) : t('mark_rules', { version, reason: label }),
      })) ?? NONE,
    [found.data, t],
  );
}
