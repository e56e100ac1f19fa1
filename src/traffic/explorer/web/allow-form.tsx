import { Button, Group, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { cutMiddle } from '#platform/web/table/middle-cut.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { EMPTY_TERMS, EntryTerms, termsBody, termsFault } from '#traffic/white-list/web/entry-terms.tsx';
import { useAddEntry } from '#traffic/white-list/web/use-entries.ts';
import type { StoredEvent } from './event-values.ts';
import styles from './events.module.css';
import { whiteListChoices } from './white-list-choices.ts';

interface Props {
  packageName: string;
  event: StoredEvent;
  onDone: () => void;
}

const LONGEST_VALUE = 44;

/** White-lists something about this event: one value, for a reason, for a time. */
export function AllowForm({ packageName, event, onDone }: Props) {
  const { t } = useTranslation('whitelist');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const choices = whiteListChoices(event);
  const add = useAddEntry(packageName);
  const [kind, setKind] = useState<string>(choices[0]?.kind ?? 'ip');
  const [terms, setTerms] = useState(EMPTY_TERMS);
  const [asked, setAsked] = useState(false);
  const chosen = choices.find((choice) => choice.kind === kind);
  const askedAgain = add.error instanceof ApiError && add.error.field === 'confirm' ? errorText(add.error) : undefined;
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    setAsked(true);
    if (chosen && !termsFault(terms, pkg.today)) add.mutate({ ...chosen, ...termsBody(terms) }, { onSuccess: onDone });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Radio.Group label={t('what')} value={kind} onChange={setKind}>
        <Stack gap={8} mt={6}>
          {choices.map((choice) => (
            <Radio
              key={choice.kind}
              value={choice.kind}
              label={
                <span title={choice.value}>
                  {t(`kind_${choice.kind}`)}{' '}
                  <span className={styles.mono}>{cutMiddle(choice.value, LONGEST_VALUE)}</span>
                </span>
              }
              description={t(`covers_${choice.kind}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <EntryTerms
        terms={terms}
        onChange={setTerms}
        fault={asked ? termsFault(terms, pkg.today) : undefined}
        askedAgain={askedAgain}
      />
      {add.error && askedAgain === undefined && (
        <p className={styles.fault} role="alert">
          {errorText(add.error)}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={add.isPending} disabled={!chosen}>
          {t('add')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
