import { Checkbox, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PackagePrivacy, privacy } from '#domains/privacy/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './privacy.module.css';

const USUAL_RETENTION = 365;
const USUAL_TRUNCATION = 30;
const MAX_DAYS = 3650;
const TYPING_MS = 400;

/** Days of one package, with what would go with the next nightly run before anything is saved. */
export function SettingsForm({ row, onDone }: { row: PackagePrivacy; onDone: () => void }) {
  const { t } = useTranslation('privacy');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [keep, setKeep] = useState(row.retention_days);
  const [whole, setWhole] = useState(row.truncate_after_days);
  const save = useMutation({
    mutationFn: () =>
      call(privacy.save, { params: { id: row.id }, body: { retention_days: keep, truncate_after_days: whole } }),
    onSuccess: () => {
      void client.invalidateQueries();
      notify('done', t('saved'));
      onDone();
    },
  });
  const daysOf = (value: string | number, least: number): number =>
    Math.min(MAX_DAYS, Math.max(least, Math.round(Number(value)) || least));
  return (
    <FormCard
      frame="none"
      submit={t('save')}
      busy={save.isPending}
      failure={save.error ? errorText(save.error) : undefined}
      onSubmit={() => save.mutate()}
      onCancel={onDone}
    >
      <Checkbox
        label={t('retention_on')}
        description={t('retention_hint')}
        checked={keep !== null}
        onChange={(event) => setKeep(event.currentTarget.checked ? USUAL_RETENTION : null)}
      />
      {keep !== null && (
        <NumberInput
          label={t('keep_days')}
          value={keep}
          min={1}
          max={MAX_DAYS}
          allowDecimal={false}
          onChange={(value) => setKeep(daysOf(value, 1))}
        />
      )}
      <Checkbox
        label={t('truncation_on')}
        description={t('truncation_hint')}
        checked={whole !== null}
        onChange={(event) => setWhole(event.currentTarget.checked ? USUAL_TRUNCATION : null)}
      />
      {whole !== null && (
        <NumberInput
          label={t('whole_days')}
          description={t('whole_days_hint')}
          value={whole}
          min={0}
          max={MAX_DAYS}
          allowDecimal={false}
          onChange={(value) => setWhole(daysOf(value, 0))}
        />
      )}
      <Effect id={row.id} keep={keep} whole={whole} />
    </FormCard>
  );
}

function Effect({ id, keep, whole }: { id: number; keep: number | null; whole: number | null }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const errorText = useErrorText();
  const [days] = useDebouncedValue(JSON.stringify([keep, whole]), TYPING_MS);
  const [kept, truncated]: [number | null, number | null] = JSON.parse(days);
  const preview = useQuery(
    query(privacy.preview, {
      params: { id },
      query: {
        ...(kept === null ? {} : { retention_days: kept }),
        ...(truncated === null ? {} : { truncate_after_days: truncated }),
      },
    }),
  );
  if (preview.isError) return <p className={styles.effect}>{errorText(preview.error)}</p>;
  const found = preview.data?.data;
  if (!found) return <p className={styles.effect}>{t('counting')}</p>;
  return (
    <p className={styles.effect} role="status" aria-busy={preview.isPlaceholderData}>
      {found.events > 0 && found.oldest && found.newest
        ? t('goes', {
            count: found.events,
            shown: format.number(found.events),
            from: format.day(found.oldest.slice(0, 10)),
            to: format.day(found.newest.slice(0, 10)),
          })
        : t('nothing_goes')}{' '}
      {found.addresses > 0 && t('truncates', { count: found.addresses, shown: format.number(found.addresses) })}
    </p>
  );
}
