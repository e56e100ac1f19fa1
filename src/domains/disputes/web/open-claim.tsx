import { NumberInput, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DAYS, disputeEndpoints, isOfNothing } from '#domains/disputes/contract/dispute-endpoints.ts';
import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useClaimWords } from './claim-words.ts';

interface Draft {
  evidence_id: string | null;
  days: string;
  note: string;
}

const NEWEST = 200;

const bodyOf = (packageName: string, { evidence_id, days, note }: Draft) => ({
  package_name: packageName,
  evidence_id: Number(evidence_id ?? 0),
  days: Number(days),
  note,
});

/** Which evidence is claimed, and until when it can be answered. */
export function OpenClaim({
  evidence,
  onDone,
}: {
  evidence: string | null;
  onDone: (made?: { id: number; link: string }) => void;
}) {
  const { pkg } = useSelection();
  const { t, format, amounts } = useClaimWords();
  const ready = useQuery(
    query(evidenceEndpoints.list, { query: { package_name: pkg.package_name, state: 'ready', limit: NEWEST } }),
  ).data?.data;
  const ofNothing = new Set(ready?.filter(({ totals }) => isOfNothing(totals)).map(({ id }) => String(id)));
  const claimsNothing = ({ evidence_id }: Draft): boolean => evidence_id !== null && ofNothing.has(evidence_id);
  const { draft, change, fault, card } = usePanelForm({
    initial: { evidence_id: evidence, days: String(DAYS.usual), note: '' } as Draft,
    faultsOf: (given) => ({
      ...faultsOf(disputeEndpoints.open.body, bodyOf(pkg.package_name, given)),
      ...(claimsNothing(given) ? { evidence_id: 'dispute_nothing' } : {}),
    }),
    send: (given) => call(disputeEndpoints.open, { body: bodyOf(pkg.package_name, given) }),
    onDone: (answer) => onDone(answer && { id: answer.data.id, link: answer.data.link }),
    namespace: 'disputes',
  });
  return (
    <FormCard {...card} submit={t('open')}>
      <Select
        label={t('evidence')}
        description={t('evidence_hint')}
        placeholder={ready?.length === 0 ? t('evidence_none') : t('evidence_choose')}
        data={(ready ?? []).map((each) => ({
          value: String(each.id),
          label: `${each.publisher} · ${format.day(each.period_from)} – ${format.day(each.period_to)} · ${amounts(each.totals)}`,
        }))}
        value={draft.evidence_id}
        error={claimsNothing(draft) ? t('refusals:dispute_nothing') : fault('evidence_id')}
        onChange={(evidence_id) => change({ evidence_id })}
        searchable
        required
      />
      <NumberInput
        label={t('days')}
        description={t('days_hint')}
        min={DAYS.least}
        max={DAYS.most}
        allowDecimal={false}
        value={draft.days}
        error={fault('days')}
        onChange={(days) => change({ days: String(days) })}
        required
      />
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        value={draft.note}
        error={fault('note')}
        onChange={(event) => change({ note: event.currentTarget.value })}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </FormCard>
  );
}
