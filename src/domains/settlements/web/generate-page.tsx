import { Select, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CYCLES } from '#domains/agreements/contract/payment-models.ts';
import { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { call } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { periodsOf } from './periods.ts';
import { useKnownNames } from './use-known-names.ts';

type Cycle = (typeof CYCLES)[number] | 'custom';
const CHOICES: readonly Cycle[] = ['monthly', 'fortnightly', 'weekly', 'custom'];

interface Draft {
  cycle: Cycle;
  period_from: string;
  period_to: string;
  publishers: string[];
}

/** A payout report of each publisher for a period that is over. */
export function GeneratePayoutPage() {
  const { t } = useTranslation('settlements');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const format = useFormat();
  const known = useKnownNames();
  const [newest] = periodsOf('monthly', pkg.today);
  const body = ({ cycle: _, ...draft }: Draft) => ({ package_name: pkg.package_name, ...draft });
  const form = useDraftForm<Draft>({
    initial: { cycle: 'monthly', period_from: newest?.from ?? '', period_to: newest?.to ?? '', publishers: [] },
    faultsOf: (draft) => faultsOf(payoutEndpoints.generate.body, body(draft)),
    send: (draft) =>
      call(payoutEndpoints.generate, { body: body(draft) }, { idempotencyKey: crypto.randomUUID(), atOnce: true }),
    back: `/reconcilation/report${sticky}`,
    namespace: 'settlements',
  });
  const { draft, change, fault } = form;
  const offered = CYCLES.flatMap((cycle) => (cycle === draft.cycle ? periodsOf(cycle, pkg.today) : []));
  const chooseCycle = (value: string | null): void => {
    const cycle = CHOICES.find((each) => each === value) ?? 'monthly';
    const [first] = cycle === 'custom' ? [] : periodsOf(cycle, pkg.today);
    change({ cycle, ...(first ? { period_from: first.from, period_to: first.to } : {}) });
  };
  return (
    <FormPage form={form} submit={t('generate')}>
      <p>{t('generate_lead')}</p>
      <Select
        label={t('cycle')}
        data={CHOICES.map((value) => ({ value, label: t(`cycle_${value}`) }))}
        value={draft.cycle}
        onChange={chooseCycle}
        allowDeselect={false}
      />
      {draft.cycle === 'custom' ? (
        <FieldPair>
          <DayField
            label={t('period_from')}
            value={draft.period_from}
            max={addDays(pkg.today, -1)}
            error={fault('period_from')}
            onChange={(period_from) => change({ period_from })}
            required
          />
          <DayField
            label={t('period_to')}
            value={draft.period_to}
            max={addDays(pkg.today, -1)}
            error={fault('period_to')}
            onChange={(period_to) => change({ period_to })}
            required
          />
        </FieldPair>
      ) : (
        <Select
          label={t('period')}
          data={offered.map(({ from, to }) => ({ value: from, label: `${format.day(from)} – ${format.day(to)}` }))}
          value={draft.period_from}
          error={fault('period_from') ?? fault('period_to')}
          onChange={(value) => {
            const period = offered.find(({ from }) => from === value);
            if (period) change({ period_from: period.from, period_to: period.to });
          }}
          allowDeselect={false}
        />
      )}
      <TagsInput
        label={t('publishers')}
        description={t('publishers_hint')}
        data={known.publishers}
        value={draft.publishers}
        error={fault('publishers')}
        onChange={(publishers) => change({ publishers })}
        clearable
      />
    </FormPage>
  );
}
