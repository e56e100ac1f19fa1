import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import { type FieldOrigin, TRAFFIC_FIELDS, type TrafficField } from '#traffic/event/contract/fields.ts';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { Term, Terms } from './term.tsx';
import { useDocLink, useHere } from './use-here.ts';

const ORIGINS = ['event', 'reported', 'fact', 'source'] as const satisfies readonly FieldOrigin[];
const FIELDS = Object.entries(TRAFFIC_FIELDS);

/** Everything stored about one event: what the source said, and what was found out from it. */
export function FactsPage() {
  const { t } = useTranslation('docs');
  const here = useHere();
  return (
    <DocsFrame lead={t('facts_lead')}>
      {ORIGINS.map((origin) => (
        <Terms key={origin} title={t(`origin_${origin}`)} note={t(`origin_${origin}_note`)}>
          {FIELDS.filter(([, field]) => field.origin === origin).map(([name, field]) => (
            <FieldTerm key={name} name={name} field={field} here={here === name} />
          ))}
        </Terms>
      ))}
    </DocsFrame>
  );
}

function FieldTerm({ name, field, here }: { name: string; field: TrafficField; here: boolean }) {
  const { t } = useTranslation('docs');
  const names = useNames();
  const link = useDocLink();
  const tags = [
    t(`type_${field.valueType}`),
    ...(field.unit ? [t(`unit_${field.unit}`)] : []),
    ...(field.personal ? [t('personal')] : []),
  ];
  return (
    <Term id={name} title={names.column(name)} code={name} tags={tags} here={here}>
      {names.about(name) || field.description}
      {field.from.length > 0 && (
        <span className={styles.from}>
          {t('made_from')}{' '}
          {field.from.map((column, index) => (
            <span key={column}>
              {index > 0 && ', '}
              <Link to={link('/docs/facts', { at: column })}>{names.column(column)}</Link>
            </span>
          ))}
        </span>
      )}
    </Term>
  );
}
