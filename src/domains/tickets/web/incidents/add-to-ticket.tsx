import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ACTIVE } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';

const TYPING_MS = 300;
/** As many as anybody looks through before they type. */
const OFFERED = 50;

/** Puts the ticked incidents to a ticket that somebody works on already. */
export function AddToTicket({ incidents, onDone }: { incidents: readonly number[]; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const asked = {
    package_name: pkg.package_name,
    status: [...ACTIVE],
    sort: 'updated_at' as const,
    limit: OFFERED,
    ...(search === '' || search === chosen?.label ? {} : { search }),
  };
  const found = useQuery(query(ticketEndpoints.list, { query: asked }));
  const offered = (found.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: `#${id} ${title}` }));
  const add = useMutation({
    mutationFn: (id: number) =>
      call(ticketEndpoints.addIncidents, { params: { id }, body: { incident_ids: [...incidents] } }),
    onSuccess: ({ data }, id) => {
      void client.invalidateQueries();
      notify('done', t('added_several', { count: data.attached }));
      void navigate(`/issues/${id}${sticky}`);
    },
  });
  return (
    <SidePanel opened title={t('add_to_ticket')} onClose={onDone}>
      <FormCard
        frame="none"
        submit={t('add_to_ticket')}
        busy={add.isPending}
        failure={add.error ? errorText(add.error) : undefined}
        onSubmit={() => chosen && add.mutate(Number(chosen.value))}
        onCancel={onDone}
      >
        <Select
          label={t('ticket')}
          description={t('add_to_hint')}
          data={chosen && !offered.some(({ value }) => value === chosen.value) ? [chosen, ...offered] : offered}
          // What the server found is offered, whatever else stands in it.
          filter={({ options }) => options}
          value={chosen?.value ?? null}
          searchable
          required
          data-autofocus
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={t('none_found')}
          onChange={(_, option) => setChosen(option ?? undefined)}
        />
      </FormCard>
    </SidePanel>
  );
}
