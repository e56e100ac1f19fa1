import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { type MappingView, mappings } from '#domains/users/contract/mappings.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import styles from './mapping.module.css';
import { MappingFields, type Selected } from './mapping-fields.tsx';
import { selectionBody } from './selection-body.ts';

/** What one user sees of one package. */
export function MappingEditPage() {
  const id = Number(useParams()['id']);
  const one = useQuery({ ...query(mappings.one, { params: { id } }), staleTime: 0 });
  return (
    <Saved one={one}>
      {(mapping, reload) => <EditForm key={mapping.version} mapping={mapping} onReload={reload} />}
    </Saved>
  );
}

function EditForm({ mapping, onReload }: { mapping: MappingView; onReload: () => void }) {
  const { t } = useTranslation('users');
  const { dashboardType, menu, filter } = mapping.body;
  const initial: Selected = { dashboardType, menu, filter };
  const form = useDraftForm({
    initial,
    faultsOf: () => ({}),
    send: (selected) =>
      call(
        mappings.edit,
        { params: { id: mapping.id_ }, body: { id_: mapping.id_, body: selectionBody(selected) } },
        { version: mapping.version },
      ),
    back: '/management/user/mapping',
    namespace: 'users',
  });
  return (
    <FormPage wide form={form} submit={t('save')} onReload={onReload}>
      <p className={styles.who}>
        {mapping.user_name} · {mapping.package_title}{' '}
        <span>
          {mapping.user_email} · {mapping.body.package_name}
        </span>
      </p>
      <MappingFields platform={mapping.platform} value={form.draft} onChange={form.change} />
    </FormPage>
  );
}
