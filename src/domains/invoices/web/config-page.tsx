import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configEndpoints, customerEndpoints } from '#domains/invoices/contract/endpoints.ts';
import type { CustomerInfo, InvoiceConfig } from '#domains/invoices/contract/party.ts';
import { LOCALES } from '#platform/contract/locales.ts';
import { query, urlOf } from '#platform/web/api/call.ts';
import { request } from '#platform/web/api/request.ts';
import { FormSkeleton } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { CustomerForm, PublisherChoice } from './customer-form.tsx';
import styles from './invoices.module.css';
import { ruleText, useRuleText } from './rule-text.ts';

/** Who is billed and who bills, as it is stored. */
export function ConfigPage() {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const asked = { package_name: pkg.package_name };
  const customer = useQuery(query(customerEndpoints.get, { query: { ...asked, publisher: '' } }));
  const config = useQuery(query(configEndpoints.get, { query: asked }));
  const [opened, setOpened] = useState<string>();
  const [publisher, setPublisher] = useState('');
  const failed = [customer, config].find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!customer.data || !config.data) return <FormSkeleton />;
  const add = `/reconcilation/invoice-config-add${sticky}`;
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('config_lead')}</p>
        <div className={screen.tools}>
          <Button component={Link} to={`/reconcilation/invoices${sticky}`} variant="default">
            {t('to_invoices')}
          </Button>
        </div>
      </header>
      <div className={styles.cards}>
        <section className={screen.card} aria-labelledby="customer-info">
          <div className={screen.cardHead}>
            <h2 id="customer-info">{t('customer_info')}</h2>
            <Button size="compact-sm" variant="default" onClick={() => setOpened('')}>
              {t(customer.data.data ? 'edit_customer' : 'add_customer')}
            </Button>
          </div>
          {customer.data.data ? <Customer info={customer.data.data} /> : <EmptyState why={t('no_customer_yet')} />}
        </section>
        <section className={screen.card} aria-labelledby="invoice-config">
          <div className={screen.cardHead}>
            <h2 id="invoice-config">{t('issuer')}</h2>
            <Button size="compact-sm" variant="default" component={Link} to={add}>
              {t(config.data.data ? 'edit_config' : 'add_config')}
            </Button>
          </div>
          {config.data.data ? <Config config={config.data.data} /> : <EmptyState why={t('no_config_yet')} />}
        </section>
      </div>
      <section className={screen.card} aria-labelledby="publisher-details">
        <div className={screen.cardHead}>
          <h2 id="publisher-details">{t('publisher_details')}</h2>
        </div>
        <div className={styles.row}>
          <PublisherChoice
            label={t('publisher')}
            description={t('publisher_details_hint')}
            value={publisher}
            onChange={setPublisher}
          />
          <Button variant="default" disabled={publisher.trim() === ''} onClick={() => setOpened(publisher.trim())}>
            {t('edit_publisher')}
          </Button>
        </div>
      </section>
      <SidePanel
        opened={opened !== undefined}
        title={opened || t('customer_info')}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened !== undefined && <CustomerForm key={opened} publisher={opened} onDone={() => setOpened(undefined)} />}
      </SidePanel>
    </div>
  );
}

type Legal = Pick<
  CustomerInfo,
  'legal_name' | 'address' | 'postal_code' | 'city' | 'state_code' | 'country' | 'tax_ids'
>;

function LegalFacts({ of }: { of: Legal }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const place = [of.address, `${of.postal_code} ${of.city}`.trim(), of.state_code, format.country(of.country)];
  return (
    <>
      <Fact name={t('legal_name')}>{of.legal_name}</Fact>
      <Fact name={t('address')}>{place.filter((part) => part !== '').join(', ')}</Fact>
      {of.tax_ids.length > 0 && <Fact name={t('tax_ids')}>{of.tax_ids.join(', ')}</Fact>}
    </>
  );
}

function Customer({ info }: { info: CustomerInfo }) {
  const { t } = useTranslation('invoices');
  return (
    <div className={screen.inset}>
      <Facts>
        <LegalFacts of={info} />
        {info.billing_email && <Fact name={t('billing_email')}>{info.billing_email}</Fact>}
        {info.po_number && <Fact name={t('po_number')}>{info.po_number}</Fact>}
        <Fact name={t('currency')}>{info.currency}</Fact>
      </Facts>
    </div>
  );
}

function Config({ config }: { config: InvoiceConfig }) {
  const { t } = useTranslation('invoices');
  const rules = useRuleText();
  return (
    <div className={screen.inset}>
      {config.has_logo && <Logo of={config} />}
      <Facts>
        <LegalFacts of={config} />
        {config.email && <Fact name={t('email')}>{config.email}</Fact>}
        {config.bank && (
          <Fact name={t('bank')}>
            <span className={styles.lines}>{config.bank}</span>
          </Fact>
        )}
        <Fact name={t('next_number')}>{config.next_number}</Fact>
        <Fact name={t('reset')}>{t(`reset_${config.reset}`)}</Fact>
        <Fact name={t('locale')}>{LOCALES[config.locale]}</Fact>
        <Fact name={t('e_invoice')}>{t(`e_invoice_${config.e_invoice}`)}</Fact>
        <Fact name={t('tax_rules')}>
          {config.tax_rules.length === 0 ? t('no_tax_rules') : ''}
          {config.tax_rules.map((rule) => (
            <span key={ruleText(rule)} className={styles.lines}>
              {rules(rule)}
            </span>
          ))}
        </Fact>
        {config.terms && (
          <Fact name={t('terms')}>
            <span className={styles.lines}>{config.terms}</span>
          </Fact>
        )}
      </Facts>
    </div>
  );
}

/** Fetched with the session's token, which an address of a picture could not carry. */
function Logo({ of: { package_name, updated_at } }: { of: InvoiceConfig }) {
  const { t } = useTranslation('invoices');
  const address = urlOf(configEndpoints.logo, { query: { package_name } });
  const logo = useQuery({
    queryKey: ['logo', address, updated_at],
    queryFn: async ({ signal }) => (await request(address, { method: 'GET' }, { signal })).blob(),
  });
  const [shown, setShown] = useState<string>();
  const { data } = logo;
  useEffect(() => {
    if (!data) return;
    const url = URL.createObjectURL(data);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [data]);
  return shown ? <img className={styles.logo} src={shown} alt={t('logo')} /> : null;
}
