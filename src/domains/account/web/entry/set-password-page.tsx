import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwords, setPasswordForm } from '#domains/account/contract/passwords.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { Entrance } from '../sign-in/entrance.tsx';
import { EntranceForm } from '../sign-in/entrance-form.tsx';
import { Field, SecretInput } from '../sign-in/field.tsx';
import styles from './entry.module.css';

type Link = Answer<typeof passwords.link>['data'];
const FIELDS = ['new_password', 'confirm_password'] as const;

/** Where the link of a mail leads: the first password of somebody invited, or a new one for who forgot theirs. */
export function SetPasswordPage({ token }: { token: string }) {
  const { t } = useTranslation('entry');
  const errorText = useErrorText();
  const form = useSchemaForm(setPasswordForm, { new_password: '', confirm_password: '' }, 'entry');
  const [link, setLink] = useState<Link>();
  const [state, setState] = useState<'loading' | 'open' | 'busy' | 'done' | 'bad'>('loading');
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    const asking = new AbortController();
    call(passwords.link, { body: { token } }, { signal: asking.signal })
      .then(({ data }) => {
        setLink(data);
        setState('open');
      })
      .catch(() => asking.signal.aborted || setState('bad'));
    return () => asking.abort();
  }, [token]);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state !== 'open' || !form.check()) return;
    setState('busy');
    setFailure(undefined);
    try {
      await call(passwords.set, { body: { token, ...form.values } });
      setState('done');
    } catch (error) {
      if (!form.refuse(error)) setFailure(errorText(error));
      setState('open');
    }
  };

  const title = t(link?.kind === 'invite' ? 'invite_title' : 'set_title');
  if (state === 'loading' || state === 'bad')
    return (
      <Entrance title={t('set_title')} lead={t(state === 'bad' ? 'link_bad' : 'link_checking')}>
        {state === 'bad' && (
          <nav className={styles.row} aria-label={t('other_ways')}>
            <a href="/forgot-password">{t('ask_again')}</a>
            <a href="/">{t('back_to_sign_in')}</a>
          </nav>
        )}
      </Entrance>
    );
  if (state === 'done')
    return (
      <Entrance title={title} lead={t('set_done')}>
        <nav className={styles.row} aria-label={t('other_ways')}>
          <a href="/">{t('sign_in')}</a>
        </nav>
      </Entrance>
    );
  return (
    <Entrance title={title} lead={t('set_lead', { name: link?.name ?? '' })}>
      <p className={styles.address}>{link?.email}</p>
      <EntranceForm failure={failure} busy={state === 'busy'} action={t('save')} onSubmit={(event) => void send(event)}>
        <input type="hidden" name="username" autoComplete="username" value={link?.email ?? ''} readOnly />
        {FIELDS.map((name) => (
          <Field key={name} label={t(name)} fault={form.fault(name)}>
            {(ids) => (
              <SecretInput
                {...ids}
                name={name}
                autoComplete="new-password"
                value={form.values[name]}
                showLabel={t('show_password')}
                onChange={(event) => form.set(name, event.target.value)}
                onBlur={() => form.values[name] !== '' && form.blur(name)}
              />
            )}
          </Field>
        ))}
        <p className={styles.hint}>{t('password_hint')}</p>
      </EntranceForm>
    </Entrance>
  );
}
