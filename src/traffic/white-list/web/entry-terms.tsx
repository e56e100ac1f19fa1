import { Group, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#platform/contract/reason-text.ts';
import { ConfirmField } from '#platform/web/form/confirm-field.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** Why and for how long; days are those of the package, '' means open. */
export interface Terms {
  reason: string;
  from: string;
  expires: string;
  /** The name of the package, once it was asked for. */
  confirm: string;
}

export const EMPTY_TERMS: Terms = { reason: '', from: '', expires: '', confirm: '' };

export type TermsFault = 'reason_needed' | 'days_reversed' | 'day_past';

/** `today` is the day of the package. */
export function termsFault({ reason, from, expires }: Terms, today: string): TermsFault | undefined {
  if (isTooShort(reasonText, reason)) return 'reason_needed';
  if (expires === '') return undefined;
  if (from !== '') return expires < from ? 'days_reversed' : undefined;
  return expires < today ? 'day_past' : undefined;
}

export const termsBody = ({ reason, from, expires, confirm }: Terms) => ({
  reason: reason.trim(),
  ...(from ? { from } : {}),
  ...(expires ? { expires } : {}),
  ...(confirm ? { confirm: confirm.trim() } : {}),
});

interface Props {
  terms: Terms;
  onChange: (terms: Terms) => void;
  fault: TermsFault | undefined;
  /** What the server says of the last day. */
  endFault?: string | undefined;
  /** Why the server asks for the name of the package. */
  askedAgain: string | undefined;
}

/** Reason and days of an entry. */
export function EntryTerms({ terms, onChange, fault, endFault, askedAgain }: Props) {
  const { t } = useTranslation('whitelist');
  const { pkg } = useSelection();
  return (
    <>
      <Textarea
        label={t('reason')}
        placeholder={t('reason_example')}
        value={terms.reason}
        onChange={(event) => onChange({ ...terms, reason: event.currentTarget.value })}
        error={fault === 'reason_needed' && t('reason_needed')}
        maxLength={longest(reasonText)}
        autosize
        minRows={2}
        required
      />
      <Group grow gap="sm" align="flex-start">
        <DayField
          label={t('from')}
          description={t('from_open')}
          value={terms.from}
          onChange={(day) => onChange({ ...terms, from: day })}
        />
        <DayField
          label={t('expires')}
          description={t('expires_open')}
          value={terms.expires}
          onChange={(day) => onChange({ ...terms, expires: day })}
          error={fault === 'days_reversed' || fault === 'day_past' ? t(fault) : endFault}
        />
      </Group>
      <ConfirmField
        label={t('confirm', { package: pkg.package_name })}
        value={terms.confirm}
        error={askedAgain}
        asked={askedAgain !== undefined}
        onChange={(confirm) => onChange({ ...terms, confirm })}
      />
    </>
  );
}
