import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AD_PLATFORMS, type AdPlatform, accountEndpoints } from '#domains/account-tools/contract/accounts.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Draft {
  platform: AdPlatform;
  name: string;
  account_id: string;
  note: string;
}

const NOTHING: Draft = { platform: 'google_ads', name: '', account_id: '', note: '' };

export function LinkForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const body = (draft: Draft) => ({ package_name: pkg.package_name, ...draft });
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: NOTHING,
    faultsOf: (next) => faultsOf(accountEndpoints.link.body, body(next)),
    send: (next) => call(accountEndpoints.link, { body: body(next) }),
    onDone: () => onDone(),
    namespace: 'account-tools',
  });
  const field = (name: 'name' | 'account_id' | 'note', most: number) => ({
    label: t(name),
    value: draft[name],
    error: fault(name),
    maxLength: most,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <FormCard {...card}>
      <TermField
        label={t('ad_platform')}
        values={AD_PLATFORMS}
        word={(each) => t(`at_${each}`)}
        value={draft.platform}
        onChange={(platform) => change({ platform })}
      />
      <TextInput {...field('name', 120)} required />
      <TextInput {...field('account_id', 100)} spellCheck={false} required />
      <TextInput {...field('note', 300)} />
    </FormCard>
  );
}
