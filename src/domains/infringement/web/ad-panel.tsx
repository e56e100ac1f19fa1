import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { adEndpoints } from '#domains/infringement/contract/adword-endpoints.ts';
import type { AdRow, AdView } from '#domains/infringement/contract/search-ad.ts';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { Fact } from '#platform/web/ui/facts.tsx';
import { affiliateName, useFindings } from './ad-columns.ts';
import { CaseFacts } from './case-facts.tsx';
import { CaseSteps } from './case-steps.tsx';
import { TicketForm } from './ticket-form.tsx';

/** What was seen, address by address, and what becomes of it. */
export function AdPanel({ ad, view, onGone }: { ad: AdRow; view: AdView; onGone: () => void }) {
  const { t } = useTranslation('infringement');
  return (
    <div className={screen.form}>
      <Evidence ad={ad} />
      <h3>{t('path')}</h3>
      <ol aria-label={t('path')}>
        {[...ad.chain, ad.final_url].map((address, place, all) => (
          // Addresses of a stranger are read, not opened by a click.
          <li key={all.slice(0, place + 1).join(' ')}>
            <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{address}</Code>
          </li>
        ))}
      </ol>
      <Steps ad={ad} view={view} onGone={onGone} />
    </div>
  );
}

function Evidence({ ad }: { ad: AdRow }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const format = useFormat();
  const findings = useFindings()(ad);
  const facts = [
    ['observed_at', format.dateTime(ad.observed_at, pkg.time_zone)],
    ['classification', t(`class_${ad.classification}`)],
    ['findings', findings],
    ['affiliate', affiliateName(ad)],
    ['publisher', ad.publisher],
    ['advertiser', ad.advertiser],
    ['position', ad.position === null ? '' : format.number(ad.position)],
    ['country', format.country(ad.country)],
    ['device', ad.device === '' ? '' : t(`device_${ad.device}`)],
    ['display_url', ad.display_url],
    ['note', ad.note],
    ['source', `${t(`source_${ad.source}`)} · ${ad.created_by}`],
  ] as const;
  return (
    <CaseFacts facts={facts}>
      {ad.capture_url !== '' && (
        <Fact name={t('capture_url')}>
          <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{ad.capture_url}</Code>
        </Fact>
      )}
    </CaseFacts>
  );
}

function Steps({ ad, view, onGone }: { ad: AdRow; view: AdView; onGone: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg, range } = useSelection();
  const { id } = ad;
  const days = { start_date: range.from, end_date: range.to };
  return (
    <CaseSteps
      state={ad.state}
      ticket={ad.ticket_id}
      form={(done) => (
        <TicketForm
          others={(view === 'affiliate' && affiliateName(ad)) || ad.domain}
          send={(draft) => call(adEndpoints.ticket, { params: { view, id }, body: { ...draft, ...days } })}
          onDone={done}
        />
      )}
      set={(state) =>
        call(adEndpoints.setState, { params: { view }, body: { package_name: pkg.package_name, ids: [id], state } })
      }
      remove={{
        run: () => call(adEndpoints.remove, { params: { view, id } }),
        why: t('remove_ad_why', { keyword: ad.keyword }),
        onGone,
      }}
    />
  );
}
