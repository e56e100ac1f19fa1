import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fileEndpoints, newFile } from '#domains/supply/contract/supply-endpoints.ts';
import { PATH_OF, SUPPLY_KINDS, type SupplyKind } from '#domains/supply/contract/supply-file.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Draft {
  kind: SupplyKind;
  domain: string;
  apps: string;
  watched: boolean;
}

/** Another file to keep. */
export function FileForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  const bodyOf = ({ apps, ...rest }: Draft) => ({
    ...rest,
    package_name: pkg.package_name,
    apps: rest.kind === 'app-ads' ? apps.split(/[\s,;]+/).filter((text) => text !== '') : [],
  });
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { kind: 'ads', domain: '', apps: '', watched: true },
    faultsOf: (given) => faultsOf(newFile, bodyOf(given)),
    send: (given) => call(fileEndpoints.add, { body: bodyOf(given) }),
    onDone: () => onDone(),
    namespace: 'supply',
  });
  return (
    <FormCard {...card} submit={t('add_file')}>
      <Select
        label={t('kind')}
        description={t(`kind_${draft.kind}`)}
        data={SUPPLY_KINDS.map((each) => ({ value: each, label: PATH_OF[each].slice(1) }))}
        value={draft.kind}
        allowDeselect={false}
        onChange={(chosen) => change({ kind: SUPPLY_KINDS.find((each) => each === chosen) ?? 'ads' })}
      />
      <TextInput
        label={t('domain')}
        description={t(`domain_${draft.kind}`)}
        value={draft.domain}
        error={fault('domain')}
        required
        onChange={(event) => change({ domain: event.currentTarget.value })}
      />
      {draft.kind === 'app-ads' && (
        <Textarea
          label={t('apps')}
          description={t('apps_hint')}
          value={draft.apps}
          error={fault('apps')}
          autosize
          minRows={2}
          maxRows={8}
          required
          onChange={(event) => change({ apps: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t('watch')}
        description={t('watch_hint')}
        checked={draft.watched}
        onChange={(event) => change({ watched: event.currentTarget.checked })}
      />
    </FormCard>
  );
}
