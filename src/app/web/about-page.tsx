import { useTranslation } from 'react-i18next';
import styles from './about-page.module.css';

/** What the product ships and must name (CC BY 4.0 asks for it where the data are used). */
const SOURCES = [
  { key: 'asn', name: 'ip-location-db ASN', licence: 'CC BY 4.0', url: 'https://github.com/sapics/ip-location-db' },
  {
    key: 'country',
    name: 'ip-location-db geo-whois-asn-country',
    licence: 'CC BY 4.0',
    url: 'https://github.com/sapics/ip-location-db',
  },
  { key: 'bots', name: 'isbot', licence: 'Unlicense', url: 'https://github.com/omrilotan/isbot' },
  { key: 'bots', name: 'crawler-user-agents', licence: 'MIT', url: 'https://github.com/monperrus/crawler-user-agents' },
  {
    key: 'browsers',
    name: 'MDN browser-compat-data',
    licence: 'CC0 1.0',
    url: 'https://github.com/mdn/browser-compat-data',
  },
  { key: 'font', name: 'Inter', licence: 'OFL 1.1', url: 'https://rsms.me/inter/' },
  { key: 'icons', name: 'Tabler Icons', licence: 'MIT', url: 'https://tabler.io/icons' },
] as const;

export function AboutPage() {
  const { t } = useTranslation('about');
  return (
    <article className={styles.page}>
      <p>{t('what')}</p>
      <p>{t('licence')}</p>
      <h2>{t('lists')}</h2>
      <ul>
        {SOURCES.map(({ key, name, licence, url }) => (
          <li key={name}>
            <span>{t(key)}</span>
            <a href={url} rel="noreferrer" target="_blank">
              {name}
            </a>
            <span>{licence}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
