import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { evidenceHref } from '#domains/evidence/contract/evidence-href.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import type { Column, Row } from '#platform/web/table/column.ts';

interface Proven {
  publisher: string;
  campaign?: string;
  event?: string;
}

/** To the evidence file about a row: what is invalid of its publisher, campaign and event in the days chosen. */
export function useEvidenceColumn<R extends Row & Proven>(): Column<R> {
  const { t } = useTranslation('settlements');
  const { pkg, range } = useSelection();
  const navigate = useNavigate();
  return buttonColumn<R>(
    t('proof'),
    ({ publisher, campaign = '', event = '' }) => ({
      children: t('evidence'),
      label: t('evidence_of', { name: [publisher, campaign, event].filter((name) => name !== '').join(' · ') }),
      onClick: () =>
        void navigate(
          evidenceHref(pkg.package_name, { publisher, campaign, event, period_from: range.from, period_to: range.to }),
        ),
    }),
    110,
  );
}
