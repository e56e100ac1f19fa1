import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { extentEndpoints } from '#traffic/event/contract/extent.ts';
import { blockHref, mayBlock } from '#traffic/event/web/block-href.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import {
  SOURCE_VERDICTS,
  type SourceDecisionRow,
  sourceDecisionEndpoints,
} from '#traffic/sources/contract/decision-endpoints.ts';
import { type OpenSource, SourceDrawer } from './source-drawer.tsx';
import styles from './sources.module.css';
import { useTakeBack } from './use-decisions.ts';
import { ACTS, actsOf, type SourceAct } from './use-source-columns.tsx';
import { useSourcesOf } from './use-sources-of.ts';

/** Whether a publisher ever brought anything, on whatever days and of whatever kind; undefined until it is known. */
function useEverCame(publisher: string, came: Props['came']): boolean | undefined {
  const { pkg } = useSelection();
  const asked = { package_name: pkg.package_name, publisher };
  const extent = useQuery({ ...query(extentEndpoints.extent, { query: asked }), enabled: came === false });
  return came || (extent.data && extent.data.data.length > 0);
}

interface Props {
  publisher: string;
  /** Whether it brought something on the days looked at; undefined until that is known. */
  came: boolean | undefined;
  /** Whether events of the chosen kind are called: since when others are would be read as if it were of these. */
  isCalled: boolean;
}

/**
 * What is said of a publisher as a whole, since when and why, and what can be done about it. Of one that never brought
 * anything (a name mistyped in an address) there is nothing to say.
 */
export function PublisherVerdict({ publisher, came, isCalled }: Props) {
  const { t } = useTranslation('sources');
  const { pkg } = useSelection();
  const history = useQuery(
    query(sourceDecisionEndpoints.history, { query: { package_name: pkg.package_name, publisher } }),
  );
  const [open, setOpen] = useState<OpenSource>();
  const takeBack = useTakeBack();
  const everCame = useEverCame(publisher, came);
  if (!everCame && !history.data?.data.length) return null;
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  const decision = history.data?.data.find((said) => said.sub_publisher === null && said.undone_at === null) ?? null;
  const state = decision?.state ?? 'watched';
  // What was said of it once can be read and taken back, also after its events are gone.
  const acts = actsOf({ state, decision }).filter((what) => everCame || what === 'take_back' || what === 'history');
  const act = (what: SourceAct): void => {
    if (what !== 'take_back') setOpen({ rows: [{ publisher, sub_publisher: null }], at: 0, act: what });
    else if (decision) takeBack.mutate(decision.id);
  };
  return (
    <section className={screen.card} aria-labelledby="source-verdict" aria-busy={history.isPending}>
      <header className={screen.cardHead}>
        <h3 id="source-verdict">{t('verdict_of')}</h3>
      </header>
      <div className={styles.said}>
        {decision ? <Decided decision={decision} /> : <Undecided publisher={publisher} isCalled={isCalled} />}
        <Group gap="xs" className={screen.tools ?? ''}>
          {acts.map((what) => (
            <Button
              key={what}
              variant="default"
              size="compact-md"
              disabled={history.isPending}
              loading={what === 'take_back' && takeBack.isPending}
              onClick={() => act(what)}
            >
              {t(ACTS[what])}
            </Button>
          ))}
          {mayBlock(pkg) && (
            <Button
              component={Link}
              to={blockHref(pkg.package_name, { kind: 'publisher', value: publisher })}
              variant="default"
              size="compact-md"
            >
              {t('block')}
            </Button>
          )}
        </Group>
      </div>
      <SourceDrawer open={open} onOpen={setOpen} />
    </section>
  );
}

function Decided({ decision: { state, from, author, reason } }: { decision: SourceDecisionRow }) {
  const { t } = useTranslation('sources');
  const format = useFormat();
  return (
    <p>
      <span className={styles.state} data-state={state}>
        {t(`state_${state}`)}
      </span>{' '}
      · {t('since')}: {from ? format.day(from) : t('always')} · {t('said_by', { author, reason })}
    </p>
  );
}

/** Of whom nobody has decided as a whole: what its parts are, and which rules call most of them. */
function Undecided({ publisher, isCalled }: Pick<Props, 'publisher' | 'isCalled'>) {
  const { t } = useTranslation('sources');
  const format = useFormat();
  const ruleName = useRuleName();
  const found = useSourcesOf(publisher).data;
  const watched = found?.data.filter(({ state }) => state === 'watched') ?? [];
  const since = watched.flatMap((row) => row.since ?? []).toSorted()[0];
  const rules = [...new Set(watched.flatMap((row) => row.rules.map(({ rule, title }) => ruleName(rule, title))))];
  const parts = SOURCE_VERDICTS.filter((state) => (found?.states[state] ?? 0) > 0).map((state) =>
    t('state_counted', { state: t(`state_${state}`), n: format.number(found?.states[state] ?? 0) }),
  );
  return (
    <p>
      {t('undecided')} {parts.length > 0 && t('its_sources', { states: format.list(parts) })}{' '}
      {isCalled && since !== undefined && rules.length > 0 && (
        <span className={screen.note}>
          {t('called_since', { day: format.day(since), rules: rules.slice(0, MOST_RULES).join(', ') })}
        </span>
      )}
    </p>
  );
}

const MOST_RULES = 3;
