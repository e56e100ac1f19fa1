import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockEffect } from '#domains/block-lists/contract/block-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';

interface Props<B, A> {
  /** What would be asked about; nothing while it cannot be. */
  body: B | undefined;
  words: string;
  ask: (body: B) => Promise<A>;
  children: (answer: A) => ReactNode;
}

/** What a list or a rule would do, when asked: it is counted over a month of events. */
export function Tried<B, A>({ body, words, ask, children }: Props<B, A>) {
  const { t } = useTranslation('blocks');
  const errorText = useErrorText();
  const count = useMutation({
    mutationFn: async (asked: B) => ({ about: JSON.stringify(asked), answer: await ask(asked) }),
  });
  // Of another draft than the one that stands there it says nothing.
  const known = count.data?.about === JSON.stringify(body) ? count.data : undefined;
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        loading={count.isPending}
        disabled={body === undefined}
        onClick={() => body !== undefined && count.mutate(body)}
      >
        {words}
      </Button>
      {body === undefined && <p className={screen.note}>{t('try_not_yet')}</p>}
      <div role="status">{known && children(known.answer)}</div>
      {count.error && <p role="alert">{errorText(count.error)}</p>}
    </div>
  );
}

/** What would have been hit of the newest month of data. */
export function EffectWords({ effect }: { effect: BlockEffect }) {
  const { t } = useTranslation('blocks');
  const format = useFormat();
  return (
    <p>
      {t('tried', {
        events: format.number(effect.events),
        fraud: format.number(effect.fraud),
        clean: format.number(effect.clean),
        share: format.percent(effect.clean_share),
      })}
    </p>
  );
}
