import { Button, Drawer, Group, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CatalogueEntry, catalogues } from '#domains/users/contract/mappings.ts';
import { call, query } from '#platform/web/api/call.ts';
import styles from '#platform/web/list/list.module.css';
import { RowMenu } from '#platform/web/list/row-menu.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

type Look = Pick<
  CatalogueEntry,
  'category' | 'category_icon' | 'sub_category' | 'sub_category_icon' | 'menu_title' | 'menu_icon' | 'route'
>;

const EMPTY: Look = {
  category: '',
  category_icon: '',
  sub_category: '',
  sub_category_icon: '',
  menu_title: '',
  menu_icon: '',
  route: '',
};

const lookOf = ({
  category,
  category_icon,
  sub_category,
  sub_category_icon,
  menu_title,
  menu_icon,
  route,
}: Look): Look => ({
  category,
  category_icon,
  sub_category,
  sub_category_icon,
  menu_title,
  menu_icon,
  route,
});

/** How every entry of the menu is called and where it stands, for everybody; own entries beside the product's. */
export function MenuPage() {
  const { t } = useTranslation(['users', 'pages']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const list = useQuery(query(catalogues.menu, {}));
  const [editing, setEditing] = useState<CatalogueEntry | 'new' | null>(null);
  const remove = useMutation({
    mutationFn: (entry: CatalogueEntry) => call(catalogues.removeMenu, { params: { page_id: entry.page_id } }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(`users:${message}`, { defaultValue: message }));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const { mutate } = remove;
  const columns = useMemo(
    (): Column<CatalogueEntry>[] => [
      {
        id: 'menu_title',
        header: t('users:entry'),
        kind: 'text',
        value: (row) => t(`pages:${row.menu_title}`, { defaultValue: row.menu_title }),
      },
      {
        id: 'category',
        header: t('users:category'),
        kind: 'text',
        width: 140,
        value: (row) => t(`pages:${row.category}`, { defaultValue: row.category }),
      },
      {
        id: 'sub_category',
        header: t('users:sub_category'),
        kind: 'text',
        width: 140,
        value: (row) => t(`pages:${row.sub_category}`, { defaultValue: row.sub_category }),
      },
      { id: 'route', header: t('users:route'), kind: 'text', width: 230, value: (row) => row.route || '/error' },
      {
        id: 'origin',
        header: t('users:origin'),
        kind: 'text',
        width: 130,
        value: (row) => t(`users:origin_${row.origin}`),
      },
      {
        id: 'actions',
        header: t('users:actions'),
        kind: 'text',
        width: 84,
        sortable: false,
        render: (entry) => (
          <RowMenu
            label={t('users:actions_of', { name: entry.menu_title })}
            actions={[
              { label: t('users:edit'), onClick: () => setEditing(entry) },
              ...(entry.origin === 'changed' ? [{ label: t('users:put_back'), onClick: () => mutate(entry) }] : []),
              ...(entry.origin === 'own'
                ? [{ label: t('users:delete'), onClick: () => mutate(entry), danger: true }]
                : []),
            ]}
          />
        ),
      },
    ],
    [t, mutate],
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.lead}>{t('users:menu_lead')}</p>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          {t('users:entry_add')}
        </Button>
      </header>
      <div className={styles.card}>
        <DataTable
          id="menu-catalogue"
          caption={t('users:menu_caption')}
          columns={columns}
          rows={(list.data?.data ?? []).filter(({ hidden }) => !hidden)}
          rowKey={({ page_id, route }) => `${page_id} ${route}`}
          maxHeight="calc(100dvh - 240px)"
          loading={list.isPending}
          error={list.isError ? list.error : undefined}
          onRetry={() => void list.refetch()}
          onOpen={setEditing}
        />
      </div>
      <Drawer
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={t(editing === 'new' ? 'users:entry_add' : 'users:entry_edit')}
        size="min(460px, 100vw)"
        closeButtonProps={{ 'aria-label': t('users:close') }}
      >
        {editing !== null && <EntryForm entry={editing} onDone={() => setEditing(null)} />}
      </Drawer>
    </div>
  );
}

function EntryForm({ entry, onDone }: { entry: CatalogueEntry | 'new'; onDone: () => void }) {
  const { t } = useTranslation('users');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [look, setLook] = useState<Look>(entry === 'new' ? EMPTY : lookOf(entry));
  const save = useMutation({
    mutationFn: () =>
      entry === 'new'
        ? call(catalogues.addMenu, { body: look }, { idempotencyKey: crypto.randomUUID() })
        : call(catalogues.editMenu, { params: { page_id: entry.page_id }, body: look }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const field = (name: keyof Look) => ({
    label: t(name),
    value: look[name],
    maxLength: name === 'route' ? 200 : 60,
    onChange: (event: { currentTarget: { value: string } }) => setLook({ ...look, [name]: event.currentTarget.value }),
  });
  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      {save.error && <p role="alert">{errorText(save.error)}</p>}
      <TextInput {...field('menu_title')} withAsterisk />
      <TextInput {...field('category')} withAsterisk />
      <TextInput {...field('sub_category')} />
      <TextInput {...field('menu_icon')} description={t('icon_hint')} />
      {(entry === 'new' || entry.origin === 'own') && <TextInput {...field('route')} description={t('route_hint')} />}
      <Group gap="xs">
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
