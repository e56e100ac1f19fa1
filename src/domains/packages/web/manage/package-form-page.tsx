import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { packages } from '#domains/packages/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard, FormSkeleton } from '#platform/web/form/form-card.tsx';
import { SAVED, UnsavedGuard } from '#platform/web/form/unsaved-guard.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { guessCurrency, guessZone } from '../guess-place.ts';
import { draftOf, editBody, emptyDraft, newBody, type PackageDraft } from './package-draft.ts';
import { PackageFields } from './package-fields.tsx';
import { usePackageBase } from './packages-page.tsx';
import { usePackageForm } from './use-package-form.ts';

/** A new package; zone and currency are guessed from the browser and shown. */
export function PackageAddPage() {
  return (
    <PackageForm
      initial={emptyDraft(guessZone(), guessCurrency(navigator.language))}
      adding
      send={(draft) => call(packages.create, { body: newBody(draft) }, { idempotencyKey: crypto.randomUUID() })}
    />
  );
}

/** Everything of a package but its name and kind. */
export function PackageEditPage() {
  const id = Number(useParams()['id']);
  const one = useQuery({ ...query(packages.one, { params: { id } }), staleTime: 0 });
  if (one.isError) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
  if (!one.data || one.isPlaceholderData) return <FormSkeleton />;
  const { version, ...row } = one.data.data;
  return (
    <PackageForm
      key={version}
      initial={draftOf({ ...row, version })}
      adding={false}
      send={(draft) => call(packages.edit, { params: { id }, body: editBody(draft) }, { version })}
      onReload={() => void one.refetch()}
    />
  );
}

interface FormProps {
  initial: PackageDraft;
  adding: boolean;
  send: (draft: PackageDraft) => Promise<{ message: string }>;
  onReload?: () => void;
}

function PackageForm({ initial, adding, send, onReload }: FormProps) {
  const { t } = useTranslation(['packages', 'ui']);
  const navigate = useNavigate();
  const back = usePackageBase();
  const form = usePackageForm(initial, adding, send, () => void navigate(back, SAVED));
  return (
    <FormCard
      submit={t('packages:save')}
      busy={form.busy}
      failure={form.conflict ? t('ui:changed_meanwhile') : form.failure}
      onSubmit={form.submit}
      onCancel={() => void navigate(back)}
      more={
        form.conflict && (
          <Button variant="default" onClick={onReload}>
            {t('ui:load_theirs')}
          </Button>
        )
      }
    >
      <UnsavedGuard changed={form.changed} />
      <PackageFields draft={form.draft} onChange={form.change} fault={form.fault} adding={adding} />
    </FormCard>
  );
}
