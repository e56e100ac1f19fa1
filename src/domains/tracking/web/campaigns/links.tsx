import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import { trackingPublisherEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { QrPicture } from '#platform/web/ui/qr-picture.tsx';
import styles from '../tracking.module.css';
import { ClickIdWarning } from './fields.tsx';

const MOST = 500;

/** What is handed out: the link of clicks for a publisher with its QR code, the pixel, the address of postbacks. */
export function CampaignLinks({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const [key, setKey] = useState<string | null>(null);
  const publishers = useQuery(
    query(trackingPublisherEndpoints.list, { query: { package_name: pkg.package_name, limit: MOST } }),
  );
  const rows = publishers.data?.data ?? [];
  const filled = (link: string): string => (key === null ? link : link.replace('{publisher}', key));
  const link = filled(campaign.tracking_link);
  return (
    <section className={screen.card} aria-label={t('links')}>
      <div className={screen.cardHead}>
        <h2>{t('links_of', { name: campaign.campaign_name })}</h2>
      </div>
      <div className={styles.links}>
        <ClickIdWarning template={campaign.landing_page} />
        {campaign.signed_only && (
          <p className={styles.warning}>
            {t('links_unsigned')} <Link to={`/click-integrity/generate_url${sticky}`}>{t('to_signed_links')}</Link>
          </p>
        )}
        <Select
          label={t('link_for')}
          description={t('link_for_hint')}
          data={rows.map(({ key: value, name }) => ({ value, label: name }))}
          value={key}
          placeholder={t('every_publisher')}
          searchable
          clearable
          maw={420}
          onChange={setKey}
        />
        <div className={styles.codes}>
          <div className={styles.links} style={{ padding: 0 }}>
            <LinkLine label={t('tracking_link')} value={link} />
            <LinkLine label={t('impression_link')} value={filled(campaign.impression_link)} />
            <LinkLine label={t('postback_link')} value={campaign.postback_link} />
          </div>
          {key !== null && <QrPicture text={link} label={t('qr_of', { name: campaign.campaign_name })} />}
        </div>
      </div>
    </section>
  );
}

const LinkLine = ({ label, value }: { label: string; value: string }) => {
  const { t } = useTranslation('tracking');
  return (
    <div>
      <div className={screen.note}>{label}</div>
      <div className={styles.link}>
        <code>{value}</code>
        <CopyButton value={value} label={t('copy_of', { name: label })} />
      </div>
    </div>
  );
};

/** The one time it is shown. */
export function PostbackSecret({ secret }: { secret: string }) {
  const { t } = useTranslation('tracking');
  return (
    <section className={styles.secret} aria-label={t('secret')}>
      <p>
        <strong>{t('secret')}</strong>
      </p>
      <p>{t('secret_once')}</p>
      <div className={styles.link}>
        <code>{secret}</code>
        <CopyButton value={secret} label={t('copy_of', { name: t('secret') })} />
      </div>
    </section>
  );
}
