import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type ListView, listEndpoints } from '#domains/relevancy/contract/list-endpoints.ts';
import { listName } from '#domains/relevancy/contract/video-list.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';

const named = z.object({ name: listName });

export function RenameForm({ list, onDone }: { list: ListView; onDone: () => void }) {
  const { t } = useTranslation('video-lists');
  const { draft, change, fault, card } = usePanelForm<{ name: string }, { message: string }>({
    initial: { name: list.name },
    faultsOf: (given) => faultsOf(named, given),
    send: async (body) => {
      await call(listEndpoints.rename, { params: { id: list.id }, body });
      return { message: t('renamed', { name: body.name }) };
    },
    onDone: () => onDone(),
    namespace: 'video-lists',
  });
  return (
    <FormCard {...card}>
      <TextInput
        label={t('name')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(listName)}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
    </FormCard>
  );
}
