import { Alert, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfigurationView, configurationEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import { ACTIONS } from '#domains/hygiene/contract/terms.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useAct } from '#platform/web/ui/use-act.ts';
import styles from '../hygiene.module.css';
import { Gallery } from './gallery.tsx';
import { Marks } from './marks.tsx';

/** What a package wants of its creatives, and what this installation can look for (OTH-ROUTE-05). */
export function ConfigurationPage() {
  const { t } = useTranslation('hygiene');
  const { pkg } = useSelection();
  const asked = useQuery(query(configurationEndpoints.read, { query: { package_name: pkg.package_name } }));
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const view = asked.data?.data;
  if (!view) return <div className={screen.waiting} aria-busy="true" />;
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('configuration_lead', { package: pkg.package_title })}</p>
      </header>
      <PolicyForm key={`${view.package_name} ${view.updated_at}`} view={view} />
      <Marks view={view} />
      <Gallery view={view} />
      <section className={styles.section}>
        <h2>{t('capabilities')}</h2>
        <Facts>
          {view.capabilities.map(({ feature, available, needs }) => (
            <Fact key={feature} name={t(`capability_${feature}`)}>
              {available ? t('available') : t('absence_not_installed', { needs })}
            </Fact>
          ))}
        </Facts>
      </section>
    </div>
  );
}

function PolicyForm({ view }: { view: ConfigurationView }) {
  const { t } = useTranslation('hygiene');
  const act = useAct();
  const [draft, setDraft] = useState(view);
  const change = (more: Partial<ConfigurationView>): void => setDraft((now) => ({ ...now, ...more }));
  const mayEdit = userMay('tracking.write');
  const setRule = (at: number, more: Partial<ConfigurationView['rules'][number]>): void =>
    change({ rules: draft.rules.map((rule, n) => (n === at ? { ...rule, ...more } : rule)) });
  /** A category may have a second, lower limit. */
  const labelOf = (category: string, at: number): string => {
    const what = t(`category_${category}`);
    const isSecond = draft.rules.findIndex((rule) => rule.category === category) < at;
    return isSecond ? t('less_sure', { what }) : what;
  };
  const save = (): void => {
    const { package_name, brand, channels, rules, own_words, gallery, demographics } = draft;
    const body = { package_name, brand: brand.trim(), channels, rules, own_words, gallery, demographics };
    act(() => call(configurationEndpoints.save, { body }), t('saved'));
  };
  return (
    <FormCard submit={t('save')} busy={false} onSubmit={save} onCancel={() => setDraft(view)} frame="wide">
      <fieldset disabled={!mayEdit} className={styles.fields}>
        <TextInput
          label={t('brand')}
          maxLength={120}
          value={draft.brand}
          onChange={(event) => change({ brand: event.currentTarget.value })}
        />
        <TagsInput label={t('channels')} value={draft.channels} onChange={(channels) => change({ channels })} />
        <TagsInput label={t('own_words')} value={draft.own_words} onChange={(own_words) => change({ own_words })} />
        <Switch
          label={t('gallery_on')}
          description={t('gallery_about')}
          checked={draft.gallery}
          onChange={(event) => change({ gallery: event.currentTarget.checked })}
        />
        <Switch
          label={t('demographics_on')}
          description={t('demographics_about')}
          checked={draft.demographics}
          onChange={(event) => change({ demographics: event.currentTarget.checked })}
        />
        <h2>{t('policy')}</h2>
        <p className={screen.note}>{t('by_words')}</p>
        {draft.rules.every(({ action }) => action === 'ignore') && (
          <Alert color="suspect" role="status">
            {t('no_rules')}
          </Alert>
        )}
        {draft.rules.map(({ category, confidence, action }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a category may have two limits, told apart by their place
          <div key={`${category} ${at}`} className={styles.rule}>
            <span>{labelOf(category, at)}</span>
            <NumberInput
              aria-label={t('from_confidence', { what: labelOf(category, at) })}
              suffix=" %"
              min={0}
              max={100}
              value={Math.round(confidence * 100)}
              onChange={(value) => setRule(at, { confidence: Number(value) / 100 })}
            />
            <Select
              aria-label={t('what_to_do', { what: labelOf(category, at) })}
              data={ACTIONS.map((name) => ({ value: name, label: t(`action_${name}`) }))}
              value={action}
              allowDeselect={false}
              onChange={(value) => {
                const chosen = ACTIONS.find((name) => name === value);
                if (chosen) setRule(at, { action: chosen });
              }}
            />
          </div>
        ))}
      </fieldset>
    </FormCard>
  );
}
