import { Button, CloseButton, NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormSection } from '#platform/web/form/form-section.tsx';
import styles from '../tracking.module.css';
import { ALL_MACROS, ClickIdWarning, type FieldProps, LANDING_EXAMPLE, MacroWarning } from './fields.tsx';

const LONGEST_ADDRESS = 2_000;

/** Where clicks go: the campaign's own page, and others by weight. */
export function LandingFields({ draft, onChange, fault, choices }: FieldProps) {
  const { t } = useTranslation('tracking');
  const { landing_pages: pages } = draft;
  const offered = choices?.landing_pages ?? [];
  const free = offered.filter(({ id }) => !pages.some((page) => page.id === id));
  const [first] = free;
  return (
    <FormSection title={t('section_landing')} hint={t('section_landing_hint')}>
      <TextInput
        label={t('landing_page')}
        description={t('macros_are', { macros: ALL_MACROS })}
        type="url"
        value={draft.landing_page}
        error={fault('landing_page')}
        maxLength={LONGEST_ADDRESS}
        placeholder={LANDING_EXAMPLE}
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => onChange({ landing_page: event.currentTarget.value })}
      />
      <MacroWarning template={draft.landing_page} />
      <ClickIdWarning template={draft.landing_page} />
      {pages.map((page, at) => {
        const change = (part: Partial<typeof page>) =>
          onChange({ landing_pages: pages.map((each, place) => (place === at ? { ...each, ...part } : each)) });
        const name = offered.find(({ id }) => id === page.id)?.name ?? String(page.id);
        return (
          <div key={page.id} className={styles.line}>
            <Select
              label={t('further_page')}
              data={offered
                .filter(({ id }) => id === page.id || free.some((each) => each.id === id))
                .map(({ id, name: label }) => ({ value: String(id), label }))}
              value={String(page.id)}
              allowDeselect={false}
              searchable
              onChange={(value) => value !== null && change({ id: Number(value) })}
            />
            <NumberInput
              label={t('weight')}
              value={page.weight}
              min={1}
              max={1000}
              error={fault(`landing_pages.${at}.weight`)}
              allowDecimal={false}
              onChange={(weight) => change({ weight: Number(weight) })}
            />
            <CloseButton
              aria-label={t('remove_of', { name })}
              onClick={() => onChange({ landing_pages: pages.filter((_, place) => place !== at) })}
            />
          </div>
        );
      })}
      {fault('landing_pages') && <p role="alert">{fault('landing_pages')}</p>}
      <div>
        <Button
          variant="default"
          size="compact-md"
          disabled={!first}
          onClick={() => first && onChange({ landing_pages: [...pages, { id: first.id, weight: 1 }] })}
        >
          {t('add_page')}
        </Button>
      </div>
    </FormSection>
  );
}
