import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { configurationEndpoints } from '#domains/publishers/contract/configuration-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import styles from './configuration.module.css';
import { asType, bodyOf, type ConfigurationDraft, draftOf, emptyDraft, faultsOf } from './configuration-draft.ts';
import { ConfigurationFields } from './configuration-fields.tsx';
import { ConfigurationPreview } from './configuration-preview.tsx';
import { usePlaces } from './places.ts';
import { useChoices } from './use-choices.ts';

/** A new configuration, of the publisher that the address may name. */
export function AddConfigurationPage() {
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  return (
    <ConfigurationForm
      key={pkg.package_name}
      initial={emptyDraft(params.get('publisher') ?? '')}
      stored={false}
      send={(draft) =>
        call(
          configurationEndpoints.save,
          { body: bodyOf(pkg.package_name, draft) },
          { idempotencyKey: crypto.randomUUID() },
        )
      }
    />
  );
}

/** One that is stored, by the key in the address. */
export function ConfigurationPage() {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  const key = {
    package_name: pkg.package_name,
    publisher: params.get('publisher') ?? '',
    dashboard_type: asType(params.get('dashboard_type')) ?? 'Click',
    configuration_name: params.get('configuration_name') ?? '',
  };
  const named = key.publisher !== '' && key.configuration_name !== '';
  const one = useQuery({ ...query(configurationEndpoints.one, { query: key }), staleTime: 0, enabled: named });
  if (!named) return <EmptyState why={t('none_named')} />;
  return (
    <Saved one={one}>
      {(row, reload) => (
        <ConfigurationForm
          key={row.rule}
          initial={draftOf(row)}
          stored
          send={(draft) => call(configurationEndpoints.change, { body: bodyOf(pkg.package_name, draft) })}
          onReload={reload}
        />
      )}
    </Saved>
  );
}

interface FormProps {
  initial: ConfigurationDraft;
  stored: boolean;
  send: (draft: ConfigurationDraft) => Promise<{ message: string }>;
  onReload?: () => void;
}

function ConfigurationForm({ initial, stored, send, onReload }: FormProps) {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const { list } = usePlaces();
  // The choices hang on the draft, and what is wrong with it on the choices.
  const [limits, setLimits] = useState<ReturnType<typeof useChoices>['variations']>([]);
  const chosenOf = (draft: ConfigurationDraft) => limits.find(({ variation }) => variation === draft.variation);
  const form = useDraftForm({
    initial,
    faultsOf: (draft) => faultsOf(pkg.package_name, draft, chosenOf(draft)),
    send,
    back: list,
    namespace: 'publishers',
  });
  const choices = useChoices(form.draft);
  if (choices.variations !== limits && choices.variations.length > 0) setLimits(choices.variations);
  const [asked, setAsked] = useState<ConfigurationDraft>();
  const complete = Object.keys(faultsOf(pkg.package_name, form.draft, chosenOf(form.draft))).length === 0;
  return (
    <div className={styles.stack}>
      <FormPage form={form} submit={t('save')} onReload={onReload}>
        <ConfigurationFields
          draft={form.draft}
          onChange={form.change}
          fault={form.fault}
          choices={choices}
          chosen={chosenOf(form.draft)}
          stored={stored}
        />
        <div>
          <Button variant="default" disabled={!complete} onClick={() => setAsked(form.draft)}>
            {t('preview')}
          </Button>
        </div>
      </FormPage>
      {asked && <ConfigurationPreview body={bodyOf(pkg.package_name, asked)} />}
    </div>
  );
}
