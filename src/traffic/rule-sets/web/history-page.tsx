import { Button, Group, Modal, Textarea } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#platform/contract/reason-text.ts';
import { query } from '#platform/web/api/call.ts';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import { useTypedGuard } from '#platform/web/form/typed-guard.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { AllChanges } from '#traffic/judge/web/all-changes.tsx';
import { type RuleVersion, ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { RuleNames } from '#traffic/rules/web/names-of-values.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import { useUndoVersion } from './use-rules.ts';
import { authorOf, isShipped } from './version-author.ts';

const PAGE = 25;
const POLL_MS = 1500;

/** Who changed the rules when, why, from when on, and what that did; any two versions side by side. */
export function RulesHistoryPage() {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<RuleVersion | null>(null);
  const list = useQuery({
    ...query(ruleEndpoints.versions, { query: { package_name: pkg.package_name, page, limit: PAGE } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isWriting) ? POLL_MS : false),
  });
  const rows = list.data?.data ?? [];
  const newest = page === 1 ? rows[0] : undefined;
  const mayUndo = userMay('rules.write') && newest !== undefined && newest.version > 1 && !isWriting(newest);
  const undoable = mayUndo ? newest.version : null;
  const columns = useVersionColumns(pkg.time_zone, undoable, setUndoing);
  const lead = useRef<HTMLParagraphElement>(null);
  useFocusAfter(undoable, lead);
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p ref={lead} tabIndex={-1}>
          {t('history_lead', { package: pkg.package_title })}
        </p>
        <Button
          component={Link}
          to={`/rules${sticky}`}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('back')}
        </Button>
      </header>
      <div className={screen.card}>
        <DataTable
          id="rule-versions"
          caption={t('history_caption', { zone: pkg.time_zone })}
          columns={columns}
          rowKey={({ version }) => String(version)}
          maxHeight="calc(100dvh - 449px)"
          {...pageOfList(list, { page, onPage: setPage })}
        />
      </div>
      {rows.length > 0 && <CompareVersions key={pkg.package_name} listed={rows} />}
      <AllChanges key={`changes of ${pkg.package_name}`} />
      <RuleNames>
        <UndoModal version={undoing} packageName={pkg.package_name} onClose={() => setUndoing(null)} />
      </RuleNames>
    </div>
  );
}

const isWriting = ({ rewrite }: RuleVersion): boolean => rewrite !== null && rewrite.state !== 'done';

function useVersionColumns(
  timeZone: string,
  undoable: number | null,
  onUndo: (version: RuleVersion) => void,
): Column<RuleVersion>[] {
  const { t } = useTranslation('rules');
  const format = useFormat();
  return useMemo(
    () => [
      { id: 'version', header: t('version'), kind: 'number', width: 80, sortable: false },
      // Beside the version: the table is wider than a phone, and the last column would be out of sight.
      {
        id: 'action',
        header: t('action'),
        kind: 'text',
        width: 100,
        sortable: false,
        render: (row) =>
          row.version === undoable ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onUndo(row)}>
              {t('undo')}
            </Button>
          ) : null,
      },
      { id: 'created_at', header: t('when'), kind: 'datetime', width: 200, timeZone, sortable: false },
      { id: 'author', header: t('who'), kind: 'text', width: 110, sortable: false, value: authorOf },
      {
        id: 'reason',
        header: t('why'),
        kind: 'text',
        width: 190,
        sortable: false,
        render: (row) => {
          const reason = isShipped(row) ? t('as_shipped') : row.reason;
          return (
            <span title={reason}>
              {row.undoes !== null && <strong>{t('undoes', { version: row.undoes })} </strong>}
              {reason}
            </span>
          );
        },
      },
      {
        id: 'effective_from',
        header: t('judges_from'),
        kind: 'text',
        width: 200,
        sortable: false,
        render: ({ effective_from, from_history }) =>
          effective_from === null
            ? t('from_beginning')
            : `${format.dateTime(effective_from, timeZone)}${from_history ? '' : ` · ${t('from_now')}`}`,
      },
      {
        id: 'effect',
        header: t('effect'),
        kind: 'text',
        width: 260,
        sortable: false,
        render: (row) => <Effect row={row} />,
      },
    ],
    [t, timeZone, format, undoable, onUndo],
  );
}

function Effect({ row }: { row: RuleVersion }) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const { rewrite, effect } = row;
  if (rewrite && rewrite.state !== 'done')
    return (
      <span>
        {t('rewrite_short', { share: format.percent(rewrite.progress, 0) })}
        {rewrite.error !== null && (
          <span className={screen.fault}> · {t('rewrite_error', { message: rewrite.error })}</span>
        )}
      </span>
    );
  if (!effect) return <span className={screen.note}>–</span>;
  if (effect.events === 0) return <span className={screen.note}>{t('effect_none')}</span>;
  const fraud = (side: 'from' | 'to'): number =>
    effect.moves.filter((move) => move[side] === 'fraud').reduce((sum, { events }) => sum + events, 0);
  const text = t('effect_text', {
    events: format.number(effect.events),
    to: format.number(fraud('to')),
    from: format.number(fraud('from')),
  });
  const closed = effect.closed_months.map(format.month);
  return (
    <span
      title={[text, closed.length > 0 && t('effect_closed', { months: format.list(closed) })]
        .filter(Boolean)
        .join(' · ')}
    >
      {text}
      {closed.length > 0 && <strong> · {t('after_closing')}</strong>}
    </span>
  );
}

function UndoModal({
  version,
  packageName,
  onClose,
}: {
  version: RuleVersion | null;
  packageName: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('rules');
  const errorText = useErrorText();
  const undo = useUndoVersion(packageName);
  const [reason, setReason] = useState('');
  const short = isTooShort(reasonText, reason);
  const close = (): void => {
    setReason('');
    onClose();
  };
  const guard = useTypedGuard({ opened: version !== null, onClose: close });
  return (
    <>
      <Modal
        opened={version !== null}
        onClose={guard.close}
        title={version ? t('undo_title', { version: version.version }) : ''}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {guard.watched(
          version && (
            <form
              noValidate
              className={screen.form}
              onSubmit={(event) => {
                event.preventDefault();
                if (short) return;
                undo.mutate(
                  { version: version.version, reason: reason.trim() },
                  {
                    onSuccess: ({ data }) => {
                      notify('done', t('saved', { version: data.version }));
                      close();
                    },
                  },
                );
              }}
            >
              <p className={screen.note}>{t('undo_explained')}</p>
              <Textarea
                label={t('why')}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
                maxLength={longest(reasonText)}
                autosize
                minRows={2}
                required
                data-autofocus
              />
              {undo.error && (
                <p className={screen.fault} role="alert">
                  {errorText(undo.error)}
                </p>
              )}
              <Group gap="xs">
                <Button type="submit" loading={undo.isPending} disabled={short}>
                  {t('undo')}
                </Button>
                <Button variant="default" onClick={close}>
                  {t('cancel')}
                </Button>
              </Group>
            </form>
          ),
        )}
      </Modal>
      {guard.question}
    </>
  );
}
