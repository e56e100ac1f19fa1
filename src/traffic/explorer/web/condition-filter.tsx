import { Button, Group } from '@mantine/core';
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { all, type Condition, conditionSchema } from '#platform/contract/condition.ts';
import { roleOf } from '#platform/contract/roles.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { currentUser } from '#platform/web/session/user.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { namesSource } from '#traffic/event/contract/condition-fields.ts';
import { ConditionBuilder, faultsOf } from '#traffic/rules/web/condition-builder/condition-builder.tsx';
import { readCondition } from '#traffic/rules/web/condition-builder/read-condition.ts';
import { useReader } from '#traffic/rules/web/condition-builder/use-reader.ts';
import { RuleNames } from '#traffic/rules/web/names-of-values.tsx';
import styles from './events.module.css';

interface Props {
  /** A condition as JSON; '' for none. */
  query: string;
  onChange: (query: string) => void;
  /** It becomes part of what is saved, and filters nothing here. */
  kept?: boolean;
}

/** The condition of an address; undefined for none and for a text that is none. */
function conditionIn(query: string): Condition | undefined {
  try {
    return query === '' ? undefined : conditionSchema.safeParse(JSON.parse(query)).data;
  } catch {
    return undefined;
  }
}

/** What events must fulfil, in the one condition language: a button that opens the builder. Publishers have none. */
export function ConditionButton({ query, onChange, kept }: Props) {
  const { t } = useTranslation('events');
  const [opened, setOpened] = useState(false);
  const user = currentUser();
  if (user && roleOf(user.role) === 'publisher') return null;
  return (
    <>
      <Button variant="default" leftSection={<IconBraces size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('condition')}
      </Button>
      <SidePanel opened={opened} title={t('condition')} onClose={() => setOpened(false)}>
        {opened && (
          <ConditionForm
            query={query}
            kept={kept ?? false}
            onChange={(next) => {
              onChange(next);
              setOpened(false);
            }}
          />
        )}
      </SidePanel>
    </>
  );
}

/** The builder with the button that takes it over; in a panel of its own, or inside of a form that keeps it. */
export function ConditionForm({ query, onChange, kept }: Props) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const [condition, setCondition] = useState<Condition>(() => conditionIn(query) ?? all());
  const [asked, setAsked] = useState(false);
  const aboutSource = namesSource(condition);
  const isEmpty = 'all' in condition && condition.all.length === 0;
  const apply = (): void => {
    setAsked(true);
    if (aboutSource || faultsOf(condition).length > 0) return;
    onChange(isEmpty ? '' : JSON.stringify(condition));
  };
  return (
    <div className={screen.form}>
      <p className={screen.note}>{t(kept ? 'condition_note_kept' : 'condition_note')}</p>
      <ConditionBuilder
        condition={condition}
        packageName={pkg.package_name}
        timeZone={pkg.time_zone}
        onChange={setCondition}
        strict={asked}
      />
      {asked && aboutSource && (
        <p className={screen.fault} role="alert">
          {t('condition_source')}
        </p>
      )}
      <Group>
        <Button onClick={apply}>{t(kept ? 'condition_keep' : 'filter_apply')}</Button>
        {query !== '' && (
          <Button variant="default" onClick={() => onChange('')}>
            {t('condition_remove')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The condition that holds, read out, with a cross that takes it away. */
export function ConditionChip(props: Props) {
  if (props.query === '') return null;
  return (
    <RuleNames>
      <Chip {...props} />
    </RuleNames>
  );
}

function Chip({ query, onChange }: Props) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const reader = useReader(pkg.time_zone);
  const condition = conditionIn(query);
  return (
    <ul className={styles.chips} aria-label={t('condition')}>
      <li className={styles.chip}>
        <span className={styles.chipWords}>
          <span className={styles.muted}>{t('condition')}</span>{' '}
          {condition ? readCondition(reader, condition) : t('condition_unreadable')}
        </span>
        <button
          type="button"
          className={styles.chipCross}
          aria-label={t('condition_remove')}
          onClick={() => onChange('')}
        >
          <IconX size={14} aria-hidden />
        </button>
      </li>
    </ul>
  );
}
