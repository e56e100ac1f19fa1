import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ConfigEdit, E_INVOICES, RESETS } from '#domains/invoices/contract/party.ts';
import { LOCALE_CODES, LOCALES } from '#platform/contract/locales.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { CountField, TermField } from '#platform/web/form/term-fields.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import styles from './invoices.module.css';

export type ConfigDraft = Omit<ConfigEdit, 'updated_at'>;

interface Props {
  draft: ConfigDraft;
  fault: (field: string) => string | undefined;
  onChange: (part: Partial<ConfigDraft>) => void;
  /** Whether electronic invoices can be made here. */
  canEmbed: boolean;
  logo: File | null;
  hasLogo: boolean;
  isRemoved: boolean;
  onLogo: (file: File | null) => void;
  onRemove: () => void;
}

const MOST_NUMBER = 999_999_999;
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));

/** What stands on every document, and how documents are numbered. */
export function ConfigFields(props: Props) {
  const { draft, fault, onChange, logo } = props;
  const { t } = useTranslation('invoices');
  const long = (name: 'bank' | 'terms' | 'footer', longest: number) => (
    <Textarea
      label={t(name)}
      description={t(`${name}_hint`)}
      value={draft[name]}
      error={fault(name)}
      maxLength={longest}
      minRows={2}
      autosize
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <TextInput
        label={t('email')}
        type="email"
        value={draft.email}
        error={fault('email')}
        maxLength={254}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <div className={styles.row}>
        <FileField
          label={t('logo')}
          description={t(props.isRemoved ? 'logo_removed' : props.hasLogo ? 'logo_stored' : 'logo_hint')}
          placeholder={t('choose_file')}
          accept="image/png,image/jpeg"
          value={logo}
          error={fault('logo')}
          onChange={props.onLogo}
        />
        {props.hasLogo && !props.isRemoved && (
          <Button variant="default" onClick={props.onRemove}>
            {t('remove_logo')}
          </Button>
        )}
      </div>
      {long('bank', 500)}
      <NumberFields {...props} />
      <FieldPair>
        <Select
          label={t('locale')}
          description={t('locale_hint')}
          data={LOCALE_CODES.map((value) => ({ value, label: LOCALES[value] }))}
          value={draft.locale}
          allowDeselect={false}
          onChange={(code) => {
            const locale = LOCALE_CODES.find((each) => each === code);
            if (locale) onChange({ locale });
          }}
        />
        <TermField
          label={t('e_invoice')}
          description={t(props.canEmbed ? 'e_invoice_hint' : 'e_invoice_absent')}
          values={E_INVOICES}
          word={(value) => t(`e_invoice_${value}`)}
          value={draft.e_invoice}
          onChange={(e_invoice) => onChange({ e_invoice })}
        />
      </FieldPair>
      {fault('e_invoice') !== undefined && (
        <p className={styles.fault} role="alert">
          {fault('e_invoice')}
        </p>
      )}
      {long('terms', 1000)}
      {long('footer', 500)}
    </>
  );
}

function NumberFields({ draft, fault, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return (
    <>
      <FieldPair>
        <TextInput
          label={t('prefix')}
          description={t('prefix_hint')}
          value={draft.prefix}
          error={fault('prefix')}
          maxLength={20}
          onChange={(event) => onChange({ prefix: event.currentTarget.value })}
        />
        <CountField
          label={t('next_no')}
          description={t('next_no_hint')}
          value={draft.next_no}
          min={1}
          max={MOST_NUMBER}
          error={fault('next_no')}
          onChange={(next_no) => onChange({ next_no })}
        />
        <TermField
          label={t('reset')}
          values={RESETS}
          word={(reset) => t(`reset_${reset}`)}
          value={draft.reset}
          onChange={(reset) => onChange({ reset })}
        />
        {draft.reset === 'fiscal' && (
          <TermField
            label={t('fiscal_month')}
            values={MONTHS}
            word={(month) => format.month(`2026-${month.padStart(2, '0')}`).replace(/\s*2026\s*年?/, '')}
            value={String(draft.fiscal_month)}
            onChange={(month) => onChange({ fiscal_month: Number(month) })}
          />
        )}
      </FieldPair>
      <p className={screen.note}>{t('numbers_note')}</p>
    </>
  );
}
