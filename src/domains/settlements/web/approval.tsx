import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettlementView } from '#domains/settlements/contract/payout.ts';
import { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { addAmounts } from '#traffic/money/contract/decimal.ts';
import styles from './settlements.module.css';

type Reports = readonly SettlementView[];
interface Asked {
  ask: (reports: Reports) => void;
  dialog: ReactNode;
}

/** From then on their figures stand, so it is asked for: whose, of which days, and how much. */
export function useApproval(packageName: string, onDone: () => void): Asked {
  const { t } = useTranslation('settlements');
  const asked: Asked = useConfirmed({
    run: async (reports: Reports) => {
      const settlements = reports.map(({ id, updated_at }) => ({ id, updated_at }));
      const answer = await call(payoutEndpoints.approve, { body: { package_name: packageName, settlements } });
      onDone();
      return answer;
    },
    question: (reports) => ({
      title: t('approve_title', { n: reports.length }),
      confirm: t('approve'),
      wide: true,
      blocked: reports.some(({ is_outdated }) => is_outdated),
      why: <Chosen reports={reports} packageName={packageName} onAgain={(fresh) => asked.ask(fresh)} />,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  return asked;
}

interface Props {
  reports: Reports;
  packageName: string;
  onAgain: (fresh: Reports) => void;
}

function Chosen({ reports, packageName, onAgain }: Props) {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const amounts = (all: Readonly<Record<string, string>>): string =>
    Object.entries(all)
      .map(([currency, amount]) => format.money(Number(amount), currency))
      .join(' · ') || format.number(0);
  const payable = ({ totals }: SettlementView) => addAmounts(totals.map((each) => ({ [each.currency]: each.payable })));
  const old = reports.filter(({ is_outdated }) => is_outdated);
  const anew = old.length > 0 ? old : reports;
  const again = useGenerateAgain(packageName, (fresh) =>
    onAgain([...reports.filter((report) => !anew.includes(report)), ...fresh]),
  );
  return (
    <>
      <p>{t('approve_what')}</p>
      <ul className={styles.chosen}>
        {reports.map((report) => (
          <li key={report.id}>
            <span>
              <strong>{report.publisher}</strong> {format.day(report.period_from)} – {format.day(report.period_to)}
              {report.is_outdated && ` · ${t('out_of_date')}`}
            </span>
            <span className={styles.amounts}>{amounts(payable(report))}</span>
          </li>
        ))}
      </ul>
      <p>{t('approve_together', { count: reports.length, amounts: amounts(addAmounts(reports.map(payable))) })}</p>
      {old.length > 0 && <p role="status">{t('approve_outdated')}</p>}
      <Button variant="default" size="compact-md" loading={again.isPending} onClick={() => again.mutate(anew)}>
        {t('generate_again')}
      </Button>
      {again.isError && <ErrorState error={again.error} onRetry={() => again.mutate(anew)} />}
    </>
  );
}

/** The same reports anew, period by period. */
function useGenerateAgain(packageName: string, onAgain: (fresh: Reports) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reports: Reports) => {
      const periods = new Map<string, SettlementView[]>();
      for (const report of reports) {
        const key = `${report.period_from} ${report.period_to}`;
        periods.set(key, [...(periods.get(key) ?? []), report]);
      }
      const fresh: SettlementView[] = [];
      for (const own of periods.values()) {
        const [first] = own;
        if (!first) continue;
        const { period_from, period_to } = first;
        const publishers = own.map(({ publisher }) => publisher);
        const body = { package_name: packageName, period_from, period_to, publishers };
        fresh.push(...(await call(payoutEndpoints.generate, { body })).data);
      }
      return fresh;
    },
    onSuccess: (fresh) => {
      void client.invalidateQueries();
      onAgain(fresh);
    },
  });
}
