import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { trackerEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { bodyOf, draftOf, EMPTY, editFaults, editOf, newFaults, type TrackerDraft } from './tracker-draft.ts';
import { TrackerFields } from './tracker-fields.tsx';
import { usePlaces } from './use-places.ts';

export function AddTrackerPage() {
  const { pkg } = useSelection();
  return (
    <TrackerForm
      key={pkg.package_name}
      initial={EMPTY}
      faultsOf={(draft) => newFaults(pkg.package_name, draft)}
      send={(draft) =>
        call(trackerEndpoints.add, { body: bodyOf(pkg.package_name, draft) }, { idempotencyKey: crypto.randomUUID() })
      }
    />
  );
}

/** The tracker that the address names. */
export function EditTrackerPage() {
  const { t } = useTranslation('video');
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const isNamed = Number.isInteger(id) && id > 0;
  const one = useQuery({ ...query(trackerEndpoints.one, { params: { id } }), staleTime: 0, enabled: isNamed });
  if (!isNamed) return <EmptyState why={t('none_named')} />;
  return (
    <Saved one={one}>
      {(view, reload) => (
        <TrackerForm
          key={`${view.id} ${view.updated_at}`}
          initial={draftOf(view)}
          faultsOf={(draft) => editFaults(draft, view.updated_at)}
          send={(draft) =>
            call(trackerEndpoints.edit, { params: { id: view.id }, body: editOf(draft, view.updated_at) })
          }
          onReload={reload}
        />
      )}
    </Saved>
  );
}

interface Props {
  initial: TrackerDraft;
  faultsOf: (draft: TrackerDraft) => Readonly<Record<string, string>>;
  send: (draft: TrackerDraft) => Promise<{ message: string }>;
  onReload?: () => void;
}

function TrackerForm({ initial, faultsOf, send, onReload }: Props) {
  const { t } = useTranslation('video');
  const places = usePlaces();
  const form = useDraftForm({ initial, faultsOf, send, back: places.trackers, namespace: 'video' });
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload} wide>
      <TrackerFields draft={form.draft} onChange={form.change} fault={form.fault} />
    </FormPage>
  );
}
