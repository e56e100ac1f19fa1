import { useTranslation } from 'react-i18next';
import { type DomainRow, domainEndpoints } from '#domains/infringement/contract/domain-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseSteps } from './case-steps.tsx';
import { TicketForm } from './ticket-form.tsx';
import { useProblem } from './use-problem.ts';

/** What stands behind a name. Its address is read, never opened by a click. */
export function DomainPanel({ row, onGone }: { row: DomainRow; onGone: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const format = useFormat();
  const { id } = row;
  const facts = [
    ['domain', row.domain === row.shown ? '' : row.domain],
    ['status', t(`status_${row.status}`)],
    ['problem', useProblem()(row)],
    ['made_by', t(`technique_${row.technique || 'named'}`)],
    ['made_from', row.made_from],
    ['addresses', row.addresses.join(', ')],
    ['takes_mail', row.takes_mail ? t('yes') : ''],
    [
      'certificate',
      row.certificate_until === null
        ? ''
        : t('certificate_of', { issuer: row.certificate_issuer, day: format.day(row.certificate_until.slice(0, 10)) }),
    ],
    ['page_title', row.page_title],
    ['names_brand', row.names_brand ? t('yes') : ''],
    ['asks_password', row.asks_password ? t('yes') : ''],
    ['leads_to', row.leads_to],
    ['checked_at', row.checked_at === null ? t('not_yet') : format.dateTime(row.checked_at, pkg.time_zone)],
    ['created_by', row.created_by],
  ] as const;
  return (
    <div className={screen.form}>
      <CaseFacts facts={facts} />
      <CaseSteps
        state={row.state}
        ticket={row.ticket_id}
        form={(done) => (
          <TicketForm
            send={({ with_others: _, ...body }) => call(domainEndpoints.ticket, { params: { id }, body })}
            onDone={done}
          />
        )}
        set={(state) => call(domainEndpoints.setState, { body: { package_name: pkg.package_name, ids: [id], state } })}
        remove={{
          run: () => call(domainEndpoints.remove, { params: { id } }),
          why: t('remove_domain_why', { name: row.shown }),
          onGone,
        }}
      />
    </div>
  );
}
