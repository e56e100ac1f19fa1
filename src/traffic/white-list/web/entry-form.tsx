import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseAddress, parseNetwork } from '#platform/contract/ip-network.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { WHITE_LIST_KINDS } from '#traffic/rules/contract/white-list-kinds.ts';
import { entryValue } from '#traffic/white-list/contract/white-list-endpoints.ts';
import { EMPTY_TERMS, EntryTerms, termsBody, termsFault } from './entry-terms.tsx';
import { useAddEntry } from './use-entries.ts';

type ValueKind = Exclude<(typeof WHITE_LIST_KINDS)[number], 'condition'>;

const KINDS = WHITE_LIST_KINDS.filter((kind): kind is ValueKind => kind !== 'condition');

/** What is wrong with a value before the server is asked. */
function valueFault(
  kind: ValueKind,
  value: string,
): 'value_needed' | 'ip_wrong' | 'network_wrong' | 'asn_wrong' | undefined {
  if (value === '') return 'value_needed';
  if (kind === 'ip' && parseAddress(value) === null) return 'ip_wrong';
  if (kind === 'network' && (!value.includes('/') || parseNetwork(value) === null)) return 'network_wrong';
  if (kind === 'asn' && !/^(AS)?\d{1,10}$/i.test(value)) return 'asn_wrong';
  return undefined;
}

/** A new entry by hand: one value of one column, for a reason, for a time. */
export function EntryForm({ packageName, onDone }: { packageName: string; onDone: () => void }) {
  const { t } = useTranslation('whitelist');
  const errorText = useErrorText();
  const { pkg } = useSelection();
  const add = useAddEntry(packageName);
  const [kind, setKind] = useState<ValueKind>('ip');
  const [value, setValue] = useState('');
  const [terms, setTerms] = useState(EMPTY_TERMS);
  const [asked, setAsked] = useState(false);
  const fault = valueFault(kind, value.trim());
  const askedAgain = add.error instanceof ApiError && add.error.field === 'confirm' ? errorText(add.error) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!fault && !termsFault(terms, pkg.today))
      add.mutate({ kind, value: value.trim(), ...termsBody(terms) }, { onSuccess: onDone });
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <Select
        label={t('what')}
        description={t(`covers_${kind}`)}
        data={KINDS.map((each) => ({ value: each, label: t(`kind_${each}`) }))}
        value={kind}
        onChange={(chosen) => setKind(KINDS.find((each) => each === chosen) ?? 'ip')}
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput
        label={t('value')}
        placeholder={t(`example_${kind}`)}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={asked && fault && t(fault)}
        maxLength={longest(entryValue)}
        required
      />
      <EntryTerms
        terms={terms}
        onChange={setTerms}
        fault={asked ? termsFault(terms, pkg.today) : undefined}
        askedAgain={askedAgain}
      />
      {add.error && askedAgain === undefined && (
        <p className={screen.fault} role="alert">
          {errorText(add.error)}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={add.isPending}>
          {t('add')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
