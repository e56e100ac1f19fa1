import { Button, Group, Modal, Radio, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import { useTypedGuard } from '#platform/web/form/typed-guard.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { CLOSING_DAY } from '#traffic/event/contract/closing.ts';
import { PREVIEW_DAYS, type ReplayResult } from '#traffic/rule-sets/contract/replay.ts';
import { NewerVersion } from './newer-version.tsx';
import { about } from './preview-money.ts';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';
import { usePreview, useSave } from './use-rules.ts';

interface Props {
  opened: boolean;
  edits: DraftEdits;
  /** A version is being written into history: the next one waits for it. */
  blocked: boolean;
  onClose: () => void;
}

/** Why, and from when; says what will happen before it does. */
export function SaveModal({ opened, edits, blocked, onClose }: Props) {
  const { t } = useTranslation('rules');
  const guard = useTypedGuard({ opened, onClose });
  return (
    <>
      <Modal
        opened={opened}
        onClose={guard.close}
        title={t('save_title', { count: edits.changed.length })}
        size={560}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {guard.watched(opened && <SaveForm edits={edits} blocked={blocked} onClose={onClose} />)}
      </Modal>
      {guard.question}
    </>
  );
}

type Since = 'now' | 'day';

/**
 * Where the newest event is of an earlier day, traffic comes as files about the past: a version for new traffic only
 * would change nothing of them, so it is offered second.
 */
const waysOf = ({ newest_day, today }: Pick<PackageInfo, 'newest_day' | 'today'>): readonly [Since, Since] =>
  newest_day && newest_day < today ? ['day', 'now'] : ['now', 'day'];

function SaveForm({ edits, blocked, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const save = useSave(pkg.package_name);
  const [reason, setReason] = useState('');
  const ways = waysOf(pkg);
  const [since, setSince] = useState<Since>(ways[0]);
  const [day, setDay] = useState(addDays(pkg.newest_day ?? pkg.today, 1 - PREVIEW_DAYS));
  const [asked, setAsked] = useState(false);
  const short = isTooShort(reasonText, reason);
  const badDay = since === 'day' && (!/^\d{4}-\d\d-\d\d$/.test(day) || day > pkg.today);
  const waits = blocked || edits.newer !== null;
  const refused = save.error && save.variables.base_version === edits.base ? errorText(save.error) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (short || badDay || waits) return;
    save.mutate(
      {
        base_version: edits.base,
        draft: edits.draft,
        reason: reason.trim(),
        ...(since === 'day' ? { from: day } : {}),
      },
      {
        onSuccess: ({ data }) => {
          notify('done', t('saved', { version: data.version }));
          edits.discard();
          onClose();
        },
      },
    );
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <Textarea
        label={t('why')}
        placeholder={t('why_example')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={asked && short && t('why_needed')}
        maxLength={longest(reasonText)}
        minRows={2}
        autosize
        required
        data-autofocus
      />
      <Radio.Group label={t('from_when')} value={since} onChange={(value) => setSince(value === 'day' ? 'day' : 'now')}>
        <Group gap="lg" mt={6}>
          {ways.map((way) => (
            <Radio key={way} value={way} label={t(`from_${way}`)} />
          ))}
        </Group>
      </Radio.Group>
      {since === 'day' && (
        <DayField
          label={t('first_day')}
          description={t('zone', { zone: pkg.time_zone })}
          value={day}
          max={pkg.today}
          onChange={setDay}
          error={badDay && t('day_wrong')}
        />
      )}
      {since === 'now' ? (
        <div className={styles.banner}>
          <p>{t('now_explained')}</p>
        </div>
      ) : (
        !badDay && !edits.newer && <WillHappen edits={edits} day={day} />
      )}
      <Hindrance edits={edits} blocked={blocked} failure={refused} />
      <Group gap="xs">
        <Button type="submit" loading={save.isPending} disabled={waits}>
          {t('save_version')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}

interface HindranceProps extends Pick<Props, 'edits' | 'blocked'> {
  /** What the last saving was refused with. */
  failure: string | undefined;
}

/** Why it cannot be saved now; what comes first makes the rest idle. */
function Hindrance({ edits, blocked, failure }: HindranceProps) {
  const { t } = useTranslation('rules');
  if (edits.newer) return <NewerVersion edits={edits} />;
  if (blocked)
    return (
      <p className={screen.note} role="status">
        {t('rewrite_writing')}
      </p>
    );
  if (failure === undefined) return null;
  return (
    <p className={screen.fault} role="alert">
      {failure}
    </p>
  );
}

const TYPING_MS = 500;

/** The preview from that very day, in two sentences. */
function WillHappen({ edits, day }: { edits: DraftEdits; day: string }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const format = useFormat();
  const errorText = useErrorText();
  const [from] = useDebouncedValue(day, TYPING_MS);
  const preview = usePreview(pkg.package_name, edits.draft, { from });
  if (preview.isError)
    return (
      <p className={screen.fault} role="alert">
        {errorText(preview.error)}
      </p>
    );
  const result = preview.data?.data;
  if (!result || preview.isFetching)
    return (
      <div className={styles.banner} role="status">
        <p>{t('counting')}</p>
      </div>
    );
  const months = result.closed_months;
  return (
    <>
      <div className={styles.banner} role="status">
        <p>
          {t('day_explained', {
            events: format.number(result.changed),
            of: format.number(result.events),
            day: format.day(from),
          })}{' '}
          {moneyWords(result, format, t)}
        </p>
        <p className={screen.note}>{t('undoable')}</p>
      </div>
      {months.length > 0 && (
        <div className={styles.banner} data-tone="suspect" role="alert">
          <p>
            {t('closed_warning', {
              months: format.list(months.map(({ month }) => format.month(month))),
              events: format.number(months.reduce((sum, { changed }) => sum + changed, 0)),
              day: CLOSING_DAY,
            })}
          </p>
        </div>
      )}
    </>
  );
}

type Texts = ReturnType<typeof useTranslation>['t'];
type Format = ReturnType<typeof useFormat>;

/** Cost that becomes fraud or stops being it, per currency. */
export function moneyWords(result: Pick<ReplayResult, 'money'>, format: Format, t: Texts): string {
  const sums = result.money.filter(({ to_fraud, from_fraud }) => to_fraud !== 0 || from_fraud !== 0);
  return sums
    .map(({ currency, to_fraud, from_fraud, assumed }) =>
      t('money_moves', {
        more: about(format.money(to_fraud, currency || 'USD'), assumed),
        less: about(format.money(from_fraud, currency || 'USD'), assumed),
      }),
    )
    .join(' ');
}
