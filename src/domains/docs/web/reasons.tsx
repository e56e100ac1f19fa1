import { useTranslation } from 'react-i18next';
import { groupOf, REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './docs.module.css';
import { Section } from './section.tsx';
import { Term, Terms } from './term.tsx';

const CODES = Object.entries(REASONS);

/** The taxonomy: categories as boards show them, with the reasons in them. */
export function Reasons({ here }: { here: string | null }) {
  const { t } = useTranslation('docs');
  const names = useNames();
  const used = Object.keys(REASON_GROUPS).filter((group) => CODES.some(([code]) => groupOf(code) === group));
  return (
    <Section title={t('reasons_heading')} note={t('reasons_note')} open={CODES.some(([code]) => code === here)}>
      <dl className={styles.tiers}>
        {(['GIVT', 'SIVT', 'quality'] as const).map((tier) => (
          <div key={tier}>
            <dt>{t(`tier_${tier}`)}</dt>
            <dd>{t(`tier_${tier}_note`)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.stack}>
        {used.map((group) => (
          <section key={group}>
            <h3 className={styles.subheading}>{names.value('reason_group', group)}</h3>
            <Terms>
              {CODES.filter(([code]) => groupOf(code) === group).map(([code, { tier, definition }]) => (
                <Term
                  key={code}
                  id={code}
                  title={names.reason(code)}
                  code={code}
                  tags={[t(`tier_${tier}`)]}
                  here={here === code}
                >
                  {names.why(code) || definition}
                </Term>
              ))}
            </Terms>
          </section>
        ))}
      </div>
    </Section>
  );
}
