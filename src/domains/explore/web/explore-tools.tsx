import { MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ASKED_MEASURES, EXPLORE_MEASURES, factOfMedian } from '#analytics/contract/explore-measures.ts';
import { COMPARED, MOST_KEYS, MOST_MEASURES, VIEWS } from '#domains/explore/contract/explore-endpoints.ts';
import { isFactKey, KEY_NAMES } from '#traffic/event/contract/keys.ts';
import { CALENDAR_KEYS } from '#traffic/event/contract/time-keys.ts';
import { groupedKeys } from '#traffic/event/web/grouped-keys.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { Ask, AskChange } from './ask.ts';
import styles from './explore.module.css';
import { seesFacts } from './use-ask.ts';
import { useExploreWords } from './use-words.ts';

interface Props {
  ask: Ask;
  onChange: (change: AskChange) => void;
}

/** How rows are told apart, what is counted of each, and beside what. */
export function ExploreTools({ ask, onChange }: Props) {
  const { t } = useTranslation('explore');
  const names = useNames();
  const withFacts = seesFacts();
  const keys = KEY_NAMES.filter((key) => withFacts || !isFactKey(key));
  const dated = ask.by.some((key) => CALENDAR_KEYS.has(key));
  return (
    <div className={styles.tools}>
      <MultiSelect
        className={styles.keys ?? ''}
        label={t('by')}
        placeholder={ask.by.length === 0 ? t('by_example') : ''}
        data={groupedKeys(keys, names)}
        value={ask.by}
        onChange={(by) =>
          onChange({ by: by.join(), ...(by.some((key) => CALENDAR_KEYS.has(key)) ? { compare: '' } : {}) })
        }
        maxValues={MOST_KEYS}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('none_found')}
        comboboxProps={{ withinPortal: true }}
      />
      <MultiSelect
        className={styles.measures ?? ''}
        label={t('measures')}
        data={useMeasureGroups(withFacts)}
        value={ask.measures}
        onChange={(measures) => onChange({ measures: measures.join() })}
        maxValues={MOST_MEASURES}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('none_found')}
        comboboxProps={{ withinPortal: true }}
      />
      <Select
        className={styles.compare ?? ''}
        label={t('compare')}
        data={COMPARED.map((value) => ({ value, label: t(`compare_${value}`), disabled: dated && value !== 'none' }))}
        value={dated ? 'none' : ask.compare}
        onChange={(value) => onChange({ compare: value === 'none' || value === null ? '' : value })}
        allowDeselect={false}
        {...(dated ? { description: t('compare_dated') } : {})}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </div>
  );
}

/** What can be counted, by what it is in. */
function useMeasureGroups(withFacts: boolean) {
  const { t } = useTranslation('explore');
  const words = useExploreWords();
  const groupOf = (name: string): string => {
    if (factOfMedian(name) !== undefined) return 'medians';
    const unit = EXPLORE_MEASURES[name]?.unit;
    return unit === 'money' ? 'money' : unit === 'percent' ? 'shares' : 'counts';
  };
  const groups = ['counts', 'shares', 'money', ...(withFacts ? ['medians'] : [])];
  return groups.map((group) => ({
    group: t(`group_${group}`),
    items: ASKED_MEASURES.filter((name) => groupOf(name) === group).map((value) => ({
      value,
      label: words.measure(value),
    })),
  }));
}

/** How the answer is looked at. */
export function ViewSwitch({ ask, onChange }: Props) {
  const { t } = useTranslation('explore');
  return (
    <SegmentedControl
      aria-label={t('view')}
      data={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
      value={ask.view}
      onChange={(view) => onChange({ view: view === 'table' ? '' : view })}
    />
  );
}
