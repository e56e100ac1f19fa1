import { useTranslation } from 'react-i18next';
import { TERMS } from '#domains/docs/contract/glossary.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { DocsFrame } from './docs-frame.tsx';
import { Term, Terms } from './term.tsx';
import { useDocLink, useHere } from './use-here.ts';

const ATTACKS = Object.entries(REASONS).filter(([code]) => !code.startsWith('human.'));

/** The words of the product, then every attack it names, with the way to the rules that find it. */
export function GlossaryPage() {
  const { t } = useTranslation(['docs', 'glossary']);
  const names = useNames();
  const link = useDocLink();
  const here = useHere();
  return (
    <DocsFrame lead={t('docs:glossary_lead')}>
      <Terms title={t('docs:glossary_words')}>
        {TERMS.map((term) => (
          <Term key={term} id={term} title={t(`glossary:${term}`)} here={here === term}>
            {t(`glossary:${term}.means`)}
          </Term>
        ))}
      </Terms>
      <Terms title={t('docs:glossary_attacks')} note={t('docs:glossary_attacks_note')}>
        {ATTACKS.map(([code, { tier, definition }]) => (
          <Term
            key={code}
            id={code}
            title={names.reason(code)}
            code={code}
            tags={[t(`docs:tier_${tier}`)]}
            here={here === code}
          >
            {names.why(code) || definition}{' '}
            <Link to={link('/docs/rules', { q: names.reason(code) })}>{t('docs:glossary_rules')}</Link>
          </Term>
        ))}
      </Terms>
    </DocsFrame>
  );
}
