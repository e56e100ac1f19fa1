import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErasurePreview, person, privacy } from '#domains/privacy/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './privacy.module.css';

const FIELDS = ['email', 'user_id', 'device_id', 'ip'] as const;
type Ids = Record<(typeof FIELDS)[number], string>;
const EMPTY: Ids = { email: '', user_id: '', device_id: '', ip: '' };

const given = (ids: Ids) =>
  Object.fromEntries(FIELDS.filter((field) => ids[field].trim() !== '').map((field) => [field, ids[field].trim()]));

/** Looks for a person first, says what is stored, and erases only after a second yes. */
export function PersonForm() {
  const { t } = useTranslation('privacy');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [ids, setIds] = useState(EMPTY);
  const [asked, setAsked] = useState(false);
  const parsed = person.safeParse(given(ids));
  const faults = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]));
  const preview = useMutation({
    mutationFn: () => call(privacy.previewPerson, { body: given(ids) }),
  });
  const erase = useMutation({
    mutationFn: () => call(privacy.erasePerson, { body: given(ids) }),
    onSuccess: () => {
      preview.reset();
      setIds(EMPTY);
      setAsked(false);
      void client.invalidateQueries();
      notify('done', t('erase_begun'));
    },
  });
  const failure = preview.error ?? erase.error;
  return (
    <>
      <FormCard
        submit={t('look')}
        busy={preview.isPending}
        failure={failure ? errorText(failure) : undefined}
        onCancel={() => {
          setIds(EMPTY);
          setAsked(false);
        }}
        onSubmit={() => {
          setAsked(true);
          if (parsed.success) preview.mutate();
        }}
      >
        <p style={{ margin: 0 }}>{t('person_lead')}</p>
        <FieldPair>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(`by_${field}`)}
              value={ids[field]}
              maxLength={longest(person.shape[field].unwrap())}
              autoComplete="off"
              error={asked && faults.has(field) ? t(`fault_${field}`) : undefined}
              onChange={(event) => {
                setIds({ ...ids, [field]: event.currentTarget.value });
                erase.reset();
              }}
            />
          ))}
        </FieldPair>
      </FormCard>
      <ConfirmDialog
        opened={preview.data !== undefined}
        title={t('ask_erase')}
        confirm={t('erase')}
        typed={Object.values(given(ids))[0] ?? ''}
        busy={erase.isPending}
        failure={erase.error ? errorText(erase.error) : undefined}
        onClose={() => preview.reset()}
        onConfirm={() => erase.mutate()}
      >
        {preview.data && <Found found={preview.data.data} />}
      </ConfirmDialog>
    </>
  );
}

function Found({ found }: { found: ErasurePreview }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const facts = [
    ...found.events.map(({ package: name, events }): [string, number] => [t('events_of', { name }), events]),
    ...Object.entries(found).flatMap(([what, n]): [string, number][] =>
      typeof n === 'number' && n > 0 ? [[t(`erased_${what}`), n]] : [],
    ),
  ];
  if (facts.length === 0) return <p>{t('nothing_stored')}</p>;
  return (
    <>
      <p>{t('why_erase')}</p>
      <dl className={styles.facts}>
        {facts.map(([label, n]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.number(n)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
