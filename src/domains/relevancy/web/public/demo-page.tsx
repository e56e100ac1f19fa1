import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEMO_BRANDS, DEMO_COUNTRY } from '#domains/relevancy/contract/demo-brands.ts';
import { LONGEST_KEYWORD } from '#domains/relevancy/contract/scan.ts';
import { isLocale } from '#platform/contract/locales.ts';
import screen from '#platform/web/layout/screen.module.css';
import { notify } from '#platform/web/ui/notify.ts';
import { emptyRow } from '../scan/rows.ts';
import styles from '../scan/scan.module.css';
import { ScanOutcome } from '../scan/scan-outcome.tsx';
import { useFailureText } from '../scan/use-failure-text.ts';
import { usePlaces } from '../scan/use-places.ts';
import { useScan } from '../scan/use-scan.ts';

/** A guided scan: a made-up brand and its keyword, or one's own, in the reader's language (PUB-GAP-01). */
export function DemoPage() {
  const { t, i18n } = useTranslation('scan');
  const locale = isLocale(i18n.language) ? i18n.language : 'en';
  const [brand, setBrand] = useState(DEMO_BRANDS[0]);
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState(false);
  const keyword = typed ?? brand?.keyword[locale] ?? '';
  const { countries, languages } = usePlaces();
  const failureText = useFailureText();
  const { state, scan, left } = useScan((error) => notify('failed', failureText(error)));
  const country = countries.find(({ country_code }) => country_code === DEMO_COUNTRY[locale]);
  const busy = state.kind === 'scanning';
  const submit = (): void => {
    setAsked(true);
    if (keyword.trim() !== '' && country)
      void scan([{ ...emptyRow(), country, place: country.name, keyword, language: locale }]);
  };
  return (
    <div className={screen.page}>
      <div className={screen.head}>
        <p>{t('demo_lead')}</p>
      </div>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.guided}>
          <Select
            label={t('brand')}
            data={DEMO_BRANDS.map(({ id, name }) => ({ value: id, label: name }))}
            value={brand?.id ?? null}
            allowDeselect={false}
            onChange={(id) => {
              setBrand(DEMO_BRANDS.find((each) => each.id === id));
              setTyped(undefined);
            }}
          />
          <TextInput
            label={t('keyword')}
            value={keyword}
            maxLength={LONGEST_KEYWORD}
            error={asked && keyword.trim() === '' && t('no_keyword')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={busy || left > 0} className={styles.go ?? ''}>
            {t(busy ? 'scanning' : 'scan')}
          </Button>
        </div>
      </form>
      <ScanOutcome state={state} left={left} countries={countries} languages={languages} />
      <p>
        {t('demo_more')} <a href="/sign-up">{t('sign_up')}</a>
      </p>
    </div>
  );
}
