import { Autocomplete, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { CLAIM_WINDOWS, platformOf } from '#domains/evidence/contract/claim-windows.ts';
import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import type { EvidenceAsked } from '#domains/evidence/contract/evidence-href.ts';
import { call, query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { REASON_GROUP_IDS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { bodyOf, draftOf, type EvidenceDraft, NO_WINDOW } from './evidence-draft.ts';
import { Preview } from './preview.tsx';

const MOST_NAMES = 500;

/** Of whom and of which days, what is in it, and what it would claim. */
export function EvidenceForm({ asked, onDone }: { asked: EvidenceAsked; onDone: () => void }) {
  const { t } = useTranslation('evidence');
  const { pkg } = useSelection();
  const form = usePanelForm({
    initial: draftOf(asked, pkg.today),
    faultsOf: (draft) => faultsOf(evidenceEndpoints.make.body, bodyOf(pkg.package_name, draft)),
    send: (draft) => call(evidenceEndpoints.make, { body: bodyOf(pkg.package_name, draft) }),
    onDone: () => onDone(),
    namespace: 'evidence',
  });
  const { draft, change, fault, card } = form;
  const publishers = usePublishers();
  return (
    <FormCard {...card} submit={t('make')}>
      <Autocomplete
        label={t('publisher')}
        description={t('as_traffic')}
        data={publishers}
        value={draft.publisher}
        error={fault('publisher')}
        onChange={(publisher) => change({ publisher, platform: platformOf(publisher) ?? draft.platform })}
        maxLength={2000}
        required
      />
      <FieldPair>
        <DayField
          label={t('period_from')}
          value={draft.period_from}
          max={pkg.today}
          error={fault('period_from')}
          onChange={(period_from) => change({ period_from })}
          required
        />
        <DayField
          label={t('period_to')}
          value={draft.period_to}
          max={pkg.today}
          error={fault('period_to')}
          onChange={(period_to) => change({ period_to })}
          required
        />
      </FieldPair>
      <Narrowed {...form} />
      <Window {...form} />
      <Switch
        label={t('mask')}
        description={t(draft.masked ? 'mask_on' : 'mask_off')}
        checked={draft.masked}
        onChange={(event) => change({ masked: event.currentTarget.checked })}
      />
      <Preview packageName={pkg.package_name} draft={draft} />
    </FormCard>
  );
}

interface FieldsProps {
  draft: EvidenceDraft;
  change: (part: Partial<EvidenceDraft>) => void;
  fault: (field: keyof EvidenceDraft) => string | undefined;
}

function Narrowed({ draft, change, fault }: FieldsProps) {
  const { t } = useTranslation('evidence');
  const names = useNames();
  return (
    <>
      <FieldPair>
        <TextInput
          label={t('campaign')}
          placeholder={t('all')}
          value={draft.campaign}
          error={fault('campaign')}
          onChange={(event) => change({ campaign: event.currentTarget.value })}
          maxLength={2000}
        />
        <TextInput
          label={t('event')}
          placeholder={t('all')}
          value={draft.event}
          error={fault('event')}
          onChange={(event) => change({ event: event.currentTarget.value })}
          maxLength={2000}
        />
      </FieldPair>
      <Select
        label={t('category')}
        placeholder={t('all')}
        data={[
          { value: 'duplicate', label: t('duplicate') },
          ...REASON_GROUP_IDS.map((id) => ({ value: `invalid.${id}`, label: names.value('reason_group', id) })),
        ]}
        value={draft.category === '' ? null : draft.category}
        onChange={(category) => change({ category: category ?? '' })}
        clearable
      />
    </>
  );
}

/** Until when what is claimed can be claimed, by the page of the platform. */
function Window({ draft, change, fault }: FieldsProps) {
  const { t } = useTranslation('evidence');
  const known = draft.platform === 'google' ? CLAIM_WINDOWS.google : undefined;
  return (
    <FieldPair>
      <Select
        label={t('window')}
        description={
          known && (
            <a href={known.source} target="_blank" rel="noreferrer">
              {t('window_source', { name: known.title, n: known.days })}
            </a>
          )
        }
        data={[
          { value: NO_WINDOW, label: t('window_none') },
          { value: 'google', label: CLAIM_WINDOWS.google.title },
          { value: 'other', label: t('window_other') },
        ]}
        value={draft.platform}
        onChange={(platform) => change({ platform: platform ?? NO_WINDOW })}
        allowDeselect={false}
      />
      {draft.platform === 'other' && (
        <NumberInput
          label={t('window_days')}
          min={1}
          max={3650}
          allowDecimal={false}
          value={draft.window_days}
          error={fault('window_days')}
          onChange={(days) => change({ window_days: String(days) })}
          required
        />
      )}
    </FieldPair>
  );
}

/** Those that payments are agreed for; others may be typed. */
function usePublishers(): string[] {
  const { pkg } = useSelection();
  const rows = useQuery(
    query(publisherPaymentEndpoints.list, { query: { package_name: pkg.package_name, limit: MOST_NAMES } }),
  ).data?.data;
  return [...new Set((rows ?? []).map(({ publisher }) => publisher))].filter((name) => name !== '').sort();
}
