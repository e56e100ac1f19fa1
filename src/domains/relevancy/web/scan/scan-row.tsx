import { ActionIcon, Autocomplete, Select, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_KEYWORD } from '#domains/relevancy/contract/scan.ts';
import type { Country, Language } from '#domains/relevancy/contract/scan-endpoints.ts';
import type { Faults, Field, TypedRow } from './rows.ts';
import styles from './scan.module.css';

interface Props {
  row: TypedRow;
  at: number;
  countries: readonly Country[];
  languages: readonly Language[];
  faults: Faults;
  onChange: (changed: Partial<TypedRow>) => void;
  onLeave: (field: Field) => void;
  /** Absent for the only row. */
  onRemove: (() => void) | undefined;
}

/** Where, what and in which language: the country is chosen from the list and not merely typed (QL-MSG-03). */
export function ScanRow({ row, at, countries, languages, faults, onChange, onLeave, onRemove }: Props) {
  const { t } = useTranslation('scan');
  const byName = useMemo(() => new Map(countries.map((country) => [country.name, country])), [countries]);
  const chosen = useRef<string | undefined>(undefined);
  const errorOf = (field: Field) => (faults[field] ? t(faults[field]) : undefined);
  const leave = (field: Field) => () => onLeave(field);
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{t('row', { n: at + 1 })}</legend>
      <Autocomplete
        label={t('place')}
        data={[...byName.keys()]}
        value={row.place}
        error={errorOf('place')}
        limit={300}
        autoComplete="off"
        selectFirstOptionOnChange={false}
        onChange={(place) => {
          // A choice is told before the text that it brings; any other text is typed.
          if (place !== chosen.current) chosen.current = undefined;
          onChange({ place, country: chosen.current === undefined ? undefined : byName.get(place) });
        }}
        onOptionSubmit={(name) => {
          chosen.current = name;
          onChange({ place: name, country: byName.get(name) });
        }}
        onBlur={leave('place')}
      />
      <TextInput
        label={t('keyword')}
        value={row.keyword}
        error={errorOf('keyword')}
        maxLength={LONGEST_KEYWORD}
        onChange={(event) => onChange({ keyword: event.currentTarget.value })}
        onBlur={leave('keyword')}
      />
      <Select
        label={t('language')}
        data={languages.map(({ language_code, name }) => ({ value: language_code, label: name }))}
        value={row.language}
        error={errorOf('language')}
        searchable
        limit={300}
        onChange={(language) => onChange({ language })}
        onBlur={leave('language')}
      />
      <ActionIcon
        className={styles.remove ?? ''}
        variant="subtle"
        size="lg"
        aria-label={t('remove_row', { n: at + 1 })}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
