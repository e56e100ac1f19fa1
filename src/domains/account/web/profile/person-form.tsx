import { Button, SegmentedControl, Select, TextInput, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIL_LANGUAGES, ownAccount, type Profile, profileForm } from '#domains/account/contract/own-account.ts';
import { isLocale, LOCALES } from '#platform/contract/locales.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { chooseLocale } from '#platform/web/i18n/i18n.ts';
import { stored } from '#platform/web/session/stored.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { COLOR_SCHEMES } from '#platform/web/theme/color-scheme.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './profile.module.css';

/** Name, language (of the screen and of mails) and theme. */
export function PersonForm({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profile');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const shown = MAIL_LANGUAGES.find((each) => each === i18n.language) ?? profile.language;
  const form = useSchemaForm(profileForm, { name: profile.name, language: shown as string }, 'profile');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parsed = profileForm.safeParse(form.values);
    if (busy || !form.check() || !parsed.success) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { data } = await call(ownAccount.save, { body: parsed.data });
      const user = currentUser();
      if (user) stored.set('auth_data', { ...user, name: data.name });
      client.setQueryData(query(ownAccount.profile, {}).queryKey, (was) => was && { ...was, data });
      if (isLocale(data.language)) await chooseLocale(data.language);
      notify('done', t('updated'));
    } catch (error) {
      if (!form.refuse(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.card} noValidate aria-labelledby="person-head" onSubmit={(event) => void send(event)}>
      <h2 id="person-head">{t('person')}</h2>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <TextInput
        label={t('name')}
        name="name"
        autoComplete="name"
        required
        value={form.values.name}
        error={form.fault('name')}
        onChange={(event) => form.set('name', event.currentTarget.value)}
        onBlur={() => form.blur('name')}
      />
      <Select
        label={t('language')}
        name="language"
        allowDeselect={false}
        value={form.values.language}
        data={MAIL_LANGUAGES.map((code) => ({ value: code, label: LOCALES[code] }))}
        onChange={(code) => code !== null && form.set('language', code)}
      />
      <div>
        <p id="theme-label" className={styles.lead}>
          {t('theme')}
        </p>
        <SegmentedControl
          aria-labelledby="theme-label"
          value={colorScheme}
          onChange={(value) => setColorScheme(COLOR_SCHEMES.find((s) => s === value) ?? 'auto')}
          data={COLOR_SCHEMES.map((scheme) => ({ value: scheme, label: t(`theme_${scheme}`) }))}
        />
      </div>
      <div className={styles.row}>
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
