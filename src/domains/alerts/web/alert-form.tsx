import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertView } from '#domains/alerts/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { type AlertDraft, faultsOf, settingsOf } from './alert-draft.ts';
import { AlertPreview } from './alert-preview.tsx';
import styles from './alerts.module.css';
import { usePlace } from './calls.ts';
import { Deliveries } from './deliveries.tsx';
import { HowFields } from './how-fields.tsx';
import { WhatFields, WhenFields } from './what-fields.tsx';

interface Props {
  initial: AlertDraft;
  stored?: AlertView;
  onReload?: () => void;
}

/** A new alert, or one that is stored; with the days it would have been raised on. */
export function AlertForm({ initial, stored, onReload }: Props) {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const { calls, list } = usePlace();
  const form = useDraftForm({
    initial,
    faultsOf,
    send: (draft: AlertDraft) => {
      const settings = settingsOf(draft);
      if (stored)
        return call(calls.change, {
          params: { id: stored.id },
          body: { ...settings, updated_at: stored.updated_at },
        });
      return call(
        calls.saveTable,
        { body: { package_name: pkg.package_name, alerts: [settings] } },
        { idempotencyKey: crypto.randomUUID() },
      );
    },
    back: list,
    namespace: 'alerts',
  });
  const [asked, setAsked] = useState<AlertDraft>();
  const faults = faultsOf(form.draft);
  // A name says nothing about days.
  const reckoned = Object.keys(faults).every((field) => field === 'name');
  const { draft, change, fault } = form;
  return (
    <div className={styles.stack}>
      <FormPage form={form} submit={t('save')} onReload={onReload}>
        <WhatFields draft={draft} onChange={change} fault={fault} />
        <WhenFields draft={draft} onChange={change} fault={fault} />
        {userMay('rules.write') && (
          <div>
            <Button variant="default" disabled={!reckoned} onClick={() => setAsked(draft)}>
              {t('preview')}
            </Button>
          </div>
        )}
        {asked && <AlertPreview draft={asked} />}
        <HowFields draft={draft} onChange={change} fault={fault} secret={stored?.secret ?? null} />
        <Switch
          label={t('active')}
          checked={draft.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
      </FormPage>
      {stored && <Deliveries id={stored.id} />}
    </div>
  );
}
