import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { START_PAGES } from '#domains/account/contract/pages.ts';
import { packages } from '#domains/packages/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { guessCurrency, guessZone } from '../guess-place.ts';
import { draftOf, editBody, emptyDraft, faultsOf, newBody, type PackageDraft } from './package-draft.ts';
import { PackageFields } from './package-fields.tsx';
import { usePackageBase } from './packages-page.tsx';

const [{ paths }] = START_PAGES;

/** What comes next with a new package; one that is switched off is shown nowhere. */
const nextStepsOf = (draft: PackageDraft): string | undefined =>
  draft.active ? `${paths[0]}?${new URLSearchParams({ package: newBody(draft).package_name })}` : undefined;

/** A new package; zone and currency are guessed from the browser and shown. Then on to what comes next with it. */
export function PackageAddPage() {
  return (
    <PackageForm
      initial={emptyDraft(guessZone(), guessCurrency(navigator.language))}
      adding
      onward={nextStepsOf}
      send={(draft) => call(packages.create, { body: newBody(draft) }, { idempotencyKey: crypto.randomUUID() })}
    />
  );
}

/** Everything of a package but its name and kind. */
export function PackageEditPage() {
  const id = Number(useParams()['id']);
  const one = useQuery({ ...query(packages.one, { params: { id } }), staleTime: 0 });
  return (
    <Saved one={one}>
      {(row, reload) => (
        <PackageForm
          key={row.version}
          initial={draftOf(row)}
          adding={false}
          send={(draft) => call(packages.edit, { params: { id }, body: editBody(draft) }, { version: row.version })}
          onReload={reload}
        />
      )}
    </Saved>
  );
}

interface FormProps {
  initial: PackageDraft;
  adding: boolean;
  onward?: (draft: PackageDraft) => string | undefined;
  send: (draft: PackageDraft) => Promise<{ message: string }>;
  onReload?: () => void;
}

function PackageForm({ initial, adding, send, onward, onReload }: FormProps) {
  const { t } = useTranslation('packages');
  const back = usePackageBase();
  const form = useDraftForm({
    initial,
    faultsOf: (draft) => faultsOf(draft, adding),
    send,
    onward,
    back,
    namespace: 'packages',
  });
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload}>
      <PackageFields draft={form.draft} onChange={form.change} fault={form.fault} adding={adding} />
    </FormPage>
  );
}
