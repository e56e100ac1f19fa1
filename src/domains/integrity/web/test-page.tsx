import { Badge, Button, Card, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import { linkEndpoints, type Step, type Tested } from '#domains/integrity/contract/link-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call, query } from '#platform/web/api/call.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './integrity.module.css';
import { kindOfPage } from './kind-of-page.ts';
import { useFactWords } from './rule-words.ts';

/** Where a refusal may stand; any other stands over the button. */
const FIELDS = ['address', 'headers', 'ip', 'user_agent', 'campaign_id'] as const;

const COLORS = { allow: 'clean', flag: 'suspect', block: 'fraud' } as const;

/** A link, headers or an address held against the checks, step by step. Nothing is written. */
export function TestPage({ page }: PageProps) {
  const { t } = useTranslation('integrity');
  const kind = kindOfPage(page.id);
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const [draft, setDraft] = useState({ address: '', headers: '', ip: '', user_agent: '', campaign: '' });
  const [rules, setRules] = useState<'written' | 'in_force'>('written');
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const test = useMutation({
    mutationFn: ({ campaign, ...body }: typeof draft) =>
      call(linkEndpoints.test, {
        params: { kind },
        body: {
          ...body,
          package_name: pkg.package_name,
          campaign_id: campaign === '' ? null : Number(campaign),
          ip: body.ip.trim(),
          rules,
        },
      }),
  });
  const refused = test.error instanceof ApiError ? test.error : undefined;
  const at = (name: string) => (refused?.field === name ? { error: errorText(refused) } : {});
  const isAtField = FIELDS.some((name) => name === refused?.field);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate(draft);
  };
  return (
    <div className={screen.page}>
      <p>{t('test_lead')}</p>
      <div className={styles.columns}>
        <Card component="form" withBorder onSubmit={send} aria-busy={test.isPending}>
          <TextInput
            label={t('address')}
            description={t('address_hint')}
            value={draft.address}
            {...at('address')}
            maxLength={4000}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
          <Textarea
            label={t('headers')}
            description={t('headers_hint')}
            value={draft.headers}
            {...at('headers')}
            maxLength={200_000}
            autosize
            minRows={3}
            maxRows={14}
            mt="sm"
            onChange={(event) => change({ headers: event.currentTarget.value })}
          />
          <TextInput
            label={t('ip')}
            value={draft.ip}
            {...at('ip')}
            maxLength={45}
            mt="sm"
            onChange={(event) => change({ ip: event.currentTarget.value })}
          />
          <TextInput
            label={t('user_agent')}
            value={draft.user_agent}
            {...at('user_agent')}
            maxLength={2000}
            mt="sm"
            onChange={(event) => change({ user_agent: event.currentTarget.value })}
          />
          <CampaignField
            kind={kind}
            value={draft.campaign}
            {...at('campaign_id')}
            onChange={(campaign) => change({ campaign })}
          />
          <SegmentedControl
            aria-label={t('rules')}
            data={[
              { value: 'written', label: t('rules_written') },
              { value: 'in_force', label: t('rules_in_force') },
            ]}
            value={rules}
            fullWidth
            mt="md"
            onChange={(value) => setRules(value === 'in_force' ? 'in_force' : 'written')}
          />
          {test.error && !isAtField && (
            <p role="alert" className={screen.fault}>
              {errorText(test.error)}
            </p>
          )}
          <Button type="submit" mt="md" loading={test.isPending}>
            {t('test')}
          </Button>
        </Card>
        <Card withBorder aria-live="polite">
          {test.data ? <Result tested={test.data.data} /> : <p>{t('test_none')}</p>}
        </Card>
      </div>
    </div>
  );
}

interface CampaignProps {
  kind: IntegrityKind;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** For what is tried without a link: a link names its campaign itself. */
function CampaignField({ kind, value, error, onChange }: CampaignProps) {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const choices = useQuery(
    query(linkEndpoints.choices, { params: { kind }, query: { package_name: pkg.package_name } }),
  );
  return (
    <Select
      label={t('campaign')}
      description={t('test_campaign_hint')}
      data={(choices.data?.data.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value || null}
      {...(error === undefined ? {} : { error })}
      clearable
      searchable
      mt="sm"
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

function Result({ tested }: { tested: Tested }) {
  const { t } = useTranslation('integrity');
  const words = useFactWords();
  const facts = Object.entries(tested.facts);
  return (
    <>
      <h3 className={styles.title}>
        <Badge color={COLORS[tested.action]} size="lg">
          {t(`action_${tested.action}`)}
        </Badge>{' '}
        {tested.reason !== '' && <ReasonText reason={tested.reason} />}
      </h3>
      {tested.steps.length === 0 ? (
        <p>{t('no_steps')}</p>
      ) : (
        <ol className={styles.steps}>
          {tested.steps.map((step) => (
            <StepLine key={`${step.step} ${step.rule_id ?? ''}`} step={step} />
          ))}
        </ol>
      )}
      <p>{t('not_looked_at', { what: tested.not_looked_at.map((each) => t(`unlooked_${each}`)).join(', ') })}</p>
      <h3 className={styles.title}>{t('facts')}</h3>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={t(`field_${name}`, { defaultValue: name })}>
            {words(name, String(value ?? ''))}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

function StepLine({ step }: { step: Step }) {
  const { t } = useTranslation('integrity');
  const words = useFactWords();
  const name = step.step === 'rule' ? step.name : t(`step_${step.step}`);
  const field = t(`field_${step.field}`, { defaultValue: step.field });
  if (step.not_asked)
    return (
      <li className={styles.step}>
        <strong>{name}</strong>: {field} · {t(`not_asked_${step.not_asked}`)}
      </li>
    );
  return (
    <li className={styles.step}>
      <strong>{name}</strong>: {field} = {words(step.field, step.found)} · {t(step.holds ? 'holds' : 'holds_not')}
      {step.action && (
        <>
          {' '}
          <Badge color={COLORS[step.action]}>{t(`action_${step.action}`)}</Badge>
        </>
      )}
    </li>
  );
}

/** The reason as it is stored, in words where it is one of ours. */
function ReasonText({ reason }: { reason: string }) {
  return <>{useNames().value('handling_reason', reason)}</>;
}
