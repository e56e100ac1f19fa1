import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LandingPage, landingPageEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ALL_MACROS, ClickIdWarning, LANDING_EXAMPLE, MacroWarning } from '../campaigns/fields.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';

type Draft = Pick<LandingPage, 'name' | 'url' | 'status'>;
const STATES = ['active', 'paused'] as const;

export function LandingForm({ stored, onDone }: { stored: LandingPage | undefined; onDone: () => void }) {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const words = useTrackingWords();
  const { name, url, status } = stored ?? { name: '', url: '', status: 'active' as const };
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { name, url, status },
    faultsOf: (next) =>
      stored
        ? faultsOf(landingPageEndpoints.edit.body, next)
        : faultsOf(landingPageEndpoints.add.body, { package_name: pkg.package_name, ...next }),
    send: (next) =>
      stored
        ? call(landingPageEndpoints.edit, { params: { id: stored.id }, body: next })
        : call(landingPageEndpoints.add, { body: { package_name: pkg.package_name, ...next } }),
    onDone: () => onDone(),
    namespace: 'tracking',
  });
  return (
    <FormCard {...card}>
      <TextInput
        label={t('name')}
        value={draft.name}
        error={fault('name')}
        maxLength={120}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('landing_page')}
        description={t('macros_are', { macros: ALL_MACROS })}
        type="url"
        value={draft.url}
        error={fault('url')}
        placeholder={LANDING_EXAMPLE}
        maxLength={2000}
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <MacroWarning template={draft.url} />
      <ClickIdWarning template={draft.url} />
      <TermField
        label={t('status')}
        values={STATES}
        word={words.state}
        value={draft.status}
        onChange={(next) => change({ status: next })}
      />
    </FormCard>
  );
}
