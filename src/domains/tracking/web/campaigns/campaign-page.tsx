import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import { campaignEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { Saved } from '#platform/web/form/form-page.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import styles from '../tracking.module.css';
import { useTrackingWords } from '../use-tracking-words.ts';
import { useCampaignColumns } from './campaigns-page.tsx';
import { CampaignLinks } from './links.tsx';
import { TestLink } from './test-link.tsx';

/** The campaign of the address, or all of them; for whoever is signed in, whatever their menu. */
export function CampaignPage() {
  const { t } = useTranslation('tracking');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  if (!userMay('tracking.read')) return <EmptyState why={t('not_for_publishers')} />;
  return /^\d{1,9}$/.test(id) ? <Campaign id={Number(id)} /> : <Campaigns />;
}

function Campaigns() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const state = useListState();
  const list = useQuery(query(campaignEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  return (
    <ListPage
      id="tracking-campaign-list"
      lead={t('lead_campaigns', { package: pkg.package_title })}
      caption={t('caption_campaigns')}
      columns={useCampaignColumns()}
      state={state}
      list={list}
      searchLabel={t('search_campaigns')}
      empty={{ why: t('no_campaigns') }}
      noneFound={t('none_found')}
    />
  );
}

function Campaign({ id }: { id: number }) {
  const one = useQuery(query(campaignEndpoints.one, { params: { id } }));
  return (
    <Saved one={one}>
      {(campaign) => (
        <div className={screen.page}>
          <Facts campaign={campaign} />
          <CampaignLinks campaign={campaign} />
          <TestLink campaign={campaign} />
        </div>
      )}
    </Saved>
  );
}

function Facts({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const sticky = useStickySearch();
  const words = useTrackingWords();
  const pay = ({ payout_model: model, payout, payout_percent: percent }: CampaignView['events'][number]): string =>
    [
      model === 'none' ? words.model('none') : '',
      payout !== null && model !== 'percent' && model !== 'none' ? format.price(payout, campaign.currency) : '',
      percent !== null && (model === 'percent' || model === 'both') ? `${format.exact(percent)} %` : '',
    ]
      .filter((part) => part !== '')
      .join(' + ');
  const facts: [string, string][] = [
    ['status', words.state(campaign.status)],
    ['customer_name', campaign.customer_name],
    ['agency_name', campaign.agency_name],
    ['landing_page', campaign.landing_page],
    ['events', campaign.events.map((goal) => `${goal.event} (${pay(goal)})`).join(', ')],
    ['countries', format.list(campaign.countries.map((code) => format.country(code))) || t('all')],
    ['systems', campaign.systems.join(', ') || t('all')],
    ['on_suspect', words.action(campaign.protection.suspect)],
    ['on_fraud', words.action(campaign.protection.fraud)],
    ['signed_only', campaign.signed_only ? t('yes') : ''],
    ['over_action', words.over(campaign.over_action)],
    ['start', campaign.start ? format.day(campaign.start) : '–'],
    ['end', campaign.end ? format.day(campaign.end) : '–'],
    ['time_zone', campaign.time_zone],
  ];
  return (
    <section className={screen.card} aria-label={campaign.campaign_name}>
      <div className={screen.cardHead}>
        <h2>{campaign.campaign_name}</h2>
        {userMay('tracking.write') && (
          <Button
            component={Link}
            variant="default"
            size="compact-md"
            to={`/mtrackit/updateCampaign/${campaign.id}${sticky}`}
          >
            {t('edit')}
          </Button>
        )}
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t(name)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
