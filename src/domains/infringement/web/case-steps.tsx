import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdState, SET_STATES } from '#domains/infringement/contract/search-ad.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useAct } from '#platform/web/ui/use-act.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';

interface Props {
  state: AdState;
  ticket: number | null;
  /** The form of a ticket; `done` closes it. */
  form: (done: () => void) => ReactNode;
  set: (state: (typeof SET_STATES)[number]) => Promise<unknown>;
  /** Left out of what is never removed. */
  remove?: { run: () => Promise<unknown>; why: string; onGone: () => void };
}

/** What becomes of something that was found: confirmed, dismissed, removed, or a ticket of it. */
export function CaseSteps({ state, ticket, form, set, remove }: Props) {
  const { t } = useTranslation('infringement');
  const sticky = useStickySearch();
  const act = useAct();
  const [asking, setAsking] = useState(false);
  const removal = useConfirmed({
    run: async () => remove?.run(),
    question: () => ({ title: t('remove_asked'), confirm: t('remove'), why: remove?.why }),
    done: () => {
      remove?.onGone();
      return t('removed');
    },
  });
  if (ticket !== null) return <Link to={`/issues/${ticket}${sticky}`}>{t('ticket_n', { n: ticket })}</Link>;
  if (asking) return form(() => setAsking(false));
  const step = (to: (typeof SET_STATES)[number], words: string) => (
    <Button variant="default" onClick={() => act(() => set(to), t(`done_${to}`))}>
      {words}
    </Button>
  );
  return (
    <Group gap="xs">
      {userMay('ticket.write') && <Button onClick={() => setAsking(true)}>{t('make_ticket')}</Button>}
      {userMay('rules.write') && (
        <>
          {state !== 'confirmed' && step('confirmed', t('confirm'))}
          {state === 'dismissed' ? step('new', t('reopen')) : step('dismissed', t('dismiss'))}
          {remove && (
            <Button variant="subtle" color="fraud" onClick={() => removal.ask(null)}>
              {t('remove')}
            </Button>
          )}
          {removal.dialog}
        </>
      )}
    </Group>
  );
}
