import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewPackage, newPackage, PLATFORMS, packages } from '#domains/packages/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { call } from '#platform/web/api/call.ts';
import { PlainField } from '#platform/web/form/plain-field.tsx';
import { PlainChoice, PlainForm, PlainPair } from '#platform/web/form/plain-form.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { domainOf, guessCurrency, guessZone, LONGEST_ADDRESS, ZONES } from './guess-place.ts';

const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');

interface Props {
  onCreated: (made: PackageInfo) => void;
}

/** A new protected site or app. Zone and currency are guessed from the browser and shown. */
export function NewPackageForm({ onCreated }: Props) {
  const { t } = useTranslation('package');
  const errorText = useErrorText();
  const [draft, setDraft] = useState<NewPackage>(() => ({
    package_title: '',
    package_name: '',
    platform: 'web',
    time_zone: guessZone(),
    currency: guessCurrency(navigator.language),
  }));
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<NewPackage>): void => setDraft((before) => ({ ...before, ...part }));

  const name = draft.platform === 'web' ? domainOf(draft.package_name) : draft.package_name.trim();
  const checked = newPackage.safeParse({ ...draft, package_name: name });
  const wrong = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => path[0]));
  const fault = (field: keyof NewPackage, text: string) => (asked && wrong.has(field) ? t(text) : undefined);

  const submit = async (): Promise<void> => {
    setAsked(true);
    if (!checked.success || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { data } = await call(packages.create, { body: checked.data });
      onCreated(data);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };

  return (
    <PlainForm failure={failure} busy={busy} submit={t('create')} onSubmit={submit}>
      <PlainChoice
        name="platform"
        legend={t('platform')}
        options={PLATFORMS.map((value) => ({ value, label: t(value) }))}
        value={draft.platform}
        onChange={(platform) => change({ platform })}
      />
      <PlainField label={t('title')} hint={t('title_hint')} fault={fault('package_title', 'title_fault')}>
        {(control) => (
          <input
            {...control}
            value={draft.package_title}
            maxLength={longest(newPackage.shape.package_title)}
            autoComplete="off"
            onChange={(event) => change({ package_title: event.target.value })}
          />
        )}
      </PlainField>
      <PlainField
        label={t(`name_${draft.platform}`)}
        hint={t(`name_${draft.platform}_hint`)}
        fault={fault('package_name', 'name_fault')}
      >
        {(control) => (
          <input
            {...control}
            value={draft.package_name}
            maxLength={LONGEST_ADDRESS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => change({ package_name: event.target.value })}
          />
        )}
      </PlainField>
      <PlainPair>
        <PlainField label={t('zone')} hint={t('zone_hint')}>
          {(control) => (
            <select
              {...control}
              value={draft.time_zone}
              onChange={(event) => change({ time_zone: event.target.value })}
            >
              {ZONES.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          )}
        </PlainField>
        <PlainField label={t('currency')}>
          {(control) => (
            <select {...control} value={draft.currency} onChange={(event) => change({ currency: event.target.value })}>
              {CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </select>
          )}
        </PlainField>
      </PlainPair>
    </PlainForm>
  );
}
