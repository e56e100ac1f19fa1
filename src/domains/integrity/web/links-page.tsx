import { Button, Card, NumberInput, SegmentedControl, Select, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LINK_MODES } from '#domains/integrity/contract/kinds.ts';
import { type LinkMade, linkEndpoints } from '#domains/integrity/contract/link-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from './integrity.module.css';
import { kindOfPage } from './kind-of-page.ts';

const USUAL_DAYS = 365;
const MOST_DAYS = 730;

/** Makes signed links of a campaign for a publisher, or hands out the key and the code that signs them. */
export function LinksPage({ page }: PageProps) {
  const { t } = useTranslation('integrity');
  const kind = kindOfPage(page.id);
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const client = useQueryClient();
  const choices = useQuery(
    query(linkEndpoints.choices, { params: { kind }, query: { package_name: pkg.package_name } }),
  );
  const [draft, setDraft] = useState<{ campaign: string | null; publisher: string | null; days: number }>({
    campaign: null,
    publisher: null,
    days: USUAL_DAYS,
  });
  const [mode, setMode] = useState<(typeof LINK_MODES)[number]>('static');
  const make = useMutation({
    mutationFn: ({ campaign, publisher, days }: typeof draft) =>
      call(linkEndpoints.url, {
        params: { kind },
        body: {
          package_name: pkg.package_name,
          campaign_id: Number(campaign),
          publisher_id: Number(publisher),
          mode,
          days,
        },
      }),
    onSuccess: () => client.invalidateQueries(),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(draft);
  };
  const { campaigns = [], publishers = [] } = choices.data?.data ?? {};
  const chosen = campaigns.find(({ id }) => String(id) === draft.campaign);
  const ready = draft.campaign !== null && draft.publisher !== null;
  return (
    <div className={screen.page}>
      <p>{t('links_lead')}</p>
      <div className={styles.columns}>
        <Card component="form" withBorder onSubmit={send} aria-busy={make.isPending}>
          <Select
            label={t('campaign')}
            data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.campaign}
            placeholder={campaigns.length === 0 ? t('no_campaigns') : ''}
            searchable
            required
            onChange={(campaign) => setDraft({ ...draft, campaign })}
          />
          {chosen && <Unsigned campaign={chosen} />}
          <Select
            label={t('publisher')}
            data={publishers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.publisher}
            placeholder={publishers.length === 0 ? t('no_publishers') : ''}
            searchable
            required
            mt="sm"
            onChange={(publisher) => setDraft({ ...draft, publisher })}
          />
          <SegmentedControl
            aria-label={t('mode')}
            data={LINK_MODES.map((value) => ({ value, label: t(`mode_${value}`) }))}
            value={mode}
            fullWidth
            mt="md"
            onChange={(value) => setMode(LINK_MODES.find((each) => each === value) ?? 'static')}
          />
          <p>{t(`mode_hint_${mode}`)}</p>
          {mode === 'static' && (
            <NumberInput
              label={t('days')}
              value={draft.days}
              min={1}
              max={MOST_DAYS}
              onChange={(days) => setDraft({ ...draft, days: Number(days) || USUAL_DAYS })}
            />
          )}
          {make.error && <p role="alert">{errorText(make.error)}</p>}
          <Button type="submit" mt="md" loading={make.isPending} disabled={!ready || !userMay('tracking.write')}>
            {t('make_link')}
          </Button>
        </Card>
        <Card withBorder aria-live="polite">
          {make.data ? <Made link={make.data.data} /> : <p>{t('links_none')}</p>}
        </Card>
      </div>
      <Keys keys={choices.data?.data.keys ?? []} />
    </div>
  );
}

/** A signature that can be taken off protects nothing: whether the campaign lets such a link go on, and where to change it. */
function Unsigned({ campaign: { id, signed_only: isRefused } }: { campaign: { id: number; signed_only: boolean } }) {
  const { t } = useTranslation('integrity');
  const sticky = useStickySearch();
  return (
    <p>
      {t(isRefused ? 'unsigned_refused' : 'unsigned_pass')}{' '}
      {userMay('tracking.write') && <Link to={`/mtrackit/updateCampaign/${id}${sticky}`}>{t('change_campaign')}</Link>}
    </p>
  );
}

function Made({ link }: { link: LinkMade }) {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const format = useFormat();
  return (
    <>
      {/* Of links that the publisher's server signs, each for minutes, one that holds for months is not handed out. */}
      {link.mode === 'static' && (
        <>
          <Code title={t('link')} text={link.url} />
          <p>{t('holds_until', { at: format.dateTime(link.expires_at, pkg.time_zone) })}</p>
          {link.pixel && <Code title={t('pixel')} text={link.pixel} />}
        </>
      )}
      {link.secret && <Code title={t('secret')} text={link.secret} />}
      {link.samples.length > 0 && (
        <Tabs defaultValue={link.samples[0]?.language ?? ''} keepMounted={false}>
          <Tabs.List aria-label={t('samples')}>
            {link.samples.map(({ language }) => (
              <Tabs.Tab key={language} value={language}>
                {language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {link.samples.map(({ language, code }) => (
            <Tabs.Panel key={language} value={language}>
              <Code title={language} text={code} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('integrity');
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>
        {title} <CopyButton value={text} label={t('copy', { what: title })} />
      </h3>
      <pre className={styles.code}>{text}</pre>
    </section>
  );
}

interface KeyShown {
  key_id: string;
  per_publisher: boolean;
  made_at: string;
  ends_at: string | null;
}

function Keys({ keys }: { keys: readonly KeyShown[] }) {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const format = useFormat();
  const rotate = useConfirmed({
    run: (package_name: string) => call(linkEndpoints.rotate, { body: { package_name } }),
    question: () => ({ title: t('ask_rotate'), confirm: t('rotate'), why: <p>{t('why_rotate')}</p> }),
    done: () => t('rotated'),
  });
  return (
    <Card withBorder mt="md" component="section" aria-label={t('keys')}>
      <h3 className={styles.title}>{t('keys')}</h3>
      {keys.length === 0 ? (
        <p>{t('keys_none')}</p>
      ) : (
        <ul>
          {keys.map(({ key_id: id, per_publisher: isOwn, made_at: at, ends_at: ends }) => (
            <li key={id}>
              <code>{id}</code>{' '}
              {ends
                ? t('key_ends', { at: format.dateTime(ends, pkg.time_zone) })
                : t(isOwn ? 'key_signs' : 'key_shared', { at: format.dateTime(at, pkg.time_zone) })}
            </li>
          ))}
        </ul>
      )}
      {userMay('tracking.write') && keys.length > 0 && (
        <Button variant="default" onClick={() => rotate.ask(pkg.package_name)}>
          {t('rotate')}
        </Button>
      )}
      {rotate.dialog}
    </Card>
  );
}
