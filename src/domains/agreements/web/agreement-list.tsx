import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { ListState } from '#platform/web/list/use-list-state.ts';
import type { Column, Row } from '#platform/web/table/column.ts';
import type { ListQuery } from '#platform/web/table/page-of-list.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';

interface Props<R extends Row & { key: number }> {
  /** Begins the keys of its words. */
  of: 'payments' | 'assignments' | 'settings';
  /** Where a new one is made. */
  add: string;
  columns: readonly Column<R>[];
  state: ListState;
  list: ListQuery<R>;
  nameOf: (row: R) => string;
  remove: (row: R) => Promise<{ message: string }>;
  edit: (row: R, onDone: () => void) => ReactNode;
}

/** A list of agreements: each is changed beside it, and deleted once that is confirmed. */
export function AgreementList<R extends Row & { key: number }>({ of, add: to, nameOf, ...props }: Props<R>) {
  const { t } = useTranslation('agreements');
  const sticky = useStickySearch();
  const [opened, setOpened] = useState<R>();
  const { ask, dialog } = useConfirmed({
    run: props.remove,
    question: (row: R) => ({
      title: t('delete_title', { name: nameOf(row) }),
      confirm: t('delete'),
      why: <p>{t(`${of}_delete_what`)}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const add = <AddButton to={`${to}${sticky}`}>{t(`${of}_add`)}</AddButton>;
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage
        id={`agreements-${of}`}
        lead={t(`${of}_lead`)}
        caption={t(`${of}_caption`)}
        rowKey={({ key }) => String(key)}
        columns={[
          ...props.columns,
          menuColumn<R>(t('actions'), (row) => ({
            label: t('actions_of', { name: nameOf(row) }),
            actions: [
              { label: t('edit'), onClick: () => setOpened(row) },
              { label: t('delete'), onClick: () => ask(row), danger: true },
            ],
          })),
        ]}
        state={props.state}
        list={props.list}
        searchLabel={t(`${of}_search`)}
        actions={add}
        empty={{ why: t(`${of}_none`), action: add }}
        noneFound={t('none_found')}
        onOpen={setOpened}
      />
      <SidePanel opened={opened !== undefined} title={opened && nameOf(opened)} onClose={close} stays>
        {opened && props.edit(opened, close)}
      </SidePanel>
      {dialog}
    </>
  );
}
