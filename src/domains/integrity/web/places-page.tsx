import { Alert, Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import { type Place, placeEndpoints } from '#domains/integrity/contract/place-endpoints.ts';
import { leavesNobody } from '#domains/integrity/contract/places.ts';
import { call, query } from '#platform/web/api/call.ts';
import { CountriesSelect } from '#platform/web/form/countries-select.tsx';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { Link } from '#platform/web/layout/link.tsx';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { kindOfPage } from './kind-of-page.ts';
import { ObservedPlaces } from './observed-places.tsx';
import { useCountryName } from './use-country-name.ts';
import { usePlaceHref } from './use-place-href.ts';

/** Which countries each campaign allows, beside those its requests come from. */
export function PlacesPage({ page }: PageProps) {
  const { t } = useTranslation('integrity');
  const kind = kindOfPage(page.id);
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const [opened, setOpened] = useState<Place>();
  const list = useQuery(query(placeEndpoints.list, { params: { kind }, query: { package_name: pkg.package_name } }));
  return (
    <>
      <ListPage
        id={page.id}
        lead={t('places_lead')}
        caption={t('places_caption')}
        columns={useColumns(kind, setOpened)}
        rowKey={({ campaign_id: id }) => String(id)}
        list={{ ...list, data: list.data && { data: list.data.data } }}
        empty={{
          why: t('no_campaigns'),
          action: userMay('tracking.write') && (
            <AddButton to={`/mtrackit/addCampaign${sticky}`}>{t('add_campaign')}</AddButton>
          ),
        }}
        onOpen={setOpened}
      />
      <SidePanel
        opened={opened !== undefined}
        title={opened?.campaign ?? ''}
        onClose={() => setOpened(undefined)}
        stays
        wide
      >
        {opened && (
          <PlaceForm key={opened.campaign_id} kind={kind} place={opened} onDone={() => setOpened(undefined)} />
        )}
      </SidePanel>
    </>
  );
}

function useColumns(kind: IntegrityKind, onOpen: (row: Place) => void): Column<Place>[] {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const name = useCountryName();
  const href = usePlaceHref(kind);
  return useMemo(
    () => [
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 200 },
      {
        id: 'countries',
        header: t('allowed'),
        kind: 'text',
        width: 220,
        value: ({ countries }) => (countries.length === 0 ? t('all_countries') : countries.map(name).join(', ')),
      },
      {
        id: 'campaign_countries',
        header: t('campaign_countries'),
        definition: t('campaign_countries_hint'),
        kind: 'text',
        width: 250,
        value: ({ campaign_countries: taken }) =>
          taken.length === 0 ? t('all_countries') : taken.map(name).join(', '),
        render: ({ campaign_countries: taken, nobody }) => (
          <>
            {taken.length === 0 ? t('all_countries') : taken.map(name).join(', ')}{' '}
            {nobody && <Badge color="fraud">{t('nobody')}</Badge>}
          </>
        ),
      },
      {
        id: 'total',
        header: t('requests'),
        definition: t('requests_hint'),
        kind: 'number',
        width: 130,
        href: (row) => href(row),
      },
      {
        id: 'outside',
        header: t('outside'),
        kind: 'number',
        href: (row) =>
          href(
            row,
            row.observed.filter(({ allowed }) => !allowed).map(({ country }) => country),
          ),
      },
      {
        id: 'share',
        header: t('outside_share'),
        kind: 'percent',
        tone: 'fraud',
        value: ({ outside, total }) => (total === 0 ? null : outside / total),
      },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
      buttonColumn<Place>(t('actions'), (row) => ({
        children: t('look'),
        label: t('look_at', { name: row.campaign }),
        onClick: () => onOpen(row),
      })),
    ],
    [t, name, href, pkg.time_zone, onOpen],
  );
}

interface FormProps {
  kind: IntegrityKind;
  place: Place;
  onDone: () => void;
}

function PlaceForm({ kind, place, onDone }: FormProps) {
  const { t } = useTranslation('integrity');
  const { draft, change, fault, card } = usePanelForm({
    initial: { countries: place.countries },
    faultsOf: () => ({}),
    send: ({ countries }) =>
      call(placeEndpoints.save, { params: { kind }, body: { campaign_id: place.campaign_id, countries } }),
    onDone: () => onDone(),
    namespace: 'integrity',
  });
  const countries = (
    <CountriesSelect
      label={t('allowed')}
      description={t('allowed_hint')}
      value={draft.countries}
      error={fault('countries')}
      readOnly={!userMay('tracking.write')}
      onChange={(chosen) => change({ countries: chosen })}
    />
  );
  return (
    <Stack>
      {userMay('tracking.write') ? <FormCard {...card}>{countries}</FormCard> : countries}
      <OfCampaign place={place} allowed={draft.countries} />
      <ObservedPlaces
        kind={kind}
        place={place}
        allowed={draft.countries}
        onAllow={userMay('tracking.write') ? (chosen) => change({ countries: chosen }) : undefined}
      />
    </Stack>
  );
}

/** The other list: what the campaign takes by itself, and what both leave together. */
function OfCampaign({ place, allowed }: { place: Place; allowed: readonly string[] }) {
  const { t } = useTranslation('integrity');
  const sticky = useStickySearch();
  const name = useCountryName();
  const { campaign_countries: taken, campaign_id: id } = place;
  const to = `/mtrackit/updateCampaign/${id}${sticky}`;
  return (
    <section aria-label={t('campaign_countries')}>
      <p>
        {t('campaign_countries')}: {taken.length === 0 ? t('all_countries') : taken.map(name).join(', ')}.{' '}
        {userMay('tracking.write') && <Link to={to}>{t('to_campaign')}</Link>}
      </p>
      <p>{t('unknown_passes')}</p>
      {leavesNobody(allowed, taken) && (
        <Alert color="fraud" role="status">
          {t('nobody_why')}
        </Alert>
      )}
    </section>
  );
}
