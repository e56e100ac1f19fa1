import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { footprintEndpoints } from '#domains/account-tools/contract/footprint.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Draft {
  value: string;
  purpose: string;
}

export function FootprintForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const body = (draft: Draft) => ({ package_name: pkg.package_name, ...draft });
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { value: '', purpose: '' },
    faultsOf: (next) => faultsOf(footprintEndpoints.look.body, body(next)),
    send: (next) => call(footprintEndpoints.look, { body: body(next) }),
    onDone: () => onDone(),
    namespace: 'account-tools',
  });
  return (
    <FormCard {...card} submit={t('look_up')}>
      <TextInput
        label={t('value')}
        description={t('value_hint')}
        value={draft.value}
        error={fault('value')}
        maxLength={320}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      <TextInput
        label={t('purpose')}
        description={t('purpose_hint')}
        value={draft.purpose}
        error={fault('purpose')}
        maxLength={200}
        required
        onChange={(event) => change({ purpose: event.currentTarget.value })}
      />
    </FormCard>
  );
}
