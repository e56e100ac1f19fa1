import { Autocomplete, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import {
  campaignEndpoints,
  type TrackingPublisher,
  trackingPublisherEndpoints,
} from '#domains/tracking/contract/setup-endpoints.ts';
import { CAMPAIGN_STATES } from '#domains/tracking/contract/terms.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { type DraftForm, useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ALL_MACROS, MacroWarning } from '../campaigns/fields.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';

type Draft = Pick<TrackingPublisher, 'name' | 'email' | 'status' | 'postback_url' | 'postback_events' | 'sub_required'>;

const EMPTY: Draft = {
  name: '',
  email: '',
  status: 'active',
  postback_url: '',
  postback_events: [],
  sub_required: false,
};

const POSTBACK_EXAMPLE = 'https://publisher.example/postback?id={source_click_id}&pay={payout}';
const NAMESPACE = 'tracking';
const LABELS = { name: 'publisher' };

/** A publisher for links: one of the register, or a new one there. */
export function AddPublisherPage() {
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const body = (draft: Draft) => ({ package_name: pkg.package_name, ...draft });
  const form = useDraftForm<Draft>({
    initial: EMPTY,
    faultsOf: (draft) => faultsOf(trackingPublisherEndpoints.add.body, body(draft)),
    send: (draft) =>
      call(trackingPublisherEndpoints.add, { body: body(draft) }, { idempotencyKey: crypto.randomUUID() }),
    back: `/mtrackit_publisher${sticky}`,
    labels: LABELS,
    namespace: NAMESPACE,
  });
  return <PublisherForm form={form} stored={false} />;
}

export function EditPublisherPage() {
  const { t } = useTranslation(NAMESPACE);
  const { id = '' } = useParams();
  const known = /^\d{1,9}$/.test(id);
  const one = useQuery({
    ...query(trackingPublisherEndpoints.one, { params: { id: Number(id) } }),
    staleTime: 0,
    enabled: known,
  });
  if (!known) return <EmptyState why={t('none_named')} />;
  return (
    <Saved one={one}>
      {(stored, reload) => <EditForm key={stored.updated_at} stored={stored} onReload={reload} />}
    </Saved>
  );
}

function EditForm({ stored, onReload }: { stored: TrackingPublisher; onReload: () => void }) {
  const sticky = useStickySearch();
  const { name, email, status, postback_url, postback_events, sub_required } = stored;
  const body = ({ name: _name, ...fields }: Draft) => fields;
  const form = useDraftForm<Draft>({
    initial: { name, email, status, postback_url, postback_events, sub_required },
    faultsOf: (draft) => faultsOf(trackingPublisherEndpoints.edit.body, body(draft)),
    send: (draft) => call(trackingPublisherEndpoints.edit, { params: { id: stored.id }, body: body(draft) }),
    back: `/mtrackit_publisher${sticky}`,
    labels: LABELS,
    namespace: NAMESPACE,
  });
  return <PublisherForm form={form} stored onReload={onReload} />;
}

function PublisherForm({ form, stored, onReload }: { form: DraftForm<Draft>; stored: boolean; onReload?: () => void }) {
  const { t } = useTranslation(NAMESPACE);
  const { pkg } = useSelection();
  const words = useTrackingWords();
  const { draft, change, fault } = form;
  const choices = useQuery(query(campaignEndpoints.choices, { query: { package_name: pkg.package_name } })).data?.data;
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload}>
      <Autocomplete
        label={t('publisher')}
        description={t(stored ? 'publisher_stays' : 'publisher_name_hint')}
        data={(choices?.publishers ?? []).map(({ name }) => name)}
        value={draft.name}
        error={fault('name')}
        readOnly={stored}
        required={!stored}
        maxLength={200}
        onChange={(name) => change({ name })}
      />
      <FieldPair>
        <TextInput
          label={t('email')}
          type="email"
          value={draft.email}
          error={fault('email')}
          maxLength={200}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <TermField
          label={t('status')}
          values={CAMPAIGN_STATES}
          word={words.state}
          value={draft.status}
          onChange={(status) => change({ status })}
        />
      </FieldPair>
      <TextInput
        label={t('postback_url')}
        description={t('macros_are', { macros: ALL_MACROS })}
        type="url"
        value={draft.postback_url}
        error={fault('postback_url')}
        placeholder={POSTBACK_EXAMPLE}
        maxLength={2000}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ postback_url: event.currentTarget.value })}
      />
      <MacroWarning template={draft.postback_url} />
      <TagsInput
        label={t('postback_events')}
        description={t('postback_events_hint')}
        data={choices?.events ?? []}
        value={draft.postback_events}
        error={fault('postback_events')}
        placeholder={draft.postback_events.length === 0 ? t('all') : ''}
        maxTags={50}
        onChange={(postback_events) => change({ postback_events })}
      />
      <Switch
        label={t('sub_required')}
        description={t('sub_required_hint')}
        checked={draft.sub_required}
        onChange={(event) => change({ sub_required: event.currentTarget.checked })}
      />
    </FormPage>
  );
}
