import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Counted,
  type MapPlace,
  nearView,
  type PlaceState,
  placesOnMap,
  type View,
  type World,
  wholeView,
} from '#platform/contract/charts/world.ts';
import { useFormat } from '../i18n/format.ts';
import { isPressed } from '../keys/shortcuts.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { movedBy } from './moved-by.ts';
import styles from './world-map.module.css';

interface Props {
  /** What the map shows, in words: its accessible name. */
  label: string;
  counted: readonly Counted[];
  /** Countries that may be counted (ISO 3166-1 alpha-2); none means all. */
  allowed: readonly string[];
  /** A count in words. */
  said: (count: number) => string;
  chosen: string | undefined;
  /** A click on a country, or Enter on it. */
  onChoose: (country: string) => void;
}

const STATES: readonly PlaceState[] = ['allowed_seen', 'outside_seen', 'allowed_unseen', 'outside_unseen', 'unseen'];

/**
 * Where something was counted against where it may be. Drawn as elements: they take the colours of the theme, print
 * sharp and are found by their names. The outlines come apart from the page.
 */
export function WorldMap(props: Props) {
  const world = useQuery({
    queryKey: ['world'],
    queryFn: async () => (await import('virtual:world')).WORLD,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (world.isError) return <ErrorState error={world.error} onRetry={() => void world.refetch()} />;
  if (!world.data) return <Skeleton className={styles.waiting} aria-busy="true" />;
  return <Drawn {...props} world={world.data} />;
}

function Drawn({ world, label, counted, allowed, said, chosen, onChoose }: Props & { world: World }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const pattern = useId();
  const { places, beside } = useMemo(
    () => placesOnMap(counted, allowed, Object.keys(world.countries)),
    [counted, allowed, world],
  );
  // As it was opened: a map that moves under the hand with each country that is allowed could not be used.
  const [near] = useState(() => nearView(world, places));
  const [whole, setWhole] = useState(false);
  const [point, setPoint] = useState<string>();
  const at = places.findIndex(({ country }) => country === point);
  const place = at < 0 ? undefined : places[at];
  const view = whole ? wholeView(world) : near;
  const nameOf = (country: string): string => (country === '' ? t('unknown') : format.country(country));
  const textOf = ({ country, count, state }: MapPlace): string => [nameOf(country), t(state), said(count)].join(', ');
  const besideOf = ({ country, count, state }: MapPlace): string =>
    t('beside_one', { name: nameOf(country), state: t(state), said: said(count) });

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedBy(event, place && at, places.length - 1);
    if (next !== undefined) setPoint(places[next]?.country);
    else if (isPressed(event, 'point_filter') && place) onChoose(place.country);
    else return;
    event.preventDefault();
  };

  return (
    <figure className={styles.figure}>
      <div className={styles.stage}>
        <div
          className={styles.map}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={places.length - 1}
          aria-valuenow={Math.max(0, at)}
          aria-valuetext={place ? textOf(place) : places.slice(0, 1).map(textOf).join('')}
          onKeyDown={onKeyDown}
          onBlur={() => setPoint(undefined)}
        >
          <svg
            viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
            aria-hidden
            onPointerMove={(event) => setPoint(countryUnder(event))}
            onPointerLeave={() => setPoint(undefined)}
            onClick={(event) => {
              const country = countryUnder(event);
              if (country !== undefined) onChoose(country);
            }}
          >
            <Lines id={pattern} view={view} />
            <Countries world={world} places={places} pattern={pattern} />
            <Outline world={world} country={chosen} look="chosen" />
            <Outline world={world} country={point} look="point" />
          </svg>
        </div>
        {place && <Tip world={world} view={view} place={place} name={nameOf(place.country)} said={said} />}
      </div>
      <figcaption className={styles.caption}>
        <Legend places={places} />
        {near.width < world.width && (
          <Button variant="default" size="compact-xs" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            {t('whole')}
          </Button>
        )}
        {beside.length > 0 && <p>{t('beside', { names: format.list(beside.map(besideOf)) })}</p>}
        <p className={styles.source}>{t('source')}</p>
      </figcaption>
    </figure>
  );
}

const countryUnder = ({ target }: Pick<PointerEvent, 'target'>): string | undefined =>
  target instanceof Element ? (target.closest('[data-country]')?.getAttribute('data-country') ?? undefined) : undefined;

/** What is allowed and was not seen: told from what was seen without colour. The same width however near the map is. */
const Lines = ({ id, view }: { id: string; view: Pick<View, 'width'> }) => (
  <defs>
    <pattern
      id={id}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform={`scale(${(view.width / 700).toFixed(3)})`}
    >
      <rect className={styles.paper} width="6" height="6" />
      <path className={styles.stripe} d="M0 1.5h6M0 4.5h6" />
    </pattern>
  </defs>
);

/** Apart, so that the pointer does not draw two hundred outlines anew. */
const Countries = memo(({ world, places, pattern }: { world: World; places: MapPlace[]; pattern: string }) =>
  places.map(({ country, state }) => {
    const shape = world.countries[country];
    if (!shape) return null;
    const paint = state === 'allowed_unseen' ? { fill: `url(#${pattern})` } : {};
    return (
      <g key={country} data-country={country} data-state={state} className={styles.country}>
        <path d={shape.outline} {...paint} />
        {shape.small && <Dot at={shape.at} />}
      </g>
    );
  }),
);

/** A line of no length with round ends: as large on the screen however near the map is. */
const Dot = ({ at: [x, y] }: { at: readonly [number, number] }) => (
  <>
    <path className={styles.dot} d={`M${x} ${y}h0`} />
    <path className={styles.eye} d={`M${x} ${y}h0`} />
  </>
);

function Outline({ world, country, look }: { world: World; country: string | undefined; look: 'chosen' | 'point' }) {
  const shape = country === undefined ? undefined : world.countries[country];
  return shape && <path className={styles.outline} data-look={look} d={shape.outline} />;
}

interface TipProps {
  world: World;
  view: View;
  place: MapPlace;
  name: string;
  said: (count: number) => string;
}

/** At the middle of the country, on the side where there is room. */
function Tip({ world, view, place, name, said }: TipProps) {
  const { t } = useTranslation('map');
  const shape = world.countries[place.country];
  if (!shape) return null;
  const within = (share: number): number => Math.max(0, Math.min(1, share));
  const x = within((shape.at[0] - view.x) / view.width);
  const y = within((shape.at[1] - view.y) / view.height);
  return (
    <div
      className={styles.tip}
      style={{ '--x': `${100 * x}%`, '--y': `${100 * y}%` }}
      data-left={x > 0.5 || undefined}
      data-up={y > 0.5 || undefined}
      aria-hidden
    >
      <strong>{name}</strong>
      <span>{t(place.state)}</span>
      <span>{said(place.count)}</span>
    </div>
  );
}

/** Which look means what, with how many countries have it. */
function Legend({ places }: { places: readonly MapPlace[] }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const pattern = useId();
  const count = (state: PlaceState): number => places.filter((place) => place.state === state).length;
  return (
    <ul className={styles.legend}>
      {STATES.filter((state) => count(state) > 0).map((state) => (
        <li key={state}>
          <svg className={styles.swatch} viewBox="0 0 14 14" aria-hidden>
            <Lines id={pattern} view={{ width: 700 }} />
            <g className={styles.country} data-state={state}>
              <rect width="14" height="14" rx="2" {...(state === 'allowed_unseen' && { fill: `url(#${pattern})` })} />
            </g>
          </svg>
          {t(state)}: {format.number(count(state))}
        </li>
      ))}
    </ul>
  );
}
