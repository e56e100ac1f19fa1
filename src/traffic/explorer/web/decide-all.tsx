import { Button, Menu } from '@mantine/core';
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import type { Decision } from '#traffic/event/contract/event.ts';
import { BatchList } from './batch-list.tsx';
import { DecideForm } from './decide-form.tsx';
import type { EventsQuestion } from './use-events.ts';

interface Props {
  question: EventsQuestion;
  /** Ticked rows; none means all of the filter. */
  picked: ReadonlySet<string>;
  disabled: boolean;
  onDecided: () => void;
}

const ORDER: readonly Decision[] = ['clean', 'fraud', 'none'];

/** One decision about all events of the filter, or about those that are ticked. */
export function DecideAll({ question, picked, disabled, onDecided }: Props) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const [open, setOpen] = useState<Decision | 'earlier' | null>(null);
  const close = (): void => setOpen(null);
  const some = picked.size > 0;
  const title = open === 'earlier' ? t('decide_earlier') : open && t(`do_${open}`);
  return (
    <>
      <Menu position="bottom-end" withinPortal shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<IconGavel size={16} aria-hidden />}>
            {some ? t('decide_picked', { n: format.number(picked.size) }) : t('decide_all')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ORDER.map((decision) => (
            <Menu.Item key={decision} disabled={disabled} onClick={() => setOpen(decision)}>
              {t(`do_${decision}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setOpen('earlier')}>{t('decide_earlier')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SidePanel opened={open !== null} title={title} onClose={close}>
        {open === 'earlier' && <BatchList packageName={question.package_name} />}
        {open !== null && open !== 'earlier' && (
          <DecideForm
            question={question}
            decision={open}
            rowIds={some ? [...picked] : undefined}
            onDone={() => {
              close();
              onDecided();
            }}
            onCancel={close}
          />
        )}
      </SidePanel>
    </>
  );
}
