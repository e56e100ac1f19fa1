import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useCaseWord } from '../use-case-word.ts';

/** Fields whose values are those of another. */
const VALUES_OF: Partial<Record<string, string>> = { escalated: 'priority' };

/** Every change, the newest first. */
export function History({ ticket }: { ticket: Pick<TicketDetail, 'history'> }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const format = useFormat();
  const word = useCaseWord();
  const said = (field: string, value: string): string =>
    field === 'due_on' ? format.day(value) : word(VALUES_OF[field] ?? field, value);
  return (
    <section className={screen.card} aria-labelledby="ticket-history">
      <div className={screen.cardHead}>
        <h3 id="ticket-history">{t('history')}</h3>
      </div>
      <ol className={`${screen.list} ${screen.inset}`}>
        {ticket.history.toReversed().map(({ id, field, before, after, changed_by: who, changed_at: at }) => (
          <li key={id}>
            <span>
              {t(`change_${field}`)}
              {(before !== '' || after !== '') && field !== 'created' && (
                <>
                  {': '}
                  {before !== '' && `${said(field, before)} → `}
                  {after === '' ? t('nothing') : said(field, after)}
                </>
              )}
            </span>
            <time dateTime={at}>
              {who !== '' && `${who}, `}
              {format.dateTime(at, pkg.time_zone)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
