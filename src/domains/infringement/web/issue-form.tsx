import { Code, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_CODES, type PoolRow } from '#domains/infringement/contract/coupon.ts';
import { couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';

interface Draft {
  count: string;
  publisher: string;
  owners: string;
}

/** Codes for somebody to give away, to be copied; the file of the coupon has them all. */
export function IssueForm({ pool, onDone }: { pool: PoolRow; onDone: () => void }) {
  const { t } = useTranslation('infringement');
  const [codes, setCodes] = useState<string[]>();
  const isReferral = pool.kind === 'referral';
  const bodyOf = (draft: Draft) => ({
    count: Number(draft.count),
    publisher: draft.publisher,
    owners: draft.owners
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  });
  const { draft, change, fault, card } = usePanelForm<
    Draft,
    Awaited<ReturnType<typeof call<typeof couponEndpoints.issue>>>
  >({
    initial: { count: '10', publisher: pool.publisher, owners: '' },
    faultsOf: (given) => faultsOf(couponEndpoints.issue.body, bodyOf(given)),
    send: (given) => call(couponEndpoints.issue, { params: { id: pool.id }, body: bodyOf(given) }),
    onDone: (answer) => (answer ? setCodes(answer.data.codes) : onDone()),
    namespace: 'infringement',
  });
  if (codes)
    return (
      <Stack gap="sm">
        <p role="status">{t('issued', { n: codes.length })}</p>
        <Code block>{codes.join('\n')}</Code>
        <CopyButton value={codes.join('\n')} label={t('copy_codes')} />
      </Stack>
    );
  return (
    <FormCard {...card} submit={t('issue')}>
      {isReferral ? (
        <Textarea
          label={t('owners')}
          description={t('owners_hint')}
          value={draft.owners}
          error={fault('owners')}
          autosize
          minRows={3}
          maxRows={12}
          required
          onChange={(event) => change({ owners: event.currentTarget.value })}
        />
      ) : (
        <NumberInput
          label={t('codes')}
          min={1}
          max={MOST_CODES}
          allowDecimal={false}
          value={draft.count}
          error={fault('count')}
          required
          onChange={(count) => change({ count: String(count) })}
        />
      )}
      <TextInput
        label={t('given_to')}
        description={t('given_to_hint')}
        value={draft.publisher}
        error={fault('publisher')}
        maxLength={500}
        onChange={(event) => change({ publisher: event.currentTarget.value })}
      />
    </FormCard>
  );
}
