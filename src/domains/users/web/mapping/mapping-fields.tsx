import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { OrderedChoice } from '#platform/web/form/ordered-choice.tsx';
import { SelectionTree } from '#platform/web/form/selection-tree.tsx';
import styles from './mapping.module.css';
import { useMappingChoices } from './use-mapping-choices.ts';

export interface Selected {
  dashboardType: string[] | null;
  menu: string[] | null;
  filter: string[] | null;
}

interface Props {
  platform: 'web' | 'app' | undefined;
  value: Selected;
  onChange: (part: Partial<Selected>) => void;
}

/** Menu, filters and landing order of a mapping. What is left out is gone from the menu and refused by the server. */
export function MappingFields({ platform, value, onChange }: Props) {
  const { t } = useTranslation('users');
  const choices = useMappingChoices(platform);
  return (
    <>
      <div className={styles.trees}>
        <SelectionTree
          label={t('menu_selection')}
          everything={t('menu_all')}
          groups={choices.menu}
          value={value.menu}
          onChange={(menu) => onChange({ menu })}
        />
        <SelectionTree
          label={t('filter_selection')}
          everything={t('filter_all')}
          groups={choices.filters}
          value={value.filter}
          onChange={(filter) => onChange({ filter })}
        />
      </div>
      <Checkbox
        label={t('landing_package')}
        checked={value.dashboardType === null}
        onChange={(event) => onChange({ dashboardType: event.currentTarget.checked ? null : [] })}
      />
      {value.dashboardType !== null && (
        <OrderedChoice
          label={t('landing')}
          description={t('landing_hint')}
          options={DASHBOARD_TYPES}
          value={value.dashboardType}
          onChange={(dashboardType) => onChange({ dashboardType })}
        />
      )}
    </>
  );
}
