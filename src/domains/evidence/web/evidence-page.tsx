import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import { type EvidenceAsked, evidenceAsked } from '#domains/evidence/contract/evidence-href.ts';
import { query } from '#platform/web/api/call.ts';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { EvidenceForm } from './evidence-form.tsx';
import { HowToCheck } from './how-to-check.tsx';
import { useEvidenceColumns } from './use-evidence-columns.tsx';

/** While something is being made. */
const LOOK_AGAIN_MS = 1500;

/** Evidence files of the package, what makes one, and how it is checked. */
export function EvidencePage() {
  const { t } = useTranslation('evidence');
  const { pkg } = useSelection();
  const state = useListState();
  const [params] = useSearchParams();
  const mayMake = userMay('money.write');
  const [open, setOpen] = useState<EvidenceAsked | undefined>(() => (mayMake ? evidenceAsked(params) : undefined));
  const list = useQuery({
    ...query(evidenceEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((row) => row.state === 'queued') === true ? LOOK_AGAIN_MS : false,
  });
  const { columns, dialog } = useEvidenceColumns(mayMake);
  const add = mayMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({})}>
      {t('make')}
    </Button>
  );
  return (
    <>
      <ListPage
        id="evidence"
        lead={t(mayMake ? 'lead' : 'lead_publisher')}
        caption={t('caption')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t(mayMake ? 'none' : 'none_publisher'), action: add }}
        noneFound={t('none_found')}
      />
      <HowToCheck />
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t('make')}
        size="min(560px, 100vw)"
      >
        {open && <EvidenceForm asked={open} onDone={() => setOpen(undefined)} />}
      </FormDrawer>
      {dialog}
    </>
  );
}
