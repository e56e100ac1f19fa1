import { useTranslation } from 'react-i18next';
import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import type { RequirementState } from '#domains/brand-relevancy/contract/terms.ts';
import { call } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { usePlaces } from '../use-places.ts';
import { ClosedRequirement } from './closed-requirement.tsx';
import {
  bodyOf,
  draftOf,
  editFaults,
  editOf,
  emptyDraft,
  newFaults,
  type RequirementDraft,
} from './requirement-draft.ts';
import { RequirementFields } from './requirement-fields.tsx';
import { useNamedRequirement } from './use-named-requirement.ts';

export function AddRequirementPage() {
  const { pkg } = useSelection();
  return (
    <RequirementForm
      key={pkg.package_name}
      initial={emptyDraft(pkg.today)}
      from="draft"
      faultsOf={(draft) => newFaults(pkg.package_name, draft)}
      send={(draft) =>
        call(
          requirementEndpoints.add,
          { body: bodyOf(pkg.package_name, draft) },
          { idempotencyKey: crypto.randomUUID() },
        )
      }
    />
  );
}

/** The requirement that the address names. */
export function EditRequirementPage() {
  const { t } = useTranslation('requirements');
  const { reference, one } = useNamedRequirement();
  if (reference === '') return <EmptyState why={t('none_named')} />;
  return (
    <Saved one={one}>
      {(view, reload) =>
        view.status === 'closed' ? (
          <ClosedRequirement view={view} />
        ) : (
          <RequirementForm
            key={`${view.id} ${view.updated_at}`}
            initial={draftOf(view)}
            from={view.status}
            faultsOf={(draft) => editFaults(draft, view.updated_at)}
            send={(draft) =>
              call(requirementEndpoints.edit, { params: { id: view.id }, body: editOf(draft, view.updated_at) })
            }
            onReload={reload}
          />
        )
      }
    </Saved>
  );
}

interface Props {
  initial: RequirementDraft;
  from: RequirementState;
  faultsOf: (draft: RequirementDraft) => Readonly<Record<string, string>>;
  send: (draft: RequirementDraft) => Promise<{ message: string }>;
  onReload?: () => void;
}

function RequirementForm({ initial, from, faultsOf, send, onReload }: Props) {
  const { t } = useTranslation('requirements');
  const places = usePlaces();
  const form = useDraftForm({ initial, faultsOf, send, back: places.requirements, namespace: 'requirements' });
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload} wide>
      <RequirementFields draft={form.draft} onChange={form.change} fault={form.fault} from={from} />
    </FormPage>
  );
}
