import { Button, FileInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfigurationView, configurationEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import { MARK_KINDS } from '#domains/hygiene/contract/policy.ts';
import { call } from '#platform/web/api/call.ts';
import { upload } from '#platform/web/api/files.ts';
import screen from '#platform/web/layout/screen.module.css';
import { userMay } from '#platform/web/session/user-may.ts';
import { useAct } from '#platform/web/ui/use-act.ts';
import styles from '../hygiene.module.css';

/** Logos, words and approved creatives of the package. */
export function Marks({ view: { package_name, marks } }: { view: ConfigurationView }) {
  const { t } = useTranslation('hygiene');
  const act = useAct();
  const [kind, setKind] = useState<(typeof MARK_KINDS)[number]>('logo');
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const mayEdit = userMay('tracking.write');
  const add = (): void => {
    const asked = { query: { package_name, kind, name: name.trim() }, body: undefined };
    act(async () => {
      await upload(configurationEndpoints.addMark, asked, kind === 'word' ? new Blob() : (file ?? new Blob()));
      setName('');
      setFile(null);
    }, t('saved'));
  };
  return (
    <section className={styles.section} aria-label={t('marks')}>
      <h2>{t('marks')}</h2>
      {marks.length === 0 && <p className={screen.note}>{t('marks_none')}</p>}
      <ul className={styles.marks}>
        {marks.map(({ id, kind: of, name: called, picture }) => (
          <li key={id}>
            {picture && <img src={picture} alt={called} />}
            <span>
              {called} <small>{t(`mark_${of}`)}</small>
            </span>
            {mayEdit && (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('delete_of', { name: called })}
                onClick={() => act(() => call(configurationEndpoints.removeMark, { params: { id } }), t('deleted'))}
              >
                {t('delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div className={styles.chooser}>
          <Select
            label={t('kind')}
            data={MARK_KINDS.map((one) => ({ value: one, label: t(`mark_${one}`) }))}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(MARK_KINDS.find((one) => one === value) ?? 'logo')}
          />
          <TextInput
            label={t('name')}
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {kind !== 'word' && (
            <FileInput
              className={styles.file}
              label={t('file_image')}
              placeholder={t('choose_file')}
              accept="image/*"
              value={file}
              onChange={setFile}
            />
          )}
          <Button disabled={name.trim() === '' || (kind !== 'word' && !file)} onClick={add}>
            {t('add')}
          </Button>
        </div>
      )}
    </section>
  );
}
