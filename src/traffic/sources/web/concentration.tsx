import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import type { PublisherProfile } from '#traffic/sources/contract/source-endpoints.ts';
import styles from './publisher.module.css';

/** Which networks and devices its events come from; a mark shows the share others have. */
export function Concentration({ profile }: { profile: PublisherProfile }) {
  if (profile.networks.length + profile.devices.length === 0) return null;
  return (
    <div className={styles.two}>
      <Bars of="networks" rows={profile.networks} />
      <Bars of="devices" rows={profile.devices} />
    </div>
  );
}

function Bars({ of, rows }: { of: 'networks' | 'devices'; rows: PublisherProfile['networks'] }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const [only] = rows;
  // Of what nothing was reported a card would be empty.
  if (!only) return null;
  const others = ({ base }: (typeof rows)[number]): string =>
    base === null ? '' : `(${t('others_have', { rate: format.percent(base) })})`;
  return (
    <section className={screen.card} aria-label={t(of)}>
      <header className={screen.cardHead}>
        <h3>{t(of)}</h3>
        {rows.length > 1 && <span className={screen.note}>{t('mark_others')}</span>}
      </header>
      {/* One bar alone compares nothing: it is a sentence. */}
      {rows.length < 2 ? (
        <p className={screen.note} style={{ padding: '10px 14px 14px' }}>
          {`${t('only_one', { name: only.name })} ${others(only)}`.trim()}
        </p>
      ) : (
        <ul className={styles.bars}>
          {rows.map(({ name, share, base, events }) => (
            <li key={name}>
              <span title={name} style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {name}
              </span>
              <span className={styles.share} title={format.number(events)}>
                {format.percent(share)}
              </span>
              <span className={styles.track} aria-hidden>
                <span className={styles.fill} style={{ width: `${share * 100}%` }} />
                {base !== null && <span className={styles.tick} style={{ left: `${base * 100}%` }} />}
              </span>
              {base !== null && (
                <span className="visually-hidden">{t('others_have', { rate: format.percent(base) })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
