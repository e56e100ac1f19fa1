import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { packages } from '#domains/packages/contract/endpoints.ts';
import { mappings } from '#domains/users/contract/mappings.ts';
import { users } from '#domains/users/contract/users.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { MappingFields, type Selected } from './mapping-fields.tsx';
import { selectionBody } from './selection-body.ts';

interface Draft extends Selected {
  user: string | null;
  packageName: string | null;
}

const EMPTY: Draft = { user: null, packageName: null, dashboardType: null, menu: null, filter: null };
const OFFERED = 20;
const TYPING_MS = 250;

const faultsOf = ({ user, packageName }: Draft): Partial<Record<string, string>> => ({
  ...(user === null ? { user: 'user_needed' } : {}),
  ...(packageName === null ? { packageName: 'package_needed' } : {}),
});

/** Gives one user one package. */
export function MappingAddPage() {
  const { t } = useTranslation('users');
  const wanted = useSearchParams()[0].get('user');
  const known = useQuery(query(packages.list, {}));
  const form = useDraftForm({
    initial: { ...EMPTY, user: wanted },
    faultsOf,
    send: ({ user, packageName, ...selected }) =>
      call(
        mappings.add,
        { body: { user_id: Number(user), package_name: packageName ?? '', ...selectionBody(selected) } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    back: `/management/user/mapping${wanted ? `?user=${wanted}` : ''}`,
    namespace: 'users',
  });
  const { user, packageName } = form.draft;
  const platform = known.data?.data.find(({ package_name }) => package_name === packageName)?.platform;
  return (
    <FormPage wide form={form} submit={t('save')}>
      <FieldPair>
        <UserSelect value={user} onChange={(chosen) => form.change({ user: chosen })} error={form.fault('user')} />
        <Select
          label={t('package')}
          placeholder={t('package_choose')}
          data={(known.data?.data ?? []).map(({ package_name, package_title }) => ({
            value: package_name,
            label: `${package_title} (${package_name})`,
          }))}
          value={packageName}
          onChange={(chosen) => form.change({ packageName: chosen })}
          error={form.fault('packageName')}
          searchable
          limit={OFFERED}
          required
        />
      </FieldPair>
      <MappingFields platform={platform} value={form.draft} onChange={form.change} />
    </FormPage>
  );
}

interface UserSelectProps {
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
}

/** Of ten thousand users the server finds the twenty that fit what is typed. */
function UserSelect({ value, onChange, error }: UserSelectProps) {
  const { t } = useTranslation('users');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const chosen = useQuery({ ...query(users.one, { params: { id: Number(value) } }), enabled: value !== null });
  const own = value === null ? undefined : chosen.data?.data;
  const label = (user: { name: string; email: string }) => `${user.name} (${user.email})`;
  const asked = own && search === label(own) ? '' : search;
  const found = useQuery(query(users.list, { query: { limit: OFFERED, ...(asked ? { search: asked } : {}) } }));
  const listed = found.data?.data ?? [];
  const all = own && !listed.some(({ id }) => id === own.id) ? [own, ...listed] : listed;
  return (
    <Select
      label={t('user')}
      placeholder={t('user_choose')}
      data={all.map((user) => ({ value: String(user.id), label: label(user) }))}
      value={value}
      onChange={onChange}
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t('none_found')}
      error={error}
      searchable
      required
    />
  );
}
