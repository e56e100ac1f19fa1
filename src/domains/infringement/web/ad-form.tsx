import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { adEndpoints } from '#domains/infringement/contract/adword-endpoints.ts';
import { type AdView, DEVICES, seenAd } from '#domains/infringement/contract/search-ad.ts';
import { call } from '#platform/web/api/call.ts';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Draft {
  keyword: string;
  country: string;
  device: string;
  observed_at: string;
  position: string;
  advertiser: string;
  display_url: string;
  final_url: string;
  chain: string;
  capture_url: string;
  note: string;
}

const NOTHING: Draft = {
  keyword: '',
  country: '',
  device: '',
  observed_at: '',
  position: '',
  advertiser: '',
  display_url: '',
  final_url: '',
  chain: '',
  capture_url: '',
  note: '',
};

const adOf = (draft: Draft) => ({
  ...draft,
  device: DEVICES.find((each) => each === draft.device) ?? ('' as const),
  position: draft.position === '' ? null : Number(draft.position),
  chain: draft.chain.split(/\s+/).filter((text) => text !== ''),
});

/** An ad that somebody has seen by themselves. */
export function AdForm({ view, onDone }: { view: AdView; onDone: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const { draft, change, fault, card } = usePanelForm({
    initial: { ...NOTHING, observed_at: `${pkg.today} 12:00` },
    faultsOf: (given) => faultsOf(seenAd, adOf(given)),
    send: (given) =>
      call(adEndpoints.add, { params: { view }, body: { package_name: pkg.package_name, ads: [adOf(given)] } }),
    onDone: () => onDone(),
    namespace: 'infringement',
  });
  const text = (name: keyof Draft & string, more: { required?: boolean; description?: string } = {}) => (
    <TextInput
      label={t(name)}
      value={draft[name]}
      error={fault(name)}
      maxLength={2_000}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <FormCard {...card} submit={t('add_ad')}>
      {text('keyword', { required: true })}
      <FieldPair>
        {text('observed_at', { required: true, description: t('observed_at_hint', { zone: pkg.time_zone }) })}
        <NumberInput
          label={t('position')}
          description={t('position_hint')}
          min={1}
          max={100}
          allowDecimal={false}
          value={draft.position}
          error={fault('position')}
          onChange={(position) => change({ position: String(position) })}
        />
      </FieldPair>
      <FieldPair>
        {text('country', { description: t('country_hint') })}
        <Select
          label={t('device')}
          description={t('device_hint')}
          data={DEVICES.map((value) => ({ value, label: t(`device_${value}`) }))}
          value={draft.device === '' ? null : draft.device}
          clearable
          onChange={(device) => change({ device: device ?? '' })}
        />
      </FieldPair>
      {text('advertiser')}
      {text('display_url', { description: t('display_url_hint') })}
      {text('final_url', { required: true, description: t('final_url_hint') })}
      <Textarea
        label={t('chain')}
        description={t('chain_hint')}
        value={draft.chain}
        error={fault('chain')}
        autosize
        minRows={2}
        onChange={(event) => change({ chain: event.currentTarget.value })}
      />
      {text('capture_url', { description: t('capture_url_hint') })}
      {text('note')}
    </FormCard>
  );
}
