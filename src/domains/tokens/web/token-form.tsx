import { Button, Checkbox, Code, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiTokens, newToken, TOKEN_DAYS, TOKEN_PERMISSIONS } from '#domains/tokens/contract/endpoints.ts';
import type { Permission } from '#platform/contract/roles.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';

const NEVER = 'never';

interface Props {
  choices: readonly { value: string; label: string }[];
  initialPackage: string | null;
  onDone: () => void;
}

/** Makes a token and shows it this once. */
export function TokenForm({ choices, initialPackage, onDone }: Props) {
  const { t } = useTranslation('tokens');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [packageName, setPackageName] = useState(initialPackage);
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<Permission[]>(['board.read']);
  const [days, setDays] = useState('90');
  const [asked, setAsked] = useState(false);
  const make = useMutation({
    mutationFn: (package_name: string) =>
      call(apiTokens.add, {
        body: { package_name, name: name.trim(), permissions, days: days === NEVER ? null : Number(days) },
      }),
    onSuccess: () => client.invalidateQueries(),
  });
  const submit = (): void => {
    setAsked(true);
    if (packageName !== null && !isTooShort(newToken.shape.name, name) && permissions.length > 0)
      make.mutate(packageName);
  };
  const ofName = make.error instanceof ApiError && make.error.field === 'name';
  if (make.data) return <Made token={make.data.data.token} onDone={onDone} />;
  return (
    <FormCard
      frame="none"
      submit={t('add')}
      busy={make.isPending}
      failure={make.error && !ofName ? errorText(make.error) : undefined}
      onSubmit={submit}
      onCancel={onDone}
    >
      <TextInput
        label={t('name')}
        description={t('name_hint')}
        value={name}
        maxLength={longest(newToken.shape.name)}
        required
        error={
          (asked && isTooShort(newToken.shape.name, name) && t('name_needed')) || (ofName && errorText(make.error))
        }
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={t('package')}
        data={[...choices]}
        value={packageName}
        searchable
        required
        error={asked && packageName === null && t('package_needed')}
        onChange={setPackageName}
      />
      <Checkbox.Group
        label={t('permissions')}
        value={permissions}
        error={asked && permissions.length === 0 && t('permissions_needed')}
        onChange={(values) => setPermissions(TOKEN_PERMISSIONS.filter((each) => values.includes(each)))}
      >
        <Stack gap={6} mt={6}>
          {TOKEN_PERMISSIONS.map((permission) => (
            <Checkbox key={permission} value={permission} label={t(`may_${permission}`)} description={permission} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('expires')}
        data={[
          ...TOKEN_DAYS.map((n) => ({ value: String(n), label: t('in_days', { count: n }) })),
          { value: NEVER, label: t('never') },
        ]}
        value={days}
        allowDeselect={false}
        onChange={(value) => value !== null && setDays(value)}
      />
    </FormCard>
  );
}

function Made({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('tokens');
  return (
    <Stack gap="sm">
      <p role="status">{t('made')}</p>
      <Group gap="xs" wrap="nowrap">
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {token}
        </Code>
        <CopyButton value={token} label={t('copy')} />
      </Group>
      <p>{t('use')}</p>
      <Code block>{`curl -H "Authorization: Bearer …" ${location.origin}/api/…`}</Code>
      <Button onClick={onDone}>{t('noted')}</Button>
    </Stack>
  );
}
