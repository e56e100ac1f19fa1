import { Button, Tour as Guide } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import styles from './tour.module.css';
import { leaveTour, noteTour, type TourState } from './tour-state.ts';
import { openStops, type TourStop } from './tour-stops.ts';

const WAIT_MS = 5000;
const LOOK_MS = 100;

/** A list may still be on its way when its first row is asked for. */
async function linkTo(stop: TourStop): Promise<void> {
  const { link } = stop;
  if (link === undefined) return;
  for (let waited = 0; waited < WAIT_MS && document.querySelector(link) === null; waited += LOOK_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Addresses of stops that the page at hand links to. */
function linksHere(stops: readonly TourStop[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { id, link } of stops) {
    const anchor = link === undefined ? null : document.querySelector<HTMLAnchorElement>(link);
    if (anchor) {
      const { pathname, search } = new URL(anchor.href);
      found[id] = pathname + search;
    }
  }
  return found;
}

/**
 * Five stops through the demo. The address says at which stop one is, so that Back, a reload and a click on the very
 * thing pointed at go on with the tour; elsewhere it waits in a corner.
 */
export function Tour({ state }: { state: TourState }) {
  const { t } = useTranslation('tour');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const sticky = useStickySearch();
  const stops = openStops();
  const at = stops.findIndex((stop) => stop.fits({ pathname, search }));
  const here = stops[at];

  useEffect(() => {
    if (!here) return;
    noteTour({ last: at, seen: { ...state.seen, [here.id]: pathname + search } });
  }, [here, at, pathname, search, state]);

  const go = async (index: number): Promise<void> => {
    const stop = stops[index];
    if (!stop) return;
    if (index === at + 1 && state.seen[stop.id] === undefined) await linkTo(stop);
    const seen = { ...state.seen, ...linksHere(stops.slice(at + 1)) };
    noteTour({ last: index, seen });
    void navigate(seen[stop.id] ?? stop.otherwise(sticky));
  };

  if (!here)
    return (
      <section className={styles.waiting} aria-label={t('tour')}>
        <Button size="sm" onClick={() => void go(state.last)}>
          {t('go_on', { stop: state.last + 1, of: stops.length })}
        </Button>
        <Button size="sm" variant="default" onClick={leaveTour}>
          {t('leave')}
        </Button>
      </section>
    );
  return (
    <Guide
      active
      step={at}
      onStepChange={(index) => void go(index)}
      onClose={leaveTour}
      withOverlayInteraction
      stepTransitionDuration={0}
      labels={{
        skip: t('leave'),
        back: t('back'),
        next: t('next'),
        close: t('end'),
        stepCounter: (stop, of) => t('place', { stop, of }),
      }}
    >
      {stops.map(({ id, target }) => (
        <Guide.Step key={id} target={target} title={t(`${id}_title`)}>
          {t(`${id}_text`)}
        </Guide.Step>
      ))}
    </Guide>
  );
}
