import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { LIST_KINDS } from '#traffic/lists/contract/lists.ts';
import { lists } from '#traffic/lists/contract/lists-endpoints.ts';
import styles from './docs.module.css';
import { useListWords } from './list-words.ts';

const KINDS = Object.keys(LIST_KINDS);

/** An operator's list from an address; what the server refuses, and why, stands under the form. */
export function ListLoad() {
  const { t } = useTranslation('docs');
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const words = useListWords();
  const [id, setId] = useState('');
  const [kind, setKind] = useState('vpn');
  const [url, setUrl] = useState('');
  const [licence, setLicence] = useState('');
  const [shrink, setShrink] = useState(false);
  const load = useMutation({
    mutationFn: () =>
      call(lists.load, {
        body: { id: id.trim(), kind, url: url.trim(), shrink, ...(licence.trim() ? { licence: licence.trim() } : {}) },
      }),
    onSuccess: ({ data }) => {
      void client.invalidateQueries();
      const { added, removed, rejected } = data;
      const counts = {
        added: format.number(added),
        removed: format.number(removed),
        rejected: format.number(rejected),
      };
      notify('done', t('list_loaded', { list: data.id, ...counts }));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    load.mutate();
  };
  return (
    <section aria-label={t('list_load')}>
      <h2 className={styles.heading}>{t('list_load')}</h2>
      <p className={styles.under}>{t('list_load_note')}</p>
      <form className={styles.stack} onSubmit={submit}>
        <TextInput
          label={t('list_name')}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
          maw={360}
          required
        />
        <Select
          label={t('list_kind')}
          data={KINDS.map((value) => ({ value, label: words.ofKind(value) }))}
          value={kind}
          onChange={(chosen) => setKind(chosen ?? 'vpn')}
          allowDeselect={false}
          maw={360}
        />
        <TextInput
          label={t('list_url')}
          type="url"
          placeholder="https://"
          pattern="https://.*"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          required
        />
        <TextInput
          label={t('licence')}
          value={licence}
          onChange={(event) => setLicence(event.currentTarget.value)}
          maxLength={longest(lists.load.body.shape.licence.unwrap())}
          maw={360}
        />
        <Checkbox
          label={t('list_shrink')}
          checked={shrink}
          onChange={(event) => setShrink(event.currentTarget.checked)}
        />
        {load.error && <p role="alert">{errorText(load.error)}</p>}
        <Button type="submit" loading={load.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('list_load')}
        </Button>
      </form>
    </section>
  );
}
