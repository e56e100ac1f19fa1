import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DisputeStep, DisputeView, Outcome } from '#domains/disputes/contract/dispute.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { visibleText } from '#platform/contract/visible-text.ts';
import screen from '#platform/web/layout/screen.module.css';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { ClaimLine } from './claim-line.tsx';
import { useClaimWords } from './claim-words.ts';
import styles from './disputes.module.css';
import { useSend } from './use-send.ts';
import type { ClaimProps, Ways } from './ways.ts';

/** A claim as both sides read it: what it is about, each line with what was said of it, and who did what when. */
export function Claim(props: ClaimProps) {
  const { t } = useTranslation('disputes');
  const { view, ways } = props;
  return (
    <div className={styles.claim}>
      <About {...props} />
      {view.note !== '' && <p className={styles.quote}>{view.note}</p>}
      <Amounts view={view} />
      <section aria-labelledby="claim-lines">
        <div className={styles.sectionHead}>
          <h3 id="claim-lines">{t('lines')}</h3>
          {view.may_answer && view.unanswered > 1 && <AcceptRest view={view} ways={ways} />}
        </div>
        {view.may_answer && ways.missing !== undefined && <p className={screen.note}>{ways.missing}</p>}
        <ol className={styles.lines}>
          {view.details.map((line) => (
            <ClaimLine key={line.line} line={line} {...props} />
          ))}
        </ol>
      </section>
      <Steps {...props} />
    </div>
  );
}

function About({ view, zone, ways }: ClaimProps) {
  const { t, i18n } = useTranslation('disputes');
  const { format, amounts } = useClaimWords();
  const { state: saving, save } = useDownloads();
  const { evidence } = view;
  return (
    <Facts>
      <Fact name={t('state')}>{t(`state_${view.state}`)}</Fact>
      <Fact name={t('ends_at')}>{format.moment(view.ends_at, zone)}</Fact>
      <Fact name={t('period')}>
        {format.day(view.period_from)} – {format.day(view.period_to)}
      </Fact>
      <Fact name={t('claimed')}>
        {t('events_n', { n: format.number(view.units) })} ·{' '}
        {amounts(view.outcome.map(({ currency, claimed }) => ({ currency, amount: claimed })))}
      </Fact>
      {view.settlement_id !== null && <Fact name={t('settlement')}>{view.settlement_id}</Fact>}
      <Fact name={t('evidence')} about={t(evidence.masked ? 'evidence_masked' : 'evidence_full')}>
        {evidence.erased ? (
          t('evidence_erased')
        ) : (
          <Button size="compact-sm" variant="default" loading={saving.loading} onClick={() => save(ways.archive)}>
            {t('download', { size: bytesText(i18n.language, evidence.size ?? 0) })}
          </Button>
        )}
      </Fact>
      {evidence.sha256 !== null && (
        <Fact name={t('sum')}>
          <code className={styles.sum}>{evidence.sha256}</code>
        </Fact>
      )}
    </Facts>
  );
}

const FATES = [
  'accepted',
  'upheld',
  'taken_back',
  'objected',
  'unanswered',
] as const satisfies readonly (keyof Outcome)[];

/** What became of the amounts, and together what was claimed. */
function Amounts({ view }: { view: DisputeView }) {
  const { t, amounts } = useClaimWords();
  if (view.outcome.length === 0) return null;
  return (
    <dl className={styles.fates}>
      {FATES.map((fate) => (
        <div key={fate} data-state={fate}>
          <dt>{t(`fate_${fate}`)}</dt>
          <dd>{amounts(view.outcome.map((each) => ({ currency: each.currency, amount: each[fate] })))}</dd>
        </div>
      ))}
    </dl>
  );
}

function AcceptRest({ view, ways }: { view: DisputeView; ways: Ways }) {
  const { t, format } = useClaimWords();
  const accept = useSend(
    () =>
      ways.answer(
        view.details
          .filter(({ answer }) => answer === null)
          .map(({ line }) => ({ line, answer: 'accepted' as const, text: '' })),
      ),
    () => undefined,
  );
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        loading={accept.busy}
        disabled={ways.missing !== undefined}
        onClick={() => accept.send(undefined)}
      >
        {t('accept_rest', { n: format.number(view.unanswered) })}
      </Button>
      {accept.failure && (
        <p className={screen.fault} role="alert">
          {accept.failure}
        </p>
      )}
    </>
  );
}

function Steps({ view, zone }: ClaimProps) {
  const { t, format } = useClaimWords();
  const who = ({ who: name, way }: DisputeStep): string => {
    if (name === '') return way === null ? t('other_side') : t('by_link');
    return way === 'link' ? t('name_by_link', { name: visibleText(name) }) : visibleText(name);
  };
  return (
    <section aria-labelledby="claim-steps">
      <h3 id="claim-steps">{t('steps')}</h3>
      <ol className={styles.steps}>
        {view.steps.map((step, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <li key={n}>
            <span>{t(`step_${step.what}`, { line: step.line, accepted: step.accepted, objected: step.objected })}</span>
            <span className={screen.note}>
              {who(step)}, <time dateTime={step.at}>{format.moment(step.at, zone)}</time>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
