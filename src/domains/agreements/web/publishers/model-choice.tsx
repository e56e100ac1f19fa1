import { Button, Input, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { paymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { SAVED } from '#platform/web/form/unsaved-guard.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from '../agreements.module.css';
import { useTermsText } from '../use-terms-text.ts';
import { OPENED_BY, type Opener } from './opener.ts';

interface Props {
  value: number | null;
  error: string | undefined;
  opener: Opener;
  /** Before the form is left for a new model. */
  onLeave: () => void;
  onChange: (key: number) => void;
}

/** A payment model out of all of the package, or a new one. */
export function ModelChoice({ value, error, opener, onLeave, onChange }: Props) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const all = useQuery(query(paymentEndpoints.all, { query: { package_name: pkg.package_name } }));
  const chosen = all.data?.data.find(({ key }) => key === value);
  const close = () => setOpened(false);
  const makeOne = () => {
    onLeave();
    const to = `/payment-model-add${sticky}${sticky === '' ? '?' : '&'}${OPENED_BY}=${opener}`;
    void navigate(to, SAVED);
  };
  return (
    <Input.Wrapper label={t('payment_model')} error={error} withAsterisk>
      <div className={styles.chosen}>
        {chosen && <strong>{chosen.name}</strong>}
        <Button
          variant="default"
          aria-haspopup="dialog"
          aria-invalid={error !== undefined || undefined}
          onClick={() => setOpened(true)}
        >
          {t(chosen ? 'model_change' : 'model_choose')}
        </Button>
      </div>
      <Modal
        opened={opened}
        onClose={close}
        title={t('model_choose')}
        size={560}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Button variant="default" mb="sm" onClick={makeOne}>
          {t('payments_add')}
        </Button>
        {all.isError && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
        <Choices
          models={all.data?.data ?? []}
          value={value}
          onChange={(key) => {
            onChange(key);
            close();
          }}
        />
      </Modal>
    </Input.Wrapper>
  );
}

interface ChoicesProps {
  models: readonly PaymentModel[];
  value: number | null;
  onChange: (key: number) => void;
}

function Choices({ models, value, onChange }: ChoicesProps) {
  const { t } = useTranslation('agreements');
  const termsText = useTermsText();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = models.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (models.length === 0) return <p>{t('payments_none')}</p>;
  return (
    <>
      <TextInput
        label={t('payments_search')}
        value={search}
        maxLength={longest(searchText)}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 && <p>{t('none_found')}</p>}
      <ul className={styles.choices}>
        {found.map((each) => (
          <li key={each.key}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={each.key === value}
              onClick={() => onChange(each.key)}
            >
              {each.name}
              <small>{[each.model, each.event, termsText(each)].filter((part) => part !== '').join(' · ')}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
