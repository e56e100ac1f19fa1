import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { openApi } from '#platform/contract/openapi.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useBoardName } from '../declared.ts';
import styles from '../docs.module.css';
import { DocsFrame } from '../docs-frame.tsx';
import { matches } from '../search.ts';
import { useQuestion } from '../use-question.ts';
import own from './api.module.css';
import { OperationEntry } from './operation-entry.tsx';
import { type Operation, type Resolve, readApi } from './read-api.ts';

/** Groups with at most this many matches stand open while something is searched. */
const FEW = 12;

function grouped(operations: readonly Operation[]): [group: string, operations: readonly Operation[]][] {
  const names = [...new Set(operations.map(({ group }) => group))].sort();
  return names.map((name) => [name, operations.filter(({ group }) => group === name)]);
}

/** Every call, read from the description the server makes of its own routes. */
export function ApiPage() {
  const { t } = useTranslation('docs');
  const { text, setText, question } = useQuestion();
  const { data, error, isPending, isError, refetch } = useQuery(query(openApi.document, {}));
  const api = useMemo(() => data && readApi(data), [data]);
  const shown = useMemo(
    () => api?.operations.filter(({ id, summary }) => matches(`${id} ${summary}`, question)) ?? [],
    [api, question],
  );
  const groups = useMemo(() => grouped(shown), [shown]);
  return (
    <DocsFrame lead={t('api_lead')} english>
      <search>
        <TextInput
          type="search"
          maxLength={longest(searchText)}
          aria-label={t('api_search')}
          placeholder={t('api_search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </search>
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <div className={styles.waiting} role="status" aria-label={t('api_loading')} />}
      {api && (
        <>
          <p className={styles.under} role="status">
            {t('api_calls', { count: shown.length })}
          </p>
          <div className={styles.stack}>
            {groups.map(([group, operations]) => (
              <Group
                key={`${group} ${question}`}
                group={group}
                operations={operations}
                resolve={api.resolve}
                opened={question !== '' && operations.length <= FEW}
              />
            ))}
          </div>
        </>
      )}
    </DocsFrame>
  );
}

interface GroupProps {
  group: string;
  operations: readonly Operation[];
  resolve: Resolve;
  opened: boolean;
}

/** Hundreds of rows: those of a closed group are not made. */
function Group({ group, operations, resolve, opened }: GroupProps) {
  const { t } = useTranslation('docs');
  const [open, setOpen] = useState(opened);
  const nameOf = useBoardName();
  const board = BOARDS.find(({ api }) => api === group);
  return (
    <details className={own.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{board ? nameOf(board) : group}</h2>
        {board && <code>{group}</code>}
        <span className={own.amount}>{t('api_calls', { count: operations.length })}</span>
      </summary>
      {open &&
        operations.map((operation) => (
          <OperationEntry
            key={operation.id}
            operation={operation}
            resolve={resolve}
            opened={opened && operations.length === 1}
          />
        ))}
    </details>
  );
}
