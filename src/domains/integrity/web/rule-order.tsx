import { ActionIcon, Group } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleKind } from '#domains/integrity/contract/kinds.ts';
import type { RuleView } from '#domains/integrity/contract/rule-endpoints.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { ruleCalls } from './rule-calls.ts';

/** The place of each rule among those that are asked, with the buttons that change it where somebody may. */
export function useOrderColumn(kind: RuleKind, rules: readonly RuleView[], mayEdit: boolean): Column<RuleView> {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: number[]) => ruleCalls(kind).order(pkg.package_name, ids),
    onError: (error) => notify('failed', errorText(error)),
    // Also after a refusal: somebody else has written rules meanwhile.
    onSettled: () => client.invalidateQueries(),
  });
  return useMemo(() => {
    const ids = rules.map(({ id }) => id);
    const move = (id: number, by: 1 | -1): void => {
      const at = ids.indexOf(id);
      const to = at + by;
      // The buttons stay, so that the keyboard stays on them, also at both ends and while a move is on its way.
      if (isPending || at < 0 || to < 0 || to >= ids.length) return;
      mutate(ids.map((each, index) => ids[index === at ? to : index === to ? at : index] ?? each));
    };
    return {
      id: 'place',
      header: t('order'),
      kind: 'number',
      width: mayEdit ? 112 : 80,
      narrow: { place: 0, width: mayEdit ? 112 : 64 },
      value: ({ id }) => ids.indexOf(id) + 1,
      ...(mayEdit && {
        render: ({ id, name }: RuleView) => (
          <Group gap={2} wrap="nowrap" justify="flex-end">
            {ids.indexOf(id) + 1}
            <Move label={t('ui:move_up', { what: name })} ends={id === ids[0]} onClick={() => move(id, -1)}>
              <IconArrowUp size={15} aria-hidden />
            </Move>
            <Move label={t('ui:move_down', { what: name })} ends={id === ids.at(-1)} onClick={() => move(id, 1)}>
              <IconArrowDown size={15} aria-hidden />
            </Move>
          </Group>
        ),
      }),
    };
  }, [rules, mayEdit, t, mutate, isPending]);
}

interface MoveProps {
  label: string;
  /** There is nowhere further. */
  ends: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

const Move = ({ label, ends, onClick, children }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-disabled={ends}
    {...(ends && { 'data-disabled': true })}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
);
