import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setup } from '#domains/setup/contract/endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { PlainField } from '#platform/web/form/plain-field.tsx';
import { PlainForm } from '#platform/web/form/plain-form.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { saveSession } from '#platform/web/session/session.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';

const FIELDS = [
  { name: 'name', type: 'text', autoComplete: 'name' },
  { name: 'email', type: 'email', autoComplete: 'username' },
  { name: 'password', type: 'password', autoComplete: 'new-password' },
] as const;

type FieldName = (typeof FIELDS)[number]['name'];

interface Props {
  /** From the link the console printed. */
  token: string;
  onCreated: () => void;
}

/** The first administrator. The answer is a session, stored exactly as after signing in. */
export function AdministratorForm({ token, onCreated }: Props) {
  const { t } = useTranslation('setup');
  const errorText = useErrorText();
  const [person, setPerson] = useState<Record<FieldName, string>>({ name: '', email: '', password: '' });
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const checked = setup.administrator.body.safeParse({ ...person, name: person.name.trim(), token });
  const wrong = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => path[0]));

  const submit = async (): Promise<void> => {
    setAsked(true);
    if (!checked.success || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const made = await call(setup.administrator, { body: checked.data });
      saveSession(made.token, made.user);
      onCreated();
    } catch (error) {
      // Nobody is signed in yet, so the only thing that can be forbidden is the link.
      const badLink = error instanceof ApiError && error.code === 'forbidden';
      setFailure(badLink ? t('link_wrong') : errorText(error));
      setBusy(false);
    }
  };

  return (
    <PlainForm failure={failure} busy={busy} submit={t('create_administrator')} onSubmit={submit}>
      {FIELDS.map(({ name, type, autoComplete }) => (
        <PlainField
          key={name}
          label={t(name)}
          hint={name === 'password' ? t('password_hint') : undefined}
          fault={asked && wrong.has(name) ? t(`${name}_fault`) : undefined}
        >
          {(control) => (
            <input
              {...control}
              type={type}
              name={name}
              autoComplete={autoComplete}
              maxLength={longest(setup.administrator.body.shape[name])}
              value={person[name]}
              onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
            />
          )}
        </PlainField>
      ))}
    </PlainForm>
  );
}
