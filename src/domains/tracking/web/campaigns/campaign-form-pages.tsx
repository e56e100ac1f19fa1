import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import { campaignEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { BasicsFields, PlaceFields } from './basics-fields.tsx';
import { type CampaignDraft, draftOf, editOf, emptyDraft, faultsOf } from './campaign-draft.ts';
import { LandingFields } from './landing-fields.tsx';
import { CampaignLinks, PostbackSecret } from './links.tsx';
import { GoalFields, OverrideFields } from './pay-fields.tsx';
import { ProtectionFields, WindowFields } from './rule-fields.tsx';
import { TestLink } from './test-link.tsx';

/** Part of the address once a campaign is made: its links and its secret stand there instead of the form. */
const MADE = 'made';

type Made = CampaignView & { postback_secret: string };

/** A new campaign; once it is made, its links and the secret that is shown this once. */
export function AddCampaignPage() {
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const [params] = useSearchParams();
  const [made, setMade] = useState<Made>();
  if (params.has(MADE)) {
    if (!made) return <Navigate to={`/mtrackit_campaigns${sticky}`} replace />;
    return (
      <div className={screen.page}>
        <PostbackSecret secret={made.postback_secret} />
        <CampaignLinks campaign={made} />
      </div>
    );
  }
  return (
    <CampaignForm
      key={pkg.package_name}
      initial={emptyDraft(pkg)}
      stored={undefined}
      onward={() => `/mtrackit/addCampaign${sticky}${sticky === '' ? '?' : '&'}${MADE}=1`}
      send={async (draft) => {
        const answer = await call(
          campaignEndpoints.add,
          { body: { package_name: pkg.package_name, ...draft } },
          { idempotencyKey: crypto.randomUUID() },
        );
        setMade(answer.data);
        return answer;
      }}
    />
  );
}

/** One that is stored, filled in. */
export function EditCampaignPage() {
  const { t } = useTranslation('tracking');
  const { id = '' } = useParams();
  const known = /^\d{1,9}$/.test(id);
  const one = useQuery({
    ...query(campaignEndpoints.one, { params: { id: Number(id) } }),
    staleTime: 0,
    enabled: known,
  });
  if (!known) return <EmptyState why={t('none_named')} />;
  return (
    <Saved one={one}>
      {(stored, reload) => (
        <div className={screen.page}>
          <CampaignForm
            key={stored.updated_at}
            initial={draftOf(stored)}
            stored={stored}
            send={(draft) => call(campaignEndpoints.edit, { params: { id: stored.id }, body: editOf(draft, stored) })}
            onReload={reload}
          />
          <CampaignLinks campaign={stored} />
          <TestLink campaign={stored} />
        </div>
      )}
    </Saved>
  );
}

interface FormProps {
  initial: CampaignDraft;
  stored: CampaignView | undefined;
  send: (draft: CampaignDraft) => Promise<{ message: string }>;
  onward?: () => string;
  onReload?: () => void;
}

function CampaignForm({ initial, stored, send, onward, onReload }: FormProps) {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const choices = useQuery(query(campaignEndpoints.choices, { query: { package_name: pkg.package_name } })).data?.data;
  const form = useDraftForm<CampaignDraft>({
    initial,
    faultsOf: (draft) => faultsOf(pkg.package_name, draft, stored),
    send,
    onward,
    back: `/mtrackit_campaigns${sticky}`,
    namespace: 'tracking',
  });
  const fields = { draft: form.draft, onChange: form.change, fault: form.fault, choices };
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload} wide>
      <BasicsFields {...fields} stored={stored !== undefined} />
      <LandingFields {...fields} />
      <GoalFields {...fields} />
      <WindowFields {...fields} />
      <PlaceFields {...fields} own={stored} />
      <ProtectionFields {...fields} own={stored?.id} />
      <OverrideFields {...fields} />
    </FormPage>
  );
}
