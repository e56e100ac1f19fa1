import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Cap, campaignEndpoints, cappingEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { CAP_METRICS, CAP_PERIODS } from '#domains/tracking/contract/terms.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { AmountField, TermField } from '#platform/web/form/term-fields.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { OverAction } from './edit-cap.tsx';

interface Draft extends Pick<Cap, 'publisher_id' | 'event' | 'metric' | 'period' | 'limit' | 'action'> {
  campaign_id: number | null;
}

const EMPTY: Draft = {
  campaign_id: null,
  publisher_id: null,
  event: null,
  metric: 'conversions',
  period: 'daily',
  limit: '',
  action: null,
};

const asId = (value: string | null): number | null => (value === null ? null : Number(value));
const asValue = (id: number | null): string | null => (id === null ? null : String(id));
const MOST = 500;

/** A capping of a campaign, or of one publisher or event of it. */
export function AddCapPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const words = useTrackingWords();
  const of = { query: { package_name: pkg.package_name } };
  const choices = useQuery(query(campaignEndpoints.choices, of)).data?.data;
  const listed = useQuery(query(campaignEndpoints.list, { query: { ...of.query, limit: MOST } })).data?.data;
  const campaigns = listed ?? [];
  const form = useDraftForm<Draft>({
    initial: EMPTY,
    faultsOf: (draft) => faultsOf(cappingEndpoints.add.body, draft),
    send: ({ campaign_id, ...draft }) =>
      call(
        cappingEndpoints.add,
        { body: { campaign_id: campaign_id ?? 0, ...draft } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    back: `/mtrackit_capping${sticky}`,
    namespace: 'tracking',
  });
  const { draft, change, fault } = form;
  const events = campaigns.find(({ id }) => id === draft.campaign_id)?.events ?? [];
  return (
    <FormPage form={form} submit={t('save')}>
      <Select
        label={t('campaign')}
        data={campaigns.map(({ id, campaign_name }) => ({ value: String(id), label: campaign_name }))}
        value={asValue(draft.campaign_id)}
        error={fault('campaign_id')}
        description={listed?.length === 0 && <NoCampaign />}
        searchable
        required
        onChange={(value) => change({ campaign_id: asId(value), event: null })}
      />
      <FieldPair>
        <Select
          label={t('publisher')}
          data={(choices?.publishers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={asValue(draft.publisher_id)}
          error={fault('publisher_id')}
          placeholder={t('all')}
          searchable
          clearable
          onChange={(value) => change({ publisher_id: asId(value) })}
        />
        <Select
          label={t('event')}
          data={events.map(({ event }) => event)}
          value={draft.event}
          error={fault('event')}
          placeholder={t('all')}
          clearable
          onChange={(event) => change({ event })}
        />
        <TermField
          label={t('metric')}
          values={CAP_METRICS}
          word={words.metric}
          value={draft.metric}
          onChange={(metric) => change({ metric })}
        />
        <TermField
          label={t('period')}
          description={t('period_hint')}
          values={CAP_PERIODS}
          word={words.period}
          value={draft.period}
          onChange={(period) => change({ period })}
        />
        <AmountField
          label={t('limit')}
          description={t('limit_hint')}
          value={draft.limit}
          error={fault('limit')}
          required
          onChange={(limit) => change({ limit: limit ?? '' })}
        />
      </FieldPair>
      <OverAction value={draft.action} error={fault('action')} onChange={(action) => change({ action })} />
    </FormPage>
  );
}

/** What is to be capped comes first. */
function NoCampaign() {
  const { t } = useTranslation('tracking');
  const sticky = useStickySearch();
  return (
    <>
      {t('no_campaigns')} <Link to={`/mtrackit/addCampaign${sticky}`}>{t('add_campaign')}</Link>
    </>
  );
}
