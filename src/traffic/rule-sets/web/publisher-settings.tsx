import { Autocomplete, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';
import { RULE_MODES } from '#traffic/rules/contract/rule.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { type PublisherSetting as Own, settingIn, withPublisher } from './draft-edits.ts';
import { LimitFields } from './limit-fields.tsx';
import { contradictionsIn } from './limit-order.ts';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  rule: RuleView;
  edits: DraftEdits;
  mayEdit: boolean;
}

/** From so many on the list is searched rather than read. */
const MANY = 10;

/** Publishers for whom the rule is set otherwise, a line each; what is not named for them is as for the package. */
export function PublisherSettings({ rule, edits, mayEdit }: Props) {
  const { t } = useTranslation('rules');
  const [opened, setOpened] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [named, setNamed] = useState<readonly string[]>([]);
  const setting = settingIn(edits.draft, rule);
  const stored = setting.publishers ?? [];
  const isStored = (name: string): boolean => stored.some(({ publisher }) => publisher === name);
  // Who is named here is as the package until something is set for them; so long the draft does not know them.
  const added = named.filter((name) => !isStored(name)).map((publisher) => ({ publisher }));
  const special = [...stored, ...added];
  if (special.length === 0 && !mayEdit) return null;
  const wanted = search.trim().toLocaleLowerCase();
  const shown = special.filter(({ publisher }) => publisher.toLocaleLowerCase().includes(wanted));
  return (
    <section className={styles.section}>
      <h3>{t('publishers')}</h3>
      <p className={screen.note}>{t('publishers_note')}</p>
      {special.length > MANY && (
        <TextInput
          type="search"
          maxLength={longest(searchText)}
          size="sm"
          aria-label={t('publisher_search')}
          placeholder={t('publisher_search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.map(({ publisher, ...own }) => (
        <PublisherSetting
          key={publisher}
          rule={rule}
          edits={edits}
          mayEdit={mayEdit}
          publisher={publisher}
          own={own}
          opened={opened === publisher}
          onOpened={(open) => setOpened(open ? publisher : null)}
          onKept={() => setNamed((names) => [...new Set([...names, publisher])])}
          onRemove={() => {
            setNamed((names) => names.filter((name) => name !== publisher));
            if (isStored(publisher)) edits.edit((draft) => withPublisher(draft, rule, publisher, null));
          }}
        />
      ))}
      {mayEdit && (
        <AddPublisher
          taken={special.map(({ publisher }) => publisher)}
          onAdded={(name) => {
            setNamed([...named, name]);
            setOpened(name);
          }}
        />
      )}
    </section>
  );
}

interface SettingProps extends Props {
  publisher: string;
  own: Own;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  /** It stays in sight, even when nothing is set for it any more. */
  onKept: () => void;
  onRemove: () => void;
}

/** One publisher; its fields stand there while they are changed, and where they contradict each other. */
function PublisherSetting({ rule, edits, mayEdit, publisher, own, opened, onOpened, onKept, onRemove }: SettingProps) {
  const { t } = useTranslation('rules');
  const words = useLimitWords();
  const setting = settingIn(edits.draft, rule);
  const values = { ...setting.limits, ...own.limits };
  const open = opened || contradictionsIn(rule, values).length > 0;
  const change = (next: Own): void => {
    onKept();
    edits.edit((draft) => withPublisher(draft, rule, publisher, next));
  };
  const summary = [
    own.mode ? t(`mode_${own.mode}`) : t('as_package', { mode: t(`mode_${setting.mode}`) }),
    ...rule.limits.flatMap((limit) => {
      const value = own.limits?.[limit.name];
      return value === undefined ? [] : [`${words.label(limit)} ${words.value(value, limit.unit)}`];
    }),
  ];
  return (
    <div className={styles.special}>
      <div className={styles.specialHead}>
        <span>
          {publisher} <span className={screen.note}>{summary.join(' · ')}</span>
        </span>
        {mayEdit && (
          <span className={styles.specialTools}>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-expanded={open}
              aria-label={`${t(open ? 'close' : 'change')}: ${publisher}`}
              onClick={() => onOpened(!opened)}
            >
              {t(open ? 'close' : 'change')}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t('publisher_remove', { name: publisher })}
              onClick={onRemove}
            >
              {t('remove')}
            </Button>
          </span>
        )}
      </div>
      {open && mayEdit && (
        <>
          <NativeSelect
            size="xs"
            aria-label={t('setting_of', { name: publisher })}
            data={[
              { value: '', label: t('as_package', { mode: t(`mode_${setting.mode}`) }) },
              ...RULE_MODES.map((mode) => ({ value: mode, label: t(`mode_${mode}`) })),
            ]}
            value={own.mode ?? ''}
            onChange={(event) => {
              const mode = RULE_MODES.find((one) => one === event.currentTarget.value);
              const { mode: _, ...rest } = own;
              change(mode ? { ...rest, mode } : rest);
            }}
          />
          <LimitFields
            rule={rule}
            values={values}
            disabled={false}
            onLimit={(name, value) => change({ ...own, limits: { ...own.limits, [name]: value } })}
          />
        </>
      )}
    </div>
  );
}

interface AddProps {
  taken: readonly string[];
  onAdded: (publisher: string) => void;
}

function AddPublisher({ taken, onAdded }: AddProps) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const [name, setName] = useState('');
  const { data } = useQuery(
    query(conditionEndpoints.values, { query: { package_name: pkg.package_name, field: 'publisher' } }),
  );
  const chosen = name.trim();
  const add = (): void => {
    if (chosen === '' || taken.includes(chosen)) return;
    onAdded(chosen);
    setName('');
  };
  return (
    <Group gap="xs" align="flex-end">
      <Autocomplete
        size="sm"
        style={{ flex: 1 }}
        label={t('publisher_add')}
        placeholder={t('publisher_name')}
        data={(data?.data ?? []).map(({ value }) => value).filter((value) => !taken.includes(value))}
        value={name}
        onChange={setName}
        onKeyDown={(event) => event.key === 'Enter' && add()}
      />
      <Button variant="default" onClick={add} disabled={chosen === '' || taken.includes(chosen)}>
        {t('add')}
      </Button>
    </Group>
  );
}
