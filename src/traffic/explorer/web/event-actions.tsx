import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconClipboardText from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs';
import IconOctagonMinus from '@tabler/icons-react/dist/esm/icons/IconOctagonMinus.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { notify } from '#platform/web/ui/notify.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { isSource, mayDecide } from '#traffic/sources/web/decisions/may-decide.ts';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';
import { AllowForm } from './allow-form.tsx';
import { BlockMenu } from './block-menu.tsx';
import { plainValue, type StoredEvent } from './event-values.ts';
import styles from './events.module.css';
import { JudgeForm } from './judge-form.tsx';

interface Props {
  packageName: string;
  id: string;
  event: StoredEvent;
  decision: Decision;
  /** Text for a partner, made when it is asked for. */
  partnerText: () => string;
  /** The same for one's own people, with limits. */
  evidenceText: () => string;
}

const ORDER: readonly Decision[] = ['clean', 'fraud', 'none'];

type Open = 'allow' | Decision | null;

const ICONS: Record<Decision, ReactNode> = {
  clean: <IconCircleCheck size={16} aria-hidden />,
  fraud: <IconOctagonMinus size={16} aria-hidden />,
  none: null,
};

/** What can be done about an event; one form at a time, in place, so that the evidence stays in sight. */
export function EventActions({ packageName, id, event, decision, partnerText, evidenceText }: Props) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const publisherHref = usePublisherHref();
  const publisher = plainValue(event, 'publisher');
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const copy = async (text: string, said: 'partner_copied' | 'evidence_copied'): Promise<void> => {
    await navigator.clipboard.writeText(text);
    notify('done', t(said));
  };
  // The mark it has is not offered again; taking it back only when there is one.
  const offered = ORDER.filter((each) => each !== decision);
  if (open === 'allow') return <AllowForm packageName={packageName} event={event} onDone={close} />;
  if (open !== null)
    return <JudgeForm packageName={packageName} id={id} decision={open} before={decision} onDone={close} />;
  return (
    <div className={styles.actions}>
      {offered.map((each) => (
        <Button key={each} variant="default" size="compact-md" leftSection={ICONS[each]} onClick={() => setOpen(each)}>
          {t(`do_${each}`)}
        </Button>
      ))}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        onClick={() => setOpen('allow')}
      >
        {t('do_allow')}
      </Button>
      <BlockMenu event={event} />
      {mayDecide(pkg) && isSource(publisher) && (
        <Button
          component={Link}
          to={publisherHref(publisher, plainValue(event, 'kind'))}
          variant="default"
          size="compact-md"
          leftSection={<IconUserSearch size={16} aria-hidden />}
        >
          {t('act_on_source')}
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => void copy(partnerText(), 'partner_copied')}
      >
        {t('partner')}
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => void copy(evidenceText(), 'evidence_copied')}
      >
        {t('evidence')}
      </Button>
    </div>
  );
}
