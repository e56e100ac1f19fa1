import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RequirementView } from '#domains/brand-relevancy/contract/requirement.ts';
import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { usePlaces } from '../use-places.ts';

/** What brands require of the places their ads stand in. */
export function RequirementsPage() {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const places = usePlaces();
  const navigate = useNavigate();
  const state = useListState();
  const list = useQuery(
    query(requirementEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  const mayEdit = userMay('tracking.write');
  const columns = useColumns(
    mayEdit ? ({ reference }) => void navigate(places.editRequirement(reference)) : undefined,
    ({ reference }) => void navigate(places.keywords(reference)),
  );
  const add = mayEdit && <AddButton to={places.addRequirement}>{t('add_requirement')}</AddButton>;
  return (
    <ListPage
      id="brand-requirements"
      lead={t('requirements_lead', { package: pkg.package_title })}
      caption={t('requirements')}
      columns={columns}
      state={state}
      list={list}
      searchLabel={t('search')}
      actions={add}
      empty={{ why: t('no_requirements'), action: add }}
      noneFound={t('none_found')}
      {...(mayEdit
        ? { onOpen: ({ reference }: RequirementView) => void navigate(places.editRequirement(reference)) }
        : {})}
    />
  );
}

type Act = (row: RequirementView) => void;

function useColumns(edit: Act | undefined, keywords: Act): Column<RequirementView>[] {
  const { t } = useTranslation('requirements');
  const format = useFormat();
  return useMemo(
    (): Column<RequirementView>[] => [
      { id: 'campaign_name', header: t('campaign_name'), kind: 'text', width: 180 },
      { id: 'brand', header: t('brand'), kind: 'text', width: 130 },
      { id: 'status', header: t('status'), kind: 'text', width: 130, value: ({ status }) => t(`state_${status}`) },
      { id: 'start', header: t('start'), kind: 'date' },
      { id: 'end', header: t('end'), kind: 'date' },
      { id: 'keywords', header: t('keywords'), kind: 'text', width: 220, value: (row) => row.keywords.join(', ') },
      {
        id: 'excluded_keywords',
        header: t('excluded_keywords'),
        kind: 'text',
        width: 180,
        value: (row) => row.excluded_keywords.join(', '),
      },
      { id: 'category', header: t('category'), kind: 'text', width: 130 },
      {
        id: 'locations',
        header: t('locations'),
        kind: 'text',
        width: 150,
        value: (row) => row.locations.map(format.country).join(', '),
      },
      { id: 'languages', header: t('languages'), kind: 'text', width: 110, value: (row) => row.languages.join(', ') },
      menuColumn<RequirementView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.campaign_name }),
        actions: [
          ...(edit && row.status !== 'closed' ? [{ label: t('edit'), onClick: () => edit(row) }] : []),
          { label: t('keywords'), onClick: () => keywords(row) },
        ],
      })),
    ],
    [t, format, edit, keywords],
  );
}
