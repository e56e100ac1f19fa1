import { Button } from '@mantine/core';
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { isPublisher, userMay } from '#platform/web/session/user-may.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { useInterval } from '#platform/web/ui/percent.tsx';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { NewestChanges } from '#traffic/judge/web/newest-changes.tsx';
import { amountsText, paidText } from '#traffic/money/contract/paid-text.ts';
import { costsHref } from '#traffic/money/web/costs-href.ts';
import { type PublisherProfile, sourceEndpoints } from '#traffic/sources/contract/source-endpoints.ts';
import { CalledReasons } from './called-reasons.tsx';
import { ChoosePublisher } from './choose-publisher.tsx';
import { Concentration } from './concentration.tsx';
import { Curves } from './curves.tsx';
import { isSource, mayDecide } from './decisions/may-decide.ts';
import { PublisherVerdict } from './decisions/publisher-verdict.tsx';
import { factsOfKind, isOfClicks } from './facts-of-kind.ts';
import { FactsTable } from './facts-table.tsx';
import { KindPrinted, KindSelect, useKind } from './kind-select.tsx';
import { OwnPage } from './own-page.tsx';
import styles from './publisher.module.css';
import { useCalledHref } from './source-hrefs.ts';
import { SubPublishers } from './sub-publishers.tsx';

/** One publisher: what it brought, and how that differs from the rest of the package. Without a name, the choice. */
export function PublisherPage() {
  const { name } = useParams();
  if (name) return <Profile key={name} publisher={name} />;
  return isPublisher() ? <OwnPage /> : <ChoosePublisher />;
}

function Profile({ publisher }: { publisher: string }) {
  const { t } = useTranslation('publisher');
  const { pkg, range } = useSelection();
  const sticky = useStickySearch();
  const [kind] = useKind();
  const asked = {
    package_name: pkg.package_name,
    publisher,
    fromDate: range.from,
    toDate: range.to,
    ...(kind ? { kind } : {}),
  };
  const found = useQuery(query(sourceEndpoints.profile, { query: asked }));
  const profile = found.data?.data;
  const eventsHref = useCalledHref(publisher, profile?.kind ?? undefined);
  const isCalled = profile !== undefined && profile.verdicts.fraud + profile.verdicts.suspect > 0;
  const loading = !found.isError && (!profile || found.isPlaceholderData);
  return (
    <div className={screen.page}>
      <PrintedLine />
      <header className={screen.head}>
        <h2>{publisher}</h2>
        <KindPrinted of={profile} />
        <span className={screen.tools}>
          <KindSelect of={profile} />
          <Button component={Link} to={`/publisher${sticky}`} variant="default">
            {t('others')}
          </Button>
          <Button
            component={Link}
            to={eventsHref({})}
            variant="default"
            leftSection={<IconListSearch size={16} aria-hidden />}
          >
            {t('events')}
          </Button>
        </span>
      </header>
      {mayDecide(pkg) && isSource(publisher) && (
        <PublisherVerdict
          publisher={publisher}
          came={profile ? profile.events > 0 : found.isError ? false : undefined}
          isCalled={isCalled}
        />
      )}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {loading && <div className={screen.waiting} role="status" aria-label={t('loading')} />}
      {profile && !found.isError && !loading && <Found profile={profile} />}
    </div>
  );
}

function Found({ profile }: { profile: PublisherProfile }) {
  if (profile.events === 0) return <EmptyState {...nothingHere({ publisher: profile.publisher })} />;
  return (
    <>
      <Tiles profile={profile} />
      <CalledReasons publisher={profile.publisher} />
      <Curves profile={profile} />
      <Concentration profile={profile} />
      <SubPublishers profile={profile} />
      {profile.facts && <FactsTable facts={factsOfKind(profile.facts, profile.kind)} />}
      {userMay('rules.read') && <NewestChanges />}
    </>
  );
}

/** What its fraud costs, of what all of it costs; where nothing is known, the way to say so. */
function Cost({ profile }: { profile: PublisherProfile }) {
  const { publisher, money } = profile;
  const { pkg } = useSelection();
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const spend = amountsText(money.spend, format, pkg.currency);
  const known = spend !== undefined;
  return (
    <Figure
      label={t('at_risk_all')}
      definition={t('at_risk_hint')}
      value={paidText(money, 'at_risk', format, pkg.currency)}
      detail={
        known
          ? t('at_risk_of', {
              suspect: paidText(money, 'suspect_cost', format, pkg.currency),
              total: paidText(money, 'spend', format, pkg.currency),
            })
          : t('no_price')
      }
      tone={Object.keys(money.at_risk).length > 0 ? 'fraud' : 'accent'}
      {...(known || !userMay('money.write') ? {} : { href: costsHref(pkg.package_name, { publisher }) })}
    />
  );
}

/** Its track record: what of all that was claimed it agreed with, what stands, what was taken back. */
function Claims({ profile: { claims } }: { profile: PublisherProfile }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const sticky = useStickySearch();
  if (!claims) return null;
  const share = (lines: number): string => format.percent(claims.lines === 0 ? 0 : lines / claims.lines);
  return (
    <Figure
      label={t('claims')}
      definition={t('claims_hint')}
      value={t('claims_accepted', { share: share(claims.accepted) })}
      detail={t('claims_rest', {
        upheld: share(claims.upheld),
        taken_back: share(claims.taken_back),
        not_answered: share(claims.not_answered),
        n: format.number(claims.claims),
      })}
      href={`/reconcilation/disputes${sticky}${sticky === '' ? '?' : '&'}tab=record`}
    />
  );
}

function Tiles({ profile }: { profile: PublisherProfile }) {
  const { pkg } = useSelection();
  const { t } = useTranslation('publisher');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const interval = useInterval();
  const { events, verdicts, conversion, new_devices: fresh } = profile;
  const fraud = rateOf(verdicts.fraud, events);
  const ofClicks = isOfClicks(profile.kind);
  const against = (base: PublisherProfile['conversion']['baseline']): string | undefined =>
    base ? t('others_have', { rate: base.rate ? format.percent(base.rate.share, 2) : ui('too_few') }) : undefined;
  return (
    <div className={styles.tiles}>
      <Figure
        label={t('fraud_rate')}
        definition={t('fraud_hint')}
        value={fraud ? format.percent(fraud.share) : ui('too_few')}
        detail={[
          interval(fraud),
          t('of_events', { part: format.number(verdicts.fraud), events: format.number(events) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        tone="fraud"
      />
      <Cost profile={profile} />
      <Claims profile={profile} />
      {ofClicks && (
        <Figure
          label={t('conversion')}
          definition={t('conversion_hint')}
          value={conversion.own.rate ? format.percent(conversion.own.rate.share, 2) : ui('too_few')}
          detail={[interval(conversion.own.rate), against(conversion.baseline)].filter(Boolean).join(' · ')}
        />
      )}
      {ofClicks && (pkg.platform === 'app' || fresh.own.whole > 0) && (
        <Figure
          label={t('new_devices')}
          definition={t('new_devices_hint')}
          value={fresh.own.rate ? format.percent(fresh.own.rate.share) : ui('too_few')}
          detail={[interval(fresh.own.rate), against(fresh.baseline)].filter(Boolean).join(' · ')}
        />
      )}
    </div>
  );
}
