import { Autocomplete, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  newPublisher,
  PUBLISHER_STATES,
  type PublisherView,
  publisherEdit,
  publisherEndpoints,
} from '#domains/publishers/contract/register-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';

interface Props {
  stored: PublisherView | undefined;
  onDone: () => void;
}

/** A publisher of the register; its name stands as the traffic spells it. */
export function PublisherForm({ stored, onDone }: Props) {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const { publisher, contact, email, status, notes } = stored ?? EMPTY;
  const { draft, change, fault, card } = usePanelForm({
    initial: { publisher, contact, email, status, notes },
    faultsOf: ({ publisher: named, ...details }) =>
      stored
        ? faultsOf(publisherEdit, details)
        : faultsOf(newPublisher, { package_name: pkg.package_name, publisher: named, ...details }),
    send: ({ publisher: named, ...details }) =>
      stored
        ? call(publisherEndpoints.edit, { params: { id: stored.id }, body: details })
        : call(publisherEndpoints.add, { body: { package_name: pkg.package_name, publisher: named, ...details } }),
    onDone: () => onDone(),
    namespace: 'publishers',
  });
  const known = useQuery({
    ...query(conditionEndpoints.values, {
      query: { package_name: pkg.package_name, field: 'publisher', search: draft.publisher },
    }),
    enabled: !stored,
  });
  return (
    <FormCard {...card}>
      <Autocomplete
        label={t('publisher')}
        description={t('publisher_hint')}
        data={(known.data?.data ?? []).map(({ value }) => value)}
        value={draft.publisher}
        error={fault('publisher')}
        readOnly={stored !== undefined}
        maxLength={longest(newPublisher.shape.publisher)}
        required
        onChange={(named) => change({ publisher: named })}
      />
      <Select
        label={t('status')}
        data={PUBLISHER_STATES.map((value) => ({ value, label: t(`status_${value}`) }))}
        value={draft.status}
        allowDeselect={false}
        onChange={(value) => change({ status: PUBLISHER_STATES.find((state) => state === value) ?? 'active' })}
      />
      <TextInput
        label={t('contact')}
        value={draft.contact}
        error={fault('contact')}
        maxLength={120}
        onChange={(event) => change({ contact: event.currentTarget.value })}
      />
      <TextInput
        label={t('email')}
        type="email"
        value={draft.email}
        error={fault('email')}
        maxLength={200}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <Textarea
        label={t('notes')}
        value={draft.notes}
        error={fault('notes')}
        maxLength={2000}
        autosize
        minRows={3}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </FormCard>
  );
}

const EMPTY: Pick<PublisherView, 'publisher' | 'contact' | 'email' | 'status' | 'notes'> = {
  publisher: '',
  contact: '',
  email: '',
  status: 'active',
  notes: '',
};
