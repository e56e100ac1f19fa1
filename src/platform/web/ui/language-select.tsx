import { useTranslation } from 'react-i18next';
import { isLocale, LOCALE_CODES, LOCALES } from '#platform/contract/locales.ts';
import { chooseLocale } from '../i18n/i18n.ts';

/** The languages by their own names. Its label stands beside it, because every place words it in its own texts. */
export function LanguageSelect({ id }: { id: string }) {
  const { i18n } = useTranslation();
  return (
    <select
      id={id}
      value={i18n.language}
      onChange={(event) => {
        if (isLocale(event.target.value)) void chooseLocale(event.target.value);
      }}
    >
      {LOCALE_CODES.map((code) => (
        <option key={code} value={code} lang={code}>
          {LOCALES[code]}
        </option>
      ))}
    </select>
  );
}
