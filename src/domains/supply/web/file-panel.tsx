import { Button, Group, Tabs } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fileEndpoints } from '#domains/supply/contract/supply-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { FileHistory } from './file-history.tsx';
import { RecordList } from './record-list.tsx';
import { UploadFile } from './upload-file.tsx';

/** What one file says, where it is wrong, and what it said before. */
export function FilePanel({ id, onGone }: { id: number; onGone: () => void }) {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  const format = useFormat();
  const whole = useQuery(query(fileEndpoints.one, { params: { id } }));
  if (whole.isError) return <ErrorState error={whole.error} onRetry={() => whole.refetch()} />;
  if (!whole.data) return <p role="status">{t('reading')}</p>;
  const { file, variables, faults, versions } = whole.data.data;
  const at = (moment: string | null) => (moment === null ? '' : format.dateTime(moment, pkg.time_zone));
  const facts = [
    ['state', t(`state_${file.state}`)],
    ['problem', file.problem && t(`problem_${file.problem}`, { defaultValue: file.problem })],
    ['apps', file.apps.join(', ')],
    ['valid_from', at(file.valid_from)],
    ['valid_until', at(file.valid_until)],
    ['checked_at', at(file.checked_at)],
    ...variables.map(({ name, value }) => [name, value] as const),
  ] as const;
  return (
    <div className={screen.form}>
      <Facts>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variable may be said more than once
            <Fact key={index} name={t(name, { defaultValue: name })}>
              {value}
            </Fact>
          ))}
      </Facts>
      <Steps id={id} name={file.domain} hasRecords={file.records > 0} onGone={onGone} />
      <Tabs defaultValue="records" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="records">{t('tab_records', { n: format.number(file.records) })}</Tabs.Tab>
          <Tabs.Tab value="faults">{t('tab_faults', { n: format.number(file.faults) })}</Tabs.Tab>
          <Tabs.Tab value="history">{t('tab_history')}</Tabs.Tab>
          {userMay('rules.write') && <Tabs.Tab value="upload">{t('tab_upload')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="records">
          <RecordList id={id} kind={file.kind} />
        </Tabs.Panel>
        <Tabs.Panel value="faults">
          {faults.length === 0 ? (
            <p className={screen.note}>{t('no_faults')}</p>
          ) : (
            <ul className={screen.list} aria-label={t('faults')}>
              {faults.map(({ line, code, text }) => (
                <li key={`${line} ${code}`}>
                  <span>{t('line', { n: format.number(line), why: t(`fault_${code}`) })}</span>
                  <code>{text}</code>
                </li>
              ))}
            </ul>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <FileHistory versions={versions} />
        </Tabs.Panel>
        <Tabs.Panel value="upload">
          <UploadFile id={id} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Steps({
  id,
  name,
  hasRecords,
  onGone,
}: {
  id: number;
  name: string;
  hasRecords: boolean;
  onGone: () => void;
}) {
  const { t } = useTranslation('supply');
  const { state, save } = useDownloads();
  const removal = useConfirmed({
    run: () => call(fileEndpoints.remove, { params: { id } }),
    question: () => ({ title: t('remove_asked'), confirm: t('remove'), why: t('remove_why', { name }) }),
    done: () => {
      onGone();
      return t('removed');
    },
  });
  return (
    <Group gap="xs">
      {hasRecords && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={state.loading}
          onClick={() =>
            save(() =>
              download(fileEndpoints.download, { params: { id }, query: { format: 'csv' } }, { name: `${name}.csv` }),
            )
          }
        >
          CSV
        </Button>
      )}
      {userMay('rules.write') && (
        <Button variant="subtle" color="fraud" onClick={() => removal.ask(null)}>
          {t('remove')}
        </Button>
      )}
      {removal.dialog}
    </Group>
  );
}
