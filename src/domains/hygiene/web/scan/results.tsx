import { useTranslation } from 'react-i18next';
import { findingName } from '#domains/hygiene/contract/finding-name.ts';
import { type Finding, isInPart, type Reason, type Unavailable } from '#domains/hygiene/contract/result.ts';
import type { Kind, Verdict } from '#domains/hygiene/contract/terms.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import styles from '../hygiene.module.css';
import { shownSections } from './sections.ts';
import type { ShownResult } from './use-scan.ts';
import { Verdict as VerdictMark } from './verdict.tsx';

interface Props {
  kind: Kind;
  result: ShownResult;
  /** Address of the picture that boxes are drawn on; '' for none. */
  preview: string;
  onSeek?: (second: number) => void;
}

/** What was found: the verdict with its reasons, then a part for each thing that was. */
export function Results({ kind, result, preview, onSeek }: Props) {
  const { t } = useTranslation('hygiene');
  const sections = shownSections(result, (section, name) => findingName(t, section, name));
  const meta = result.meta;
  const partly = (one: Unavailable): boolean => meta !== undefined && isInPart(one, { ...result, meta });
  return (
    <div className={styles.results}>
      {meta && <Judgement verdict={meta.verdict} reasons={meta.reasons} isSeen={kind !== 'audio'} />}
      {meta && meta.frames > 0 && <p className={screen.note}>{t('sampled', { pictures: meta.frames })}</p>}
      {sections.length === 0 && <p>{t('no_data')}</p>}
      {sections.map(({ name, lines }) => (
        <details key={name} className={styles.section} open>
          <summary>{t(`section_${name}`)}</summary>
          {lines.map(({ label, text }) => (
            <p key={label ?? ''}>
              {label && <strong>{t(label)}: </strong>}
              {text}
            </p>
          ))}
        </details>
      ))}
      {meta && meta.findings.length > 0 && (
        <Findings kind={kind} findings={meta.findings} preview={preview} {...(onSeek ? { onSeek } : {})} />
      )}
      {meta && meta.approved.length > 0 && (
        <p>{t('like_approved', { names: meta.approved.map(({ name }) => name).join(', ') })}</p>
      )}
      {meta && <NotLookedAt name="not_looked_at" missing={meta.unavailable.filter((one) => !partly(one))} />}
      {meta && <NotLookedAt name="in_part" missing={meta.unavailable.filter(partly)} />}
    </div>
  );
}

interface Judged {
  verdict: Verdict;
  reasons: readonly Reason[];
  /** Whether pictures were looked at. */
  isSeen: boolean;
}

function Judgement({ verdict, reasons, isSeen }: Judged) {
  const { t } = useTranslation('hygiene');
  const format = useFormat();
  return (
    <div className={styles.verdict}>
      <VerdictMark verdict={verdict} />
      {reasons.length === 0 ? (
        <div>
          <p>{t('nothing_against')}</p>
          {isSeen && <p className={screen.note}>{t('by_words')}</p>}
        </div>
      ) : (
        <ul>
          {reasons.map(({ category, confidence, action, name }) => (
            <li key={`${category} ${name}`}>
              {category === 'unchecked'
                ? t('reason_unchecked', { what: t(`section_${name}`) })
                : t(`reason_${action}`, {
                    what: t(`category_${category}`, { defaultValue: category }),
                    sure: format.percent(confidence ?? 0),
                  })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Findings({
  kind,
  findings,
  preview,
  onSeek,
}: {
  kind: Kind;
  findings: readonly Finding[];
  preview: string;
  onSeek?: (second: number) => void;
}) {
  const { t } = useTranslation('hygiene');
  const format = useFormat();
  const placed = findings.filter(({ place }) => place !== undefined);
  return (
    <details className={styles.section}>
      <summary>{t('findings', { count: findings.length })}</summary>
      {kind === 'image' && preview && placed.length > 0 && <Boxes findings={placed} preview={preview} />}
      <ul className={styles.findings}>
        {findings.map(({ section, name, confidence, source, at = [] }) => (
          <li key={`${section} ${name} ${source}`}>
            <span>
              {findingName(t, section, name)} <small>{t(`source_${source}`)}</small>
            </span>
            <span>{format.percent(confidence)}</span>
            {at.slice(0, 12).map((second) => (
              <button key={second} type="button" onClick={() => onSeek?.(second)} disabled={!onSeek}>
                {t('at_second', { second: format.number(second, 1) })}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Of one name there may be several on a picture. */
const placesOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ section, name, place, places = place ? [place] : [] }) =>
    places.map((one) => ({ section, name, place: one, key: [section, name, ...one].join(' ') })),
  );

/** Where on the picture. */
function Boxes({ findings, preview }: { findings: readonly Finding[]; preview: string }) {
  const { t } = useTranslation('hygiene');
  const percent = (share: number): string => `${(Math.max(0, Math.min(1, share)) * 100).toFixed(2)}%`;
  return (
    <div className={styles.boxes}>
      <img src={preview} alt={t('places')} />
      {placesOf(findings).map(({ section, name, place, key }) => (
        <span
          key={key}
          ref={(box) => {
            // The page takes no style attribute: what is computed is set on the element.
            box?.style.setProperty('left', percent(place[0]));
            box?.style.setProperty('top', percent(place[1]));
            box?.style.setProperty('width', percent(place[2]));
            box?.style.setProperty('height', percent(place[3]));
          }}
        >
          <b>{findingName(t, section, name)}</b>
        </span>
      ))}
    </div>
  );
}

/** What this installation could not do, by the name of what it lacks. */
function NotLookedAt({ name, missing }: { name: 'not_looked_at' | 'in_part'; missing: readonly Unavailable[] }) {
  const { t } = useTranslation('hygiene');
  if (missing.length === 0) return null;
  return (
    <details className={styles.section}>
      <summary>{t(name)}</summary>
      <Facts>
        {missing.map(({ section, absence, needs }) => (
          <Fact key={section} name={t(`section_${section}`)}>
            {t(`absence_${absence}`, { needs })}
          </Fact>
        ))}
      </Facts>
    </details>
  );
}
