import { useTranslation } from 'react-i18next';
import type { RuleDoc } from '#domains/docs/contract/endpoints.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { CATALOGUE, type CatalogueRow } from '#traffic/rules/contract/catalogue.ts';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import { Section } from './section.tsx';
import { Term, Terms } from './term.tsx';
import { useDocLink } from './use-here.ts';

const RUNNING = CATALOGUE.filter(({ runs }) => runs).length;
const entryId = ({ number }: CatalogueRow): string => `method-${number}`;

/** Every known method: what runs, and what the others wait for. Not for publishers, whom it would tell where to go. */
export function Catalogue({ rules, here }: { rules: readonly RuleDoc[]; here: string | null }) {
  const { t } = useTranslation('docs');
  const names = useNames();
  const texts = useRuleTexts();
  return (
    <Section
      title={t('catalogue_heading')}
      note={t('catalogue_note', { running: RUNNING, all: CATALOGUE.length })}
      open={CATALOGUE.some((row) => entryId(row) === here)}
    >
      <Terms>
        {CATALOGUE.map((row) => (
          <Term
            key={row.number}
            id={entryId(row)}
            title={`${row.number}. ${texts.method(row)}`}
            code={row.reason}
            tags={[t(`when_${row.when}`), t(`tier_${REASONS[row.reason].tier}`), names.reason(row.reason)]}
            here={here === entryId(row)}
          >
            <Runs rules={rules.filter(({ method }) => method === row.number)} />
            {row.needs !== undefined && (
              <p>
                <b>{t(row.runs ? 'catalogue_partly' : 'catalogue_waits')}</b> {texts.needs(row)}
              </p>
            )}
          </Term>
        ))}
      </Terms>
    </Section>
  );
}

function Runs({ rules }: { rules: readonly RuleDoc[] }) {
  const { t } = useTranslation('docs');
  const ruleName = useRuleName();
  const link = useDocLink();
  if (rules.length === 0) return null;
  return (
    <p>
      <b>{t('catalogue_runs')}</b>{' '}
      {rules.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={link('/docs/rules', { at: id })}>{ruleName(id, title)}</Link>
        </span>
      ))}
    </p>
  );
}
