import { Button, MultiSelect, Stack } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterEndpoints } from '#domains/tickets/contract/incident-endpoints.ts';
import { TICKET_FILTERS, type TicketFilter } from '#domains/tickets/contract/ticket-query.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import type { useCaseFilters } from './use-case-filters.ts';
import { useCaseWord } from './use-case-word.ts';

type Filters = ReturnType<typeof useCaseFilters>;

/** The button behind which cases are filtered (LAY-GAP-06), with how many values are chosen. */
export function CaseFilters({ filters }: { filters: Filters }) {
  const { t } = useTranslation('tickets');
  const [opened, setOpened] = useState(false);
  const words = filters.count === 0 ? t('filters') : t('filters_chosen', { n: filters.count });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {words}
      </Button>
      <SidePanel opened={opened} title={t('filters')} onClose={() => setOpened(false)}>
        <Stack gap="sm">
          {TICKET_FILTERS.map((name) => (
            <Values key={name} name={name} filters={filters} />
          ))}
          <Button variant="default" disabled={filters.count === 0} onClick={filters.clear}>
            {t('filters_clear')}
          </Button>
        </Stack>
      </SidePanel>
    </>
  );
}

function Values({ name, filters: { chosen, choose } }: { name: TicketFilter; filters: Filters }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const word = useCaseWord();
  const values = useQuery(query(filterEndpoints[name], { query: { package_name: pkg.package_name } }));
  const asked = chosen[name] ?? [];
  // What the address asks for stays to be seen, whether a ticket has it or not.
  const offered = [...new Set([...(values.data?.data ?? []), ...asked])];
  return (
    <MultiSelect
      label={t(name)}
      data={offered.map((value) => ({ value, label: word(name, value) }))}
      value={asked}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter_all', { name: t(name) }) }}
      placeholder={asked.length === 0 ? t('all') : ''}
      nothingFoundMessage={t('none_found')}
      onChange={(next) => choose(name, next)}
    />
  );
}
