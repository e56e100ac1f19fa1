import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResultView, resultEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisResult } from '#domains/hygiene/contract/result.ts';
import { call, query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from '../hygiene.module.css';
import { Results } from '../scan/results.tsx';
import { Verdict } from '../scan/verdict.tsx';

const AGAIN_MS = 3_000;

/** What was analysed for the package before, to be read again, compared and taken along. */
export function KeptResults() {
  const { t } = useTranslation('hygiene');
  const { pkg } = useSelection();
  const state = useListState();
  const [shown, setShown] = useState<ResultView>();
  const [isCompared, setCompared] = useState(false);
  const list = useQuery({
    ...query(resultEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((row) => row.state === 'queued' || row.state === 'processing') ? AGAIN_MS : false,
  });
  const { ask, dialog } = useConfirmed({
    run: ({ id }: ResultView) => call(resultEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_why')}</p>,
    }),
    done: () => t('deleted'),
  });
  const mayEdit = userMay('tracking.write');
  const open = useCallback((row: ResultView, beside: boolean): void => {
    setShown(row);
    setCompared(beside);
  }, []);
  const columns = useMemo(
    (): Column<ResultView>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 220 },
      { id: 'kind', header: t('kind'), kind: 'text', width: 90, value: ({ kind }) => t(kind) },
      { id: 'state', header: t('state'), kind: 'text', width: 120, value: (row) => t(`state_${row.state}`) },
      {
        id: 'verdict',
        header: t('verdict'),
        kind: 'text',
        width: 120,
        render: ({ verdict }) => (verdict ? <Verdict verdict={verdict} /> : '–'),
      },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone },
      menuColumn<ResultView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          { label: t('open'), onClick: () => open(row, false) },
          ...(row.state === 'done' ? [{ label: t('compare'), onClick: () => open(row, true) }] : []),
          ...(mayEdit ? [{ label: t('delete'), onClick: () => ask(row), danger: true }] : []),
        ],
      })),
    ],
    [t, pkg.time_zone, mayEdit, ask, open],
  );
  return (
    <>
      <ListPage
        id="brand-hygiene-results"
        lead={t('kept_lead')}
        caption={t('kept')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        empty={{ why: t('kept_none') }}
        noneFound={t('kept_no_hit', { search: state.asked.search })}
        onOpen={(row) => open(row, false)}
      />
      <SidePanel opened={shown !== undefined} title={shown?.name ?? ''} onClose={() => setShown(undefined)}>
        {shown && <KeptResult view={shown} others={list.data?.data ?? []} isCompared={isCompared} />}
      </SidePanel>
      {dialog}
    </>
  );
}

const useResult = (id: number | undefined) =>
  useQuery({ ...query(resultEndpoints.one, { params: { id: id ?? 0 } }), enabled: id !== undefined });

const resultIn = (answer: { body: string | { result: AnalysisResult } } | null | undefined) =>
  answer && typeof answer.body === 'object' ? answer.body.result : undefined;

/** Another one that is done: the last before it of the same name, else the newest. */
function besideOf(view: ResultView, others: readonly ResultView[]): ResultView | undefined {
  const done = others.filter(({ id, state }) => id !== view.id && state === 'done');
  return done.find(({ id, name }) => name === view.name && id < view.id) ?? done[0];
}

interface Kept {
  view: ResultView;
  others: readonly ResultView[];
  /** Beside another one from the beginning. */
  isCompared: boolean;
}

function KeptResult({ view, others, isCompared }: Kept) {
  const { t } = useTranslation('hygiene');
  const beside = isCompared ? besideOf(view, others) : undefined;
  const [other, setOther] = useState<string | null>(beside ? String(beside.id) : null);
  const { data } = useResult(view.id);
  const compared = useResult(other === null ? undefined : Number(other));
  const one = data?.data;
  const result = resultIn(one?.answer);
  if (!one) return <div className={screen.waiting} aria-busy="true" />;
  if (!result) return <p>{typeof one.answer?.body === 'string' ? one.answer.body : t(`state_${one.state}`)}</p>;
  const second = resultIn(compared.data?.data.answer);
  const choices = others.filter(({ id, state }) => id !== view.id && state === 'done');
  return (
    <div className={screen.page}>
      <div className={screen.tools}>
        {(['csv', 'pdf'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            size="compact-md"
            onClick={() => void download(resultEndpoints.file, { params: { id: view.id, format } })}
          >
            {t(`export_${format}`)}
          </Button>
        ))}
        <Select
          aria-label={t('compare_with')}
          placeholder={t('compare_with')}
          data={choices.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))}
          value={other}
          onChange={setOther}
          clearable
        />
      </div>
      {one.preview && <img className={styles.preview} src={one.preview} alt={view.name} />}
      {second ? (
        <Compared one={result} other={second} />
      ) : (
        <Results kind={view.kind} result={result} preview={one.preview} />
      )}
    </div>
  );
}

/** What only one of them has, and what both have. */
function Compared({ one, other }: { one: AnalysisResult; other: AnalysisResult }) {
  const { t } = useTranslation('hygiene');
  const namesOf = ({ meta }: AnalysisResult): string[] => [...new Set(meta.findings.map(({ name }) => name))];
  const [mine, theirs] = [namesOf(one), namesOf(other)];
  const word = (names: readonly string[]): string =>
    names.map((name) => t(`category_${name}`, { defaultValue: name })).join(', ') || '–';
  const rows: [string, string][] = [
    [t('only_this'), word(mine.filter((name) => !theirs.includes(name)))],
    [t('only_other'), word(theirs.filter((name) => !mine.includes(name)))],
    [t('both'), word(mine.filter((name) => theirs.includes(name)))],
    [t('verdict'), `${t(`verdict_${one.meta.verdict}`)} / ${t(`verdict_${other.meta.verdict}`)}`],
    [t('section_text'), `${one.text || '–'} / ${other.text || '–'}`],
  ];
  return (
    <dl className={styles.compared}>
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
