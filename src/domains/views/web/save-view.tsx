import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { viewEndpoints } from '#domains/views/contract/view-endpoints.ts';
import { daysBetween } from '#platform/contract/date-range.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { shownColumns } from '#platform/web/table/use-shown-columns.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useSaveView } from './use-views.ts';
import { keptOf } from './view-href.ts';
import styles from './views.module.css';

/** Keeps how the page looks now, under a name. */
export function SaveView() {
  const { t } = useTranslation('views');
  const { pkg, range } = useSelection();
  const format = useFormat();
  const errorText = useErrorText();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const save = useSaveView();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const days = daysBetween(range.from, range.to) + 1;
  // Days that end today move along, unless somebody wants just these.
  const mayMove = range.to === pkg.today;
  const [fixed, setFixed] = useState(false);
  const moves = mayMove && !fixed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '') return;
    const kept = new URLSearchParams(params);
    kept.delete('columns');
    for (const columns of shownColumns()) kept.append('columns', columns);
    const body = { package_name: pkg.package_name, name: name.trim(), path: pathname, asked: keptOf(kept) };
    save.mutate(
      { ...body, range: moves ? { days } : { from: range.from, to: range.to } },
      {
        onSuccess: () => {
          setName('');
          setAsked(false);
        },
      },
    );
  };
  const always = t('range_fixed', { from: format.day(range.from), to: format.day(range.to) });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h3>{t('save_title')}</h3>
      <p className={styles.hint}>{t('explain')}</p>
      <TextInput
        label={t('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={longest(viewEndpoints.save.body.shape.name)}
        error={asked && name.trim() === '' ? t('name_needed') : save.error && errorText(save.error)}
        data-autofocus
        required
      />
      {mayMove ? (
        <Radio.Group
          label={t('range')}
          value={moves ? 'days' : 'fixed'}
          onChange={(chosen) => setFixed(chosen === 'fixed')}
        >
          <Stack gap={8} mt={6}>
            <Radio value="days" label={t('range_days', { count: days, n: format.number(days) })} />
            <Radio value="fixed" label={always} />
          </Stack>
        </Radio.Group>
      ) : (
        <p className={styles.hint}>
          {t('range')}: {always}
        </p>
      )}
      <Button type="submit" loading={save.isPending} className={styles.submit ?? ''}>
        {t('submit')}
      </Button>
    </form>
  );
}
