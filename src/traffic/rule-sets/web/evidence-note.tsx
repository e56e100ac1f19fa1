import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { ReplayResult } from '#traffic/rule-sets/contract/replay.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { evidenceMoves, useEvidenceWords } from './evidence-words.ts';
import { useCatalogue } from './use-rules.ts';

interface Props {
  draft: RuleSetDraft;
  result: ReplayResult;
}

/** What lies between the old and the new value of a limit that weighs evidence, and why nothing changes where it does not. */
export function EvidenceNote({ draft, result }: Props) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const words = useLimitWords();
  const evidence = useEvidenceWords();
  const catalogue = useCatalogue(pkg.package_name);
  const moves = evidenceMoves(catalogue.data?.data.rules ?? [], draft);
  return moves.map(({ rule, limit, before, after, between }) => {
    const [from, to] = [words.value(before, limit.unit), words.value(after, limit.unit)];
    const said =
      between.length === 0
        ? t('evidence_same', { from, to })
        : t(after > before ? 'evidence_more' : 'evidence_less', { from, to, evidence: evidence(between) });
    const why = between.length > 0 && result.changed === 0 ? ` ${t('evidence_no_event')}` : '';
    return (
      <p key={`${rule.id} ${limit.name}`} className={screen.note}>
        {said}
        {why}
      </p>
    );
  });
}
