import { Autocomplete, Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { RULE_MODES } from '#traffic/contract/rule.ts';
import { type RuleView, ruleEndpoints } from '#traffic/contract/rule-endpoints.ts';
import screen from '../screen.module.css';
import { settingIn, withPublisher } from './draft-edits.ts';
import { LimitFields } from './limit-fields.tsx';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  rule: RuleView;
  edits: DraftEdits;
  mayEdit: boolean;
}

/** Publishers for whom the rule is set otherwise; what is not named for them is as for the package. */
export function PublisherSettings({ rule, edits, mayEdit }: Props) {
  const { t } = useTranslation('rules');
  const setting = settingIn(edits.draft, rule);
  const special = Object.entries(setting.publishers ?? {});
  if (special.length === 0 && !mayEdit) return null;
  return (
    <section className={styles.section}>
      <h3>{t('publishers')}</h3>
      <p className={screen.note}>{t('publishers_note')}</p>
      {special.map(([publisher, own]) => {
        const change = (next: typeof own | null): void =>
          edits.edit((draft) => withPublisher(draft, rule, publisher, next));
        return (
          <div key={publisher} className={styles.special}>
            <div className={styles.specialHead}>
              <span>{publisher}</span>
              {mayEdit && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  aria-label={t('publisher_remove', { name: publisher })}
                  onClick={() => change(null)}
                >
                  {t('remove')}
                </Button>
              )}
            </div>
            <NativeSelect
              size="xs"
              aria-label={t('setting_of', { name: publisher })}
              disabled={!mayEdit}
              data={[
                { value: '', label: t('as_package', { mode: t(`mode_${setting.mode}`) }) },
                ...RULE_MODES.filter((mode) => mode !== 'fraud' || rule.stage !== 'sweep' || own.mode === mode).map(
                  (mode) => ({ value: mode, label: t(`mode_${mode}`) }),
                ),
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
              values={{ ...setting.limits, ...own.limits }}
              disabled={!mayEdit}
              onLimit={(name, value) => change({ ...own, limits: { ...own.limits, [name]: value } })}
            />
          </div>
        );
      })}
      {mayEdit && <AddPublisher rule={rule} edits={edits} taken={special.map(([name]) => name)} />}
    </section>
  );
}

function AddPublisher({ rule, edits, taken }: Omit<Props, 'mayEdit'> & { taken: readonly string[] }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const [name, setName] = useState('');
  const { data } = useQuery(
    query(ruleEndpoints.values, { query: { package_name: pkg.package_name, field: 'publisher' } }),
  );
  const chosen = name.trim();
  const add = (): void => {
    if (chosen === '' || taken.includes(chosen)) return;
    const { mode } = settingIn(edits.draft, rule);
    edits.edit((draft) => withPublisher(draft, rule, chosen, { mode: mode === 'off' ? 'on' : 'off' }));
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
