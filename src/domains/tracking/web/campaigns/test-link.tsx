import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import { type TestedLink, testLinkEndpoints } from '#domains/tracking/contract/work-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import styles from '../tracking.module.css';
import { useTrackingWords } from '../use-tracking-words.ts';

/** A link as it is handed out stands for no publisher yet, and the place of one is none. */
const ofNobody = (link: string): string => link.replace(/[?&]p=\{publisher\}/, '');

const TONES = { pass: 'clean', flag: 'suspect', challenge: 'suspect', elsewhere: 'suspect', end: 'fraud' } as const;

/** Follows a link without leaving anything: each check, the verdict, where it would go. */
export function TestLink({ campaign }: { campaign: CampaignView }) {
  const { t } = useTranslation('tracking');
  const errorText = useErrorText();
  const [draft, setDraft] = useState({
    url: ofNobody(campaign.tracking_link),
    ip: '',
    // As one's own browser, until another is written: nobody comes without any.
    user_agent: navigator.userAgent,
    country: '',
  });
  const [asked, setAsked] = useState(false);
  const body = { package_name: campaign.package_name, ...draft };
  const faults = faultsOf(testLinkEndpoints.test.body, body);
  const test = useMutation({ mutationFn: () => call(testLinkEndpoints.test, { body }) });
  const refused = test.error instanceof ApiError ? test.error : undefined;
  const fault = (name: keyof typeof draft): string | undefined => {
    if (refused?.field === name) return errorText(refused);
    return asked && faults[name] ? t(`test_fault_${name}`) : undefined;
  };
  const field = (name: keyof typeof draft, max: number) => (
    <TextInput
      label={t(`test_${name}`)}
      description={t(`test_${name}_hint`, { defaultValue: '' })}
      value={draft[name]}
      error={fault(name)}
      maxLength={max}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setDraft((now) => ({ ...now, [name]: name === 'country' ? value.toUpperCase() : value }));
        // What was answered is of what stood there before.
        test.reset();
      }}
    />
  );
  return (
    <section className={screen.card} aria-label={t('test_link')}>
      <div className={screen.cardHead}>
        <h2>{t('test_link')}</h2>
        <span className={screen.note}>{t('test_link_hint')}</span>
      </div>
      <form
        className={styles.links}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (Object.keys(faults).length === 0) test.mutate();
        }}
      >
        {field('url', 8_000)}
        <FieldPair>
          {field('ip', 45)}
          {field('country', 2)}
        </FieldPair>
        {field('user_agent', 1_000)}
        <div>
          <Button type="submit" loading={test.isPending}>
            {t('test')}
          </Button>
        </div>
        {test.isError && !Object.hasOwn(draft, refused?.field ?? '') && (
          <p className={screen.fault} role="alert">
            {errorText(test.error)}
          </p>
        )}
        {test.data && <Steps tested={test.data.data} />}
      </form>
    </section>
  );
}

type Step = TestedLink['steps'][number];

/** What a check found, in words where it is no name. */
function useFoundWords(): (step: Step) => string {
  const { t } = useTranslation('tracking');
  const { t: ui } = useTranslation('ui');
  const words = useTrackingWords();
  const format = useFormat();
  return ({ check, found }) => {
    if (found === '') return '';
    if (check === 'state') return words.state(found);
    if (check === 'dates') return format.day(found);
    if (check === 'country') return format.country(found);
    if (check === 'integrity') return words.reason(found);
    if (check === 'caps') {
      const [metric = '', period = '', most = ''] = found.split(' ');
      return t('cap_full', { cap: `${words.metric(metric)}, ${words.period(period)}, ${format.number(Number(most))}` });
    }
    if (check !== 'protection') return found;
    const [verdict = '', reason] = found.split(': ');
    return [ui(`verdict_${verdict}`, { defaultValue: verdict }), words.reason(reason)]
      .filter((part) => part !== '')
      .join(': ');
  };
}

function Steps({ tested }: { tested: TestedLink }) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  const foundIn = useFoundWords();
  const format = useFormat();
  const country = tested.country === '' ? '' : format.country(tested.country);
  // Named where a fallback took the click.
  const several = new Set(tested.steps.map(({ campaign }) => campaign)).size > 1;
  return (
    <div className={screen.form} role="status">
      <p className={screen.note}>
        {[tested.campaign, tested.publisher, country, tested.system].filter((each) => each !== '').join(' · ')}
      </p>
      <ol className={screen.list}>
        {tested.steps.map((step) => (
          <li key={`${step.campaign} ${step.check}`}>
            <StateBadge tone={TONES[step.way]}>{words.way(step.way)}</StateBadge>
            <span>{words.check(step.check)}</span>
            <span className={screen.note}>
              {[several ? step.campaign : '', foundIn(step)].filter((each) => each !== '').join(': ')}
            </span>
          </li>
        ))}
      </ol>
      <p>
        <strong>{words.way(tested.way)}</strong>
        {tested.reason !== '' && ` (${words.reason(tested.reason)})`}
      </p>
      {tested.landing !== '' && (
        <div className={styles.link}>
          <code>{tested.landing}</code>
        </div>
      )}
      {tested.asked_page === 'refused' && <p className={styles.warning}>{t('page_refused')}</p>}
      {tested.lacks_click_id && <p className={styles.warning}>{t('no_click_id', { macro: '{click_id}' })}</p>}
      {tested.unknown_macros.length > 0 && (
        <p className={styles.warning}>
          {t('unknown_macros', { names: tested.unknown_macros.map((name) => `{${name}}`).join(', ') })}
        </p>
      )}
    </div>
  );
}
