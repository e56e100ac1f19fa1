import { Button, FileInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfigurationView, configurationEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { userMay } from '#platform/web/session/user-may.ts';
import { useAct } from '#platform/web/ui/use-act.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from '../hygiene.module.css';

const EMPTY = { name: '', email: '', consent_on: '', consent_note: '' };

type Person = ConfigurationView['talent'][number];

/** As a field of a day writes it. */
const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Persons who have agreed to be recognised; off until the package says otherwise. */
export function Gallery({ view: { package_name, talent, gallery } }: { view: ConfigurationView }) {
  const { t } = useTranslation('hygiene');
  const act = useAct();
  const [draft, setDraft] = useState(EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const mayEdit = userMay('tracking.write') && gallery;
  const isWhole = draft.name.trim().length > 1 && draft.consent_on !== '' && draft.consent_note.trim().length > 1;
  const add = (): void => {
    const body = new FormData();
    for (const [name, value] of Object.entries(draft)) body.set(name, value.trim());
    if (file) body.set('file', file);
    act(async () => {
      await call(configurationEndpoints.addTalent, { query: { package_name }, body });
      setDraft(EMPTY);
      setFile(null);
    }, t('saved'));
  };
  const { ask, dialog } = useConfirmed({
    run: ({ id }: Person) => call(configurationEndpoints.removeTalent, { params: { id } }),
    question: ({ name }) => ({
      title: t('talent_delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('talent_delete_why')}</p>,
    }),
    done: () => t('deleted'),
  });
  const field = (name: keyof typeof EMPTY, type = 'text') => (
    <TextInput
      label={t(`talent_${name}`)}
      type={type}
      maxLength={120}
      {...(type === 'date' ? { max: localDay(new Date()) } : {})}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <section className={styles.section} aria-label={t('gallery')}>
      <h2>{t('gallery')}</h2>
      {!gallery && <p className={screen.note}>{t('gallery_off')}</p>}
      <ul className={styles.marks}>
        {talent.map((person) => (
          <li key={person.id}>
            <span>
              {person.name} <small>{t('talent_about', { day: person.consent_on, count: person.pictures })}</small>
            </span>
            {userMay('tracking.write') && (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('delete_of', { name: person.name })}
                onClick={() => ask(person)}
              >
                {t('delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div className={styles.chooser}>
          {field('name')}
          {field('email', 'email')}
          {field('consent_on', 'date')}
          {field('consent_note')}
          <FileInput
            className={styles.file}
            label={t('file_image')}
            placeholder={t('choose_file')}
            accept="image/*"
            value={file}
            onChange={setFile}
          />
          <Button disabled={!isWhole || !file} onClick={add}>
            {t('add')}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  );
}
