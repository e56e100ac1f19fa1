import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CLAIM_WINDOWS, lastClaimDay } from '#domains/evidence/contract/claim-windows.ts';
import type { EvidenceRecord } from '#domains/evidence/contract/evidence.ts';
import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { daysBetween } from '#platform/contract/date-range.ts';
import type { Message } from '#platform/contract/message.ts';
import { call } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { useMessageText } from '#platform/web/ui/message-text.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';

const isMessage = (told: unknown): told is Message =>
  typeof told === 'object' && told !== null && 'code' in told && 'values' in told;

const SHOWN_DIGITS = 12;

/** What is told of a file, and what can be done with it. */
export function useEvidenceColumns(mayMake: boolean) {
  const { t } = useTranslation('evidence');
  const { save } = useDownloads();
  const { ask, dialog } = useConfirmed({
    run: ({ id }: EvidenceRecord) => call(evidenceEndpoints.remove, { params: { id } }),
    question: ({ publisher }) => ({
      title: t('delete_title', { name: publisher }),
      confirm: t('delete'),
      why: <p>{t('delete_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const told = useToldColumns();
  const columns = useMemo(
    (): Column<EvidenceRecord>[] => [
      ...told,
      menuColumn(t('action'), (row) => ({
        label: t('actions_of', { name: row.publisher }),
        actions: [
          ...(row.state === 'ready' && !row.erased
            ? [
                {
                  label: t('download'),
                  onClick: () => save(() => download(evidenceEndpoints.download, { params: { id: row.id } })),
                },
              ]
            : []),
          ...(mayMake ? [{ label: t('delete'), onClick: () => ask(row), danger: true }] : []),
        ],
      })),
    ],
    [told, t, save, ask, mayMake],
  );
  return { columns, dialog };
}

function useToldColumns(): Column<EvidenceRecord>[] {
  const { t, i18n } = useTranslation('evidence');
  const { language: locale } = i18n;
  const { pkg } = useSelection();
  const format = useFormat();
  const stateText = useStateText();
  const { windowText, leftText } = useWindowTexts();
  return useMemo(
    (): Column<EvidenceRecord>[] => [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 130 },
      {
        id: 'period_from',
        header: t('period'),
        kind: 'text',
        width: 216,
        value: (row) => `${format.day(row.period_from)} – ${format.day(row.period_to)}`,
      },
      {
        id: 'left',
        header: t('left'),
        definition: t('window_hint'),
        kind: 'text',
        width: 124,
        narrow: { place: 2, width: 100 },
        value: leftText,
      },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 150,
        narrow: { place: 1, width: 110 },
        value: stateText,
      },
      {
        id: 'claimed',
        header: t('claimed'),
        definition: t('claimed_hint'),
        kind: 'number',
        value: (row) => (row.state === 'ready' ? row.claimed : null),
      },
      {
        id: 'totals',
        header: t('amount'),
        kind: 'text',
        width: 140,
        value: ({ totals }) =>
          totals.map(({ amount, currency }) => format.money(Number(amount), currency)).join(' · ') || null,
      },
      { id: 'window', header: t('window'), definition: t('window_hint'), kind: 'text', width: 200, value: windowText },
      {
        id: 'only',
        header: t('only'),
        kind: 'text',
        width: 130,
        value: ({ campaign, event, category }) =>
          [campaign, event, category].filter((name) => name !== '').join(' · ') || null,
      },
      {
        id: 'masked',
        header: t('personal_data'),
        kind: 'text',
        width: 130,
        value: ({ masked }) => t(masked ? 'masked' : 'in_full'),
      },
      {
        id: 'size',
        header: t('size'),
        kind: 'text',
        width: 100,
        value: ({ size }) => (size === null ? null : bytesText(locale, size)),
      },
      {
        id: 'sha256',
        header: t('sum'),
        definition: t('sum_hint'),
        kind: 'text',
        width: 160,
        render: ({ sha256 }) =>
          sha256 !== null && (
            <>
              <code title={sha256}>{sha256.slice(0, SHOWN_DIGITS)}…</code>
              <CopyButton value={sha256} label={t('copy', { what: t('sum') })} />
            </>
          ),
      },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 130 },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone },
    ],
    [t, locale, format, stateText, windowText, leftText, pkg],
  );
}

function useStateText(): (row: EvidenceRecord) => string {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const messageText = useMessageText();
  return ({ state, events, error, erased }) => {
    if (erased) return t('state_erased');
    if (state === 'queued') return events > 0 ? t('state_made', { n: format.number(events) }) : t('state_queued');
    if (state === 'ready') return t('state_ready');
    const why = (isMessage(error?.told) ? messageText(error.told) : undefined) ?? error?.message ?? '';
    return `${t('state_failed')} · ${why}`;
  };
}

/** Until when what it claims can be claimed, and how long that is: the first events lapse first. */
function useWindowTexts() {
  const { t } = useTranslation('evidence');
  const { pkg } = useSelection();
  const format = useFormat();
  return useMemo(() => {
    const untilOf = ({ window_days: days, period_from, period_to }: EvidenceRecord) => {
      if (days === null) return undefined;
      const [first, last] = [lastClaimDay(period_from, days), lastClaimDay(period_to, days)];
      return { isOver: last < pkg.today, day: first < pkg.today ? last : first };
    };
    return {
      windowText: (row: EvidenceRecord): string | null => {
        const until = untilOf(row);
        if (row.platform === null || !until) return null;
        const name =
          row.platform === 'other' ? t('window_of', { n: row.window_days }) : CLAIM_WINDOWS[row.platform].title;
        return t(until.isOver ? 'window_over' : 'window_left', { name, day: format.day(until.day) });
      },
      leftText: (row: EvidenceRecord): string | null => {
        const until = untilOf(row);
        if (!until) return null;
        return until.isOver ? t('left_none') : t('window_of', { n: daysBetween(pkg.today, until.day) });
      },
    };
  }, [t, format, pkg.today]);
}
