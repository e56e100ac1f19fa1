import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportConfig, reportEndpoints } from '#domains/reports/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { OrderedChoice } from '#platform/web/form/ordered-choice.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './reports.module.css';

interface Props {
  opened: boolean;
  config: ReportConfig;
  shown: readonly string[];
  onChoose: (columns: readonly string[]) => void;
  onClose: () => void;
}

/** Which columns a report has, and in which order; for oneself, or for everybody of the package. */
export function ColumnsPanel({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('reports');
  return (
    <SidePanel opened={opened} title={t('columns')} onClose={onClose}>
      <ColumnsForm {...props} onClose={onClose} />
    </SidePanel>
  );
}

function ColumnsForm({ config, shown, onChoose, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('reports');
  const { pkg } = useSelection();
  const names = useNames();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(shown);
  const [forAll, setForAll] = useState(false);
  const labelOf = (name: string): string => (OWN_WORDS.has(name) ? t(`column_${name}`) : names.column(name));
  // Two columns may be called alike: then the name of the column tells them apart.
  const labels = new Map<string, string>();
  for (const { name } of config.columns) {
    const label = labelOf(name);
    labels.set([...labels.values()].includes(label) ? `${label} (${name})` : label, name);
  }
  const byName = new Map([...labels].map(([label, name]) => [name, label]));
  const configure = useMutation({
    mutationFn: () =>
      call(reportEndpoints.configure, {
        body: { package_name: pkg.package_name, report: config.report, columns: [...chosen] },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['GET', reportEndpoints.config.path] });
      notify('done', t('columns_saved'));
      onChoose([]);
      onClose();
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const apply = (): void => {
    if (forAll) configure.mutate();
    else {
      onChoose(chosen);
      onClose();
    }
  };
  return (
    <div className={styles.panel}>
      <OrderedChoice
        label={t('columns_shown')}
        options={[...labels.keys()]}
        value={chosen.flatMap((name) => byName.get(name) ?? [])}
        onChange={(value) => setChosen(value.flatMap((label) => labels.get(label) ?? []))}
      />
      {userMay('rules.write') && (
        <Checkbox
          label={t('columns_for_all', { name: pkg.package_title })}
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          onClick={() => setChosen(config.columns.flatMap(({ name, chosen: on }) => (on ? name : [])))}
        >
          {t('columns_usual')}
        </Button>
        <Button disabled={chosen.length === 0} loading={configure.isPending} onClick={apply}>
          {t('columns_apply')}
        </Button>
      </Group>
    </div>
  );
}

const OWN_WORDS: ReadonlySet<string> = new Set(['row_id', 'hits']);
