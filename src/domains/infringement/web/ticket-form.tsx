import { Checkbox, Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { domainEndpoints } from '#domains/infringement/contract/domain-endpoints.ts';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';

interface Draft {
  with_others: boolean;
  priority: (typeof PRIORITIES)[number];
  description: string;
}

interface Props {
  /** Whose others may go into the same ticket; none without it. */
  others?: string;
  send: (draft: Draft) => Promise<{ message: string }>;
  onDone: () => void;
}

/** A case of what was found; the evidence goes into it by itself. */
export function TicketForm({ others, send, onDone }: Props) {
  const { t } = useTranslation('infringement');
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { with_others: others !== undefined, priority: 'Medium', description: '' },
    faultsOf: ({ with_others: _, ...body }) => faultsOf(domainEndpoints.ticket.body, body),
    send,
    onDone: () => onDone(),
    namespace: 'infringement',
  });
  return (
    <FormCard {...card} submit={t('make_ticket')}>
      {others !== undefined && (
        <Checkbox
          label={t('with_others', { name: others })}
          checked={draft.with_others}
          onChange={(event) => change({ with_others: event.currentTarget.checked })}
        />
      )}
      <Select
        label={t('priority')}
        data={PRIORITIES.map((value) => ({ value, label: t(`priority_${value}`) }))}
        value={draft.priority}
        allowDeselect={false}
        onChange={(value) => change({ priority: PRIORITIES.find((each) => each === value) ?? 'Medium' })}
      />
      <Textarea
        label={t('description')}
        description={t('description_hint')}
        value={draft.description}
        error={fault('description')}
        maxLength={2_000}
        autosize
        minRows={3}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </FormCard>
  );
}
