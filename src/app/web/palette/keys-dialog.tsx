import { CloseButton } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_PLACES, SHORTCUTS, type ShortcutName } from '#platform/web/keys/shortcuts.ts';
import { TopDialog } from '../shell/top-dialog.tsx';
import styles from './keys-dialog.module.css';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];

/** How keys are written where there are signs for them; the others say their name or what they type. */
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
};
const MAC = /mac|iphone|ipad/i;

/** `?`: every key there is, from the list by which they are heard. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['palette', 'ui']);
  return (
    <TopDialog label={t('palette:keys')} className={styles.keys ?? ''} onClose={onClose}>
      <header className={styles.head}>
        <h2>{t('palette:keys')}</h2>
        <CloseButton aria-label={t('ui:close')} onClick={onClose} data-mantine-stop-propagation="true" />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className={styles.places} tabIndex={0} aria-label={t('palette:keys')}>
        {KEY_PLACES.map((place) => (
          <section key={place}>
            <h3>{t(`palette:place_${place}`)}</h3>
            <dl className={styles.list}>
              {NAMES.filter((name) => SHORTCUTS[name].place === place).map((name) => (
                <div key={name}>
                  <dt>
                    <Keys name={name} />
                  </dt>
                  <dd>{t(`palette:does_${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </TopDialog>
  );
}

function Keys({ name }: { name: ShortcutName }) {
  const { t } = useTranslation('palette');
  const isMac = MAC.test(navigator.platform);
  const said = (key: string): string => {
    if (key === 'Mod') return isMac ? '⌘' : t('key_Control');
    return SIGNS[key] ?? (key.length > 1 || key === ' ' ? t(`key_${key === ' ' ? 'Space' : key}`) : key.toUpperCase());
  };
  return SHORTCUTS[name].keys.map((combination, index) => (
    <Fragment key={combination}>
      {index > 0 && ` ${t('key_or')} `}
      {combination.split('+').map((key) => (
        <kbd key={key}>{said(key)}</kbd>
      ))}
    </Fragment>
  ));
}
