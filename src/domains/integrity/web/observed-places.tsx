import { Button, Progress } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import type { Place } from '#domains/integrity/contract/place-endpoints.ts';
import { isAllowed } from '#platform/contract/charts/world.ts';
import { WorldMap } from '#platform/web/charts/world-map.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import styles from './integrity.module.css';
import { useCountryName } from './use-country-name.ts';
import { usePlaceHref } from './use-place-href.ts';

interface Props {
  kind: IntegrityKind;
  place: Place;
  /** Those chosen now, saved or not; none means all. */
  allowed: readonly string[];
  /** Absent for who only reads. */
  onAllow: ((countries: string[]) => void) | undefined;
}

/** Where requests came from, on a map and as a list, with what the countries that are chosen now would keep out. */
export function ObservedPlaces({ kind, place, allowed, onAllow }: Props) {
  const { t } = useTranslation('integrity');
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const counted = useMemo(
    () => place.observed.map(({ country, requests }) => ({ country, count: requests })),
    [place.observed],
  );
  return (
    <section aria-label={t('observed')} className={styles.observed}>
      <h3 className={styles.title}>{t('observed')}</h3>
      <WorldMap
        label={t('map_label')}
        counted={counted}
        allowed={allowed}
        said={(count) => `${t('requests')}: ${format.number(count)}`}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Chosen kind={kind} place={place} allowed={allowed} country={chosen} onAllow={onAllow} />
      <PlaceList kind={kind} place={place} allowed={allowed} />
    </section>
  );
}

/** What can be done with the country that was clicked: see its events, let it pass, keep it out. */
function Chosen({ kind, place, allowed, country, onAllow }: Props & { country: string | undefined }) {
  const { t } = useTranslation('integrity');
  const name = useCountryName();
  if (country === undefined) return <p className={styles.chosen}>{t(onAllow ? 'map_hint' : 'map_hint_read')}</p>;
  const requests = place.observed.find((each) => each.country === country)?.requests ?? 0;
  const listed = allowed.includes(country);
  // Without its last country the list would allow all.
  const keeps = listed && allowed.length === 1;
  const toggle = (): void => onAllow?.(listed ? allowed.filter((each) => each !== country) : [...allowed, country]);
  return (
    <p className={styles.chosen} role="status">
      <strong>{name(country)}</strong>
      <span>
        {t('requests')}: <Requests kind={kind} place={place} country={country} requests={requests} />
      </span>
      {onAllow && !keeps && (
        <Button variant="default" size="compact-sm" onClick={toggle}>
          {listed ? t('keep_out') : t(allowed.length === 0 ? 'allow_only' : 'allow')}
        </Button>
      )}
    </p>
  );
}

interface RequestsProps extends Pick<Props, 'kind' | 'place'> {
  country: string;
  requests: number;
}

/** A count that opens its events. */
function Requests({ kind, place, country, requests }: RequestsProps) {
  const { t } = useTranslation('integrity');
  const format = useFormat();
  const name = useCountryName();
  const to = usePlaceHref(kind)(place, [country]);
  const said = format.number(requests);
  if (to === undefined || requests === 0) return <span className="numbers">{said}</span>;
  return (
    <Link to={to} className="numbers" aria-label={`${name(country)}, ${t('requests')}: ${said}`}>
      {said}
    </Link>
  );
}

/** The same as a list. */
function PlaceList({ kind, place, allowed }: Omit<Props, 'onAllow'>) {
  const { t } = useTranslation('integrity');
  const format = useFormat();
  const name = useCountryName();
  const unseen = allowed.filter((code) => !place.observed.some(({ country }) => country === code));
  return (
    <>
      {place.observed.length === 0 && <p>{t('none_observed')}</p>}
      <ul className={styles.places}>
        {place.observed.map(({ country, requests }) => {
          const stays = isAllowed(allowed, country);
          return (
            <li key={country} data-outside={!stays || undefined}>
              <span>{name(country)}</span>
              <span>
                <Requests kind={kind} place={place} country={country} requests={requests} /> {!stays && t('kept_out')}
              </span>
              <Progress
                value={(100 * requests) / place.total}
                color={stays ? 'clean' : 'fraud'}
                size="sm"
                aria-label={name(country)}
              />
            </li>
          );
        })}
      </ul>
      {unseen.length > 0 && <p>{t('allowed_unseen', { names: format.list(unseen.map(name)) })}</p>}
    </>
  );
}
