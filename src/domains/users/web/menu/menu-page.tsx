import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CatalogueEntry, catalogues } from '#domains/users/contract/mappings.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { AddressSearch } from '#platform/web/list/address-search.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';

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

const { category, sub_category, menu_title, ...optional } = catalogues.addMenu.body.shape;
const LIMITS = {
  category,
  category_icon: optional.category_icon.unwrap(),
  sub_category: sub_category.unwrap(),
  sub_category_icon: optional.sub_category_icon.unwrap(),
  menu_title,
  menu_icon: optional.menu_icon.unwrap(),
  route: optional.route.unwrap(),
};

const lookOf = (entry: Look): Look => ({
  category: entry.category,
  category_icon: entry.category_icon,
  sub_category: entry.sub_category,
  sub_category_icon: entry.sub_category_icon,
  menu_title: entry.menu_title,
  menu_icon: entry.menu_icon,
  route: entry.route,
});

const shownOnly = ({ data }: { data: readonly CatalogueEntry[] }) => ({ data: data.filter(({ hidden }) => !hidden) });

/** How every entry of the menu is called and where it stands, for everybody; own entries beside the product's. */
export function MenuPage() {
  const { t } = useTranslation(['users', 'pages']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const list = useQuery({ ...query(catalogues.menu, {}), select: shownOnly });
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
      menuColumn(t('users:actions'), (entry) => ({
        label: t('users:actions_of', { name: entry.menu_title }),
        actions: [
          { label: t('users:edit'), onClick: () => setEditing(entry) },
          ...(entry.origin === 'changed' ? [{ label: t('users:put_back'), onClick: () => mutate(entry) }] : []),
          ...(entry.origin === 'own' ? [{ label: t('users:delete'), onClick: () => mutate(entry), danger: true }] : []),
        ],
      })),
    ],
    [t, mutate],
  );
  const data = useMemo(() => {
    const wanted = search.trim().toLocaleLowerCase();
    const isFound = ({ menu_title, category: group, sub_category: below, route }: CatalogueEntry): boolean =>
      [menu_title, group, below]
        .flatMap((name) => [name, t(`pages:${name}`, { defaultValue: name })])
        .concat(route)
        .some((text) => text.toLocaleLowerCase().includes(wanted));
    return list.data && { data: list.data.data.filter(isFound) };
  }, [list.data, search, t]);
  return (
    <>
      <ListPage
        id="menu-catalogue"
        lead={t('users:menu_lead')}
        caption={t('users:menu_caption')}
        columns={columns}
        rowKey={({ page_id, route }) => `${page_id} ${route}`}
        list={{ ...list, data }}
        filters={<AddressSearch label={t('users:menu_search')} search={search} onSearch={setSearch} />}
        actions={<AddButton onClick={() => setEditing('new')}>{t('users:entry_add')}</AddButton>}
        onOpen={setEditing}
        empty={{ why: t(search === '' ? 'users:menu_none' : 'users:none_found') }}
      />
      <SidePanel
        opened={editing !== null}
        title={t(editing === 'new' ? 'users:entry_add' : 'users:entry_edit')}
        onClose={() => setEditing(null)}
      >
        {editing !== null && <EntryForm entry={editing} onDone={() => setEditing(null)} />}
      </SidePanel>
    </>
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
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const ofField = refused?.field !== undefined && refused.field in look;
  const field = (name: keyof Look) => ({
    label: t(name),
    value: look[name],
    maxLength: longest(LIMITS[name]),
    error: refused?.field === name && errorText(refused),
    onChange: (event: { currentTarget: { value: string } }) => setLook({ ...look, [name]: event.currentTarget.value }),
  });
  return (
    <FormCard
      frame="none"
      submit={t('save')}
      busy={save.isPending}
      failure={save.error && !ofField ? errorText(save.error) : undefined}
      onSubmit={() => save.mutate()}
      onCancel={onDone}
    >
      <TextInput {...field('menu_title')} required />
      <TextInput {...field('category')} required />
      <TextInput {...field('sub_category')} />
      <TextInput {...field('menu_icon')} description={t('icon_hint')} />
      {(entry === 'new' || entry.origin === 'own') && <TextInput {...field('route')} description={t('route_hint')} />}
    </FormCard>
  );
}
