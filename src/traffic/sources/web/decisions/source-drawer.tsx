import { Button, Group } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { DecisionForm } from './decision-form.tsx';
import { SourceHistory } from './source-history.tsx';
import type { SourceName } from './use-decisions.ts';
import { nameOf, type SourceAct } from './use-source-columns.tsx';

export interface OpenSource {
  /** The page of the list as it was when the drawer opened, and the place in it. */
  rows: readonly SourceName[];
  at: number;
  act: Exclude<SourceAct, 'take_back'>;
}

interface Props {
  open: OpenSource | undefined;
  onOpen: (open: OpenSource | undefined) => void;
}

const TITLES = { confirmed: 'title_confirm', cleared: 'title_clear', history: 'history' } as const;

/** What is decided of a source, or was; on to the next one of the list without going back to it. */
export function SourceDrawer({ open, onOpen }: Props) {
  const { t } = useTranslation('sources');
  const close = (): void => onOpen(undefined);
  const row = open?.rows[open.at];
  return (
    <FormDrawer
      of={row && nameOf(row)}
      opened={open !== undefined}
      onClose={close}
      title={open && row && `${t(TITLES[open.act])}: ${nameOf(row)}`}
      size="min(460px, 100vw)"
    >
      {open && row && (
        <>
          {open.rows.length > 1 && <Steps open={open} onOpen={onOpen} />}
          {open.act === 'history' ? (
            <SourceHistory source={row} />
          ) : (
            <DecisionForm
              key={nameOf(row)}
              source={row}
              state={open.act}
              onDecided={() => (open.at + 1 < open.rows.length ? onOpen({ ...open, at: open.at + 1 }) : close())}
              onCancel={close}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}

function Steps({ open, onOpen }: { open: OpenSource; onOpen: (open: OpenSource) => void }) {
  const { t } = useTranslation('sources');
  const format = useFormat();
  const { rows, at } = open;
  const step = (label: string, to: number, icon: 'left' | 'right') => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={rows[to] === undefined}
      onClick={() => onOpen({ ...open, at: to })}
      {...(icon === 'left'
        ? { leftSection: <IconChevronLeft size={15} aria-hidden /> }
        : { rightSection: <IconChevronRight size={15} aria-hidden /> })}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs" mb="md">
      {step(t('previous'), at - 1, 'left')}
      <span className={screen.note}>{t('place', { at: format.number(at + 1), of: format.number(rows.length) })}</span>
      {step(t('next'), at + 1, 'right')}
    </Group>
  );
}
