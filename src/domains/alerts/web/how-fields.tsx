import { Button, CloseButton, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HOOK_KINDS, MOST_HOOKS, MOST_RECIPIENTS, SEVERITIES } from '#domains/alerts/contract/alert.ts';
import { alertEndpoints } from '#domains/alerts/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './alerts.module.css';
import type { FieldProps } from './what-fields.tsx';

const LAST_HOUR = 23;

/** Who is told, by which way, and when not. */
export function HowFields(props: FieldProps & { secret: string | null }) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const people = useQuery(query(alertEndpoints.people, { query: { package_name: pkg.package_name } }));
  const known = (people.data?.data ?? []).map(({ name, email }) => ({ value: email, label: `${name} (${email})` }));
  // Whoever may not read it any more is shown until taken off.
  const gone = draft.recipients.filter((email) => !known.some(({ value }) => value === email));
  return (
    <>
      <h2 className={styles.section}>{t('section_how')}</h2>
      <MultiSelect
        label={t('recipients')}
        description={t('recipients_hint')}
        data={[...known, ...gone.map((value) => ({ value, label: value }))]}
        value={draft.recipients}
        error={fault('recipients')}
        maxValues={MOST_RECIPIENTS}
        searchable
        hidePickedOptions
        onChange={(recipients) => onChange({ recipients })}
      />
      <Hooks {...props} />
      <FieldPair>
        <Select
          label={t('severity')}
          data={SEVERITIES.map((value) => ({ value, label: t(`severity_${value}`) }))}
          value={draft.severity}
          allowDeselect={false}
          onChange={(value) => onChange({ severity: SEVERITIES.find((each) => each === value) ?? 'medium' })}
        />
        <NumberInput
          label={t('cool_down')}
          description={t('cool_down_hint')}
          value={draft.cool_down}
          error={fault('cool_down')}
          min={0}
          allowDecimal={false}
          onChange={(cool_down) => onChange({ cool_down })}
        />
      </FieldPair>
      <fieldset className={styles.quiet}>
        <legend>{t('quiet')}</legend>
        <p>{t('quiet_hint', { zone: pkg.time_zone })}</p>
        <FieldPair>
          <NumberInput
            label={t('quiet_from')}
            value={draft.quiet_from}
            error={fault('quiet')}
            min={0}
            max={LAST_HOUR}
            allowDecimal={false}
            onChange={(quiet_from) => onChange({ quiet_from })}
          />
          <NumberInput
            label={t('quiet_to')}
            value={draft.quiet_to}
            min={0}
            max={LAST_HOUR}
            allowDecimal={false}
            onChange={(quiet_to) => onChange({ quiet_to })}
          />
        </FieldPair>
      </fieldset>
    </>
  );
}

function Hooks({ draft, onChange, fault, secret }: FieldProps & { secret: string | null }) {
  const { t } = useTranslation('alerts');
  const { hooks } = draft;
  const set = (at: number, part: Partial<(typeof hooks)[number]>): void =>
    onChange({ hooks: hooks.map((hook, index) => (index === at ? { ...hook, ...part } : hook)) });
  return (
    <fieldset className={styles.quiet}>
      <legend>{t('hooks')}</legend>
      {hooks.map((hook, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and only their order tells them apart
        <div key={at} className={styles.hook}>
          <Select
            aria-label={t('hook_kind')}
            data={HOOK_KINDS.map((value) => ({ value, label: t(`hook_${value}`) }))}
            value={hook.kind}
            allowDeselect={false}
            onChange={(value) => set(at, { kind: HOOK_KINDS.find((each) => each === value) ?? 'webhook' })}
          />
          <TextInput
            aria-label={t('hook_url')}
            placeholder="https://"
            value={hook.url}
            error={fault('hooks')}
            onChange={(event) => set(at, { url: event.currentTarget.value })}
          />
          <CloseButton
            aria-label={t('hook_remove', { number: at + 1 })}
            onClick={() => onChange({ hooks: hooks.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={hooks.length >= MOST_HOOKS}
          onClick={() => onChange({ hooks: [...hooks, { kind: 'webhook', url: '' }] })}
        >
          {t('hook_add')}
        </Button>
      </div>
      {secret !== null && (
        <p className={styles.secret}>
          {t('secret')}: <code>{secret}</code> <CopyButton value={secret} label={t('secret')} />
          <span>{t('secret_hint')}</span>
        </p>
      )}
    </fieldset>
  );
}
