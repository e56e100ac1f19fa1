import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { packages } from '#domains/packages/contract/endpoints.ts';
import { mappings } from '#domains/users/contract/mappings.ts';
import { users } from '#domains/users/contract/users.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { SAVED, UnsavedGuard } from '#platform/web/form/unsaved-guard.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { MappingFields, type Selected } from './mapping-fields.tsx';
import { selectionBody } from './selection-body.ts';

const EMPTY: Selected = { dashboardType: null, menu: null, filter: null };
const OFFERED = 20;
const TYPING_MS = 250;

/** Gives one user one package. */
export function MappingAddPage() {
  const { t } = useTranslation('users');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const wanted = useSearchParams()[0].get('user');
  const back = `/management/user/mapping${wanted ? `?user=${wanted}` : ''}`;
  const [user, setUser] = useState<string | null>(wanted);
  const [packageName, setPackageName] = useState<string | null>(null);
  const [selected, setSelected] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const known = useQuery(query(packages.list, {}));
  const platform = known.data?.data.find(({ package_name }) => package_name === packageName)?.platform;
  const save = useMutation({
    mutationFn: (body: { user_id: number; package_name: string }) =>
      call(mappings.add, { body: { ...body, ...selectionBody(selected) } }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
      void navigate(back, SAVED);
    },
  });
  const submit = (): void => {
    setAsked(true);
    if (user !== null && packageName !== null) save.mutate({ user_id: Number(user), package_name: packageName });
  };
  return (
    <FormCard
      wide
      submit={t('save')}
      busy={save.isPending}
      failure={save.error ? errorText(save.error) : undefined}
      onSubmit={submit}
      onCancel={() => void navigate(back)}
    >
      <UnsavedGuard changed={!save.isSuccess && (packageName !== null || selected !== EMPTY)} />
      <FieldPair>
        <UserSelect value={user} onChange={setUser} error={asked && user === null ? t('user_needed') : undefined} />
        <Select
          label={t('package')}
          placeholder={t('package_choose')}
          data={(known.data?.data ?? []).map(({ package_name, package_title }) => ({
            value: package_name,
            label: `${package_title} (${package_name})`,
          }))}
          value={packageName}
          onChange={setPackageName}
          error={asked && packageName === null ? t('package_needed') : undefined}
          searchable
          limit={OFFERED}
          withAsterisk
        />
      </FieldPair>
      <MappingFields platform={platform} value={selected} onChange={setSelected} />
    </FormCard>
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
      withAsterisk
    />
  );
}
