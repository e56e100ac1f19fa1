import { ActionIcon, Button, Group, Switch, TextInput } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SavedView, viewEndpoints } from '#domains/views/contract/view-endpoints.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useChangeView, useRemoveView } from './use-views.ts';
import { viewHref } from './view-href.ts';
import styles from './views.module.css';

interface Props {
  view: SavedView;
  /** What the page of the view is called. */
  title: string;
  onOpen: () => void;
}

/** One view: opened by its name, renamed, shared by a link, deleted. */
export function ViewRow({ view, title, onOpen }: Props) {
  const { t } = useTranslation('views');
  const { pkg } = useSelection();
  const format = useFormat();
  const change = useChangeView();
  const remove = useRemoveView();
  const [renaming, setRenaming] = useState(false);
  const { id, name, range, key } = view;
  const days =
    'days' in range
      ? t('range_days', { count: range.days, n: format.number(range.days) })
      : t('range_fixed', { from: format.day(range.from), to: format.day(range.to) });
  if (renaming) return <Rename view={view} onDone={() => setRenaming(false)} />;
  return (
    <li className={styles.view}>
      <div className={styles.line}>
        <Link to={viewHref(view, pkg)} onClick={onOpen} className={styles.name}>
          {name}
        </Link>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('rename_one', { name })}
          onClick={() => setRenaming(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('remove_one', { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate(view)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      <small className={styles.hint}>
        {title} · {days}
      </small>
      <div className={styles.line}>
        <Switch
          size="xs"
          label={t('share')}
          aria-label={t('share_one', { name })}
          checked={key !== null}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ id, name, shared: event.currentTarget.checked })}
        />
        {key !== null && <CopyButton value={`${location.origin}/views/${key}`} label={t('copy', { name })} />}
      </div>
      {key !== null && <small className={styles.hint}>{t('share_hint')}</small>}
    </li>
  );
}

function Rename({ view: { id, name, key }, onDone }: { view: SavedView; onDone: () => void }) {
  const { t } = useTranslation('views');
  const errorText = useErrorText();
  const change = useChangeView();
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') change.mutate({ id, name: typed.trim(), shared: key !== null }, { onSuccess: onDone });
  };
  return (
    <li className={styles.view}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          label={t('name')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={longest(viewEndpoints.change.body.shape.name)}
          error={typed.trim() === '' ? t('name_needed') : change.error && errorText(change.error)}
          autoFocus
          required
        />
        <Group gap="xs">
          <Button type="submit" size="compact-md" loading={change.isPending}>
            {t('rename')}
          </Button>
          <Button variant="default" size="compact-md" onClick={onDone}>
            {t('cancel')}
          </Button>
        </Group>
      </form>
    </li>
  );
}
