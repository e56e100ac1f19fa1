import { useTranslation } from 'react-i18next';
import { findingName } from '#domains/hygiene/contract/finding-name.ts';
import type { ResultView } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisResult } from '#domains/hygiene/contract/result.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from '../hygiene.module.css';
import { Verdict } from '../scan/verdict.tsx';
import { changesBetween } from './changes.ts';

interface Shown extends ResultView {
  preview: string;
  result: AnalysisResult;
}

/** Two results beside each other, the older one first: pictures, verdicts, and what came, went and changed. */
export function Compared({ one, other }: { one: Shown; other: Shown }) {
  const { t } = useTranslation('hygiene');
  const format = useFormat();
  const [before, after] = one.id < other.id ? [one, other] : [other, one];
  const changes = changesBetween(before.result, after.result);
  const sure = (confidence: number | undefined): string =>
    confidence === undefined ? '–' : format.percent(confidence, 0);
  return (
    <>
      <div className={styles.beside}>
        <Side title={t('compare_before')} shown={before} />
        <Side title={t('compare_after')} shown={after} />
      </div>
      {changes.length === 0 ? (
        <p>{t('compare_nothing')}</p>
      ) : (
        <table className={styles.changes} aria-label={t('compare')}>
          <thead>
            <tr>
              <th scope="col">{t('compare_finding')}</th>
              <th scope="col">{t('compare_before')}</th>
              <th scope="col">{t('compare_after')}</th>
              <th scope="col">{t('change')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ section, name, change, ...confidence }) => (
              <tr key={`${section} ${name}`} data-change={change}>
                <th scope="row">
                  {findingName(t, section, name)} <small>{t(`section_${section}`)}</small>
                </th>
                <td>{sure(confidence.before)}</td>
                <td>{sure(confidence.after)}</td>
                <td>{t(`change_${change}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Side({ title, shown: { name, preview, created_at, verdict } }: { title: string; shown: Shown }) {
  const format = useFormat();
  const { pkg } = useSelection();
  return (
    <figure>
      <figcaption>
        <small>{title}</small>
        <strong className={styles.named}>{name}</strong>
        <small>{format.dateTime(created_at, pkg.time_zone)}</small>
        {verdict && <Verdict verdict={verdict} />}
      </figcaption>
      {preview && <img className={styles.preview} src={preview} alt={name} />}
    </figure>
  );
}
