import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { EntryView } from '#domains/brand-relevancy/contract/entry.ts';
import { entryEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import {
  ENTRY_STEPS,
  ENTRY_TYPES,
  type EntryStep,
  type EntryType,
} from '#domains/brand-relevancy/contract/entry-terms.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { type DraftForm, useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { usePlaces } from '../use-places.ts';
import { bodyOf, draftOf, type EntryDraft, editFaults, editOf, emptyEntry, newFaults, STEP_OF } from './entry-draft.ts';
import { StepFields } from './entry-fields.tsx';

export const AddNonYoutubePage = () => <AddTracker type="nonyt" />;
export const AddYoutubePage = () => <AddTracker type="yt" />;
export const AddVastPage = () => <AddTracker type="vast" />;
export const AddDisplayPage = () => <AddTracker type="display" />;
export const AddMeasuredPage = () => <AddTracker type="mfdisplay" />;
export const EditVideoPage = () => <EditTracker />;
export const EditDisplayPage = () => <EditTracker />;

/** Of a tracker of a type, step by step; the address says which is opened first, and the first is it otherwise. */
function AddTracker({ type }: { type: EntryType }) {
  const places = usePlaces();
  const { default_page = '' } = useParams();
  const first = ENTRY_STEPS.find((step) => step === default_page) ?? ENTRY_STEPS[0];
  return <NewForm type={type} back={places.trackersOf(type)} first={first} />;
}

/** All of an entry at once, its type among it. */
export function AddEntryPage() {
  const places = usePlaces();
  return <NewForm type="nonyt" back={places.entries} />;
}

export function EditEntryPage() {
  const places = usePlaces();
  return <Named>{(view, reload) => <SavedForm view={view} back={places.entries} onReload={reload} />}</Named>;
}

function EditTracker() {
  const places = usePlaces();
  return (
    <Named>
      {(view, reload) => (
        <SavedForm view={view} back={places.trackersOf(view.type)} first={ENTRY_STEPS[0]} onReload={reload} />
      )}
    </Named>
  );
}

/** The entry that the address names. */
function Named({ children }: { children: (view: EntryView, reload: () => void) => React.ReactNode }) {
  const { t } = useTranslation('requirements');
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const isNamed = Number.isInteger(id) && id > 0;
  const one = useQuery({ ...query(entryEndpoints.one, { params: { id } }), staleTime: 0, enabled: isNamed });
  if (!isNamed) return <EmptyState why={t('no_entry_named')} />;
  return <Saved one={one}>{children}</Saved>;
}

interface FormProps {
  back: string;
  /** The step opened first; left out, the form is one page. */
  first?: EntryStep;
}

function NewForm({ type, back, first }: FormProps & { type: EntryType }) {
  const { pkg } = useSelection();
  const faultsOf = (draft: EntryDraft) => newFaults(pkg.package_name, draft);
  const form = useDraftForm({
    initial: emptyEntry(type),
    faultsOf,
    send: (draft) =>
      call(entryEndpoints.add, { body: bodyOf(pkg.package_name, draft) }, { idempotencyKey: crypto.randomUUID() }),
    back,
    labels: LABELS,
    namespace: 'requirements',
  });
  return <EntryForm form={form} faults={faultsOf(form.draft)} first={first} isNew />;
}

function SavedForm({ view, back, first, onReload }: FormProps & { view: EntryView; onReload: () => void }) {
  const { id, updated_at } = view;
  const faultsOf = (draft: EntryDraft) => editFaults(draft, updated_at);
  const form = useDraftForm({
    initial: draftOf(view),
    faultsOf,
    send: (draft) => call(entryEndpoints.edit, { params: { id }, body: editOf(draft, updated_at) }),
    back,
    labels: LABELS,
    namespace: 'requirements',
  });
  return <EntryForm form={form} faults={faultsOf(form.draft)} first={first} onReload={onReload} />;
}

const LABELS = Object.fromEntries(
  ['name', 'advertiser', 'campaign', 'creative_size', 'duration', 'click_url', 'vast_url', 'platform'].map((name) => [
    name,
    `entry_${name}`,
  ]),
);

interface EntryFormProps {
  form: DraftForm<EntryDraft>;
  faults: Readonly<Record<string, string>>;
  first: EntryStep | undefined;
  isNew?: boolean;
  onReload?: () => void;
}

function EntryForm(props: EntryFormProps) {
  const { first } = props;
  return first === undefined ? <OnePage {...props} /> : <Steps {...props} first={first} />;
}

function OnePage({ form, isNew = false, onReload }: EntryFormProps) {
  const { t } = useTranslation('requirements');
  const { draft, change, fault } = form;
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload} wide>
      {isNew && (
        <TermField
          label={t('entry_type')}
          values={ENTRY_TYPES}
          word={(type) => t(`type_${type}`)}
          value={draft.type}
          onChange={(type) => change({ type })}
        />
      )}
      {ENTRY_STEPS.map((step) => (
        <FormSection key={step} title={t(`step_${step}`)}>
          <StepFields step={step} draft={draft} onChange={change} fault={fault} />
        </FormSection>
      ))}
    </FormPage>
  );
}

/** One step at a time; what is wrong on another step brings that one back. */
function Steps({ form, faults, first, onReload }: EntryFormProps & { first: EntryStep }) {
  const { t } = useTranslation('requirements');
  const [step, setStep] = useState<EntryStep>(first);
  const next = ENTRY_STEPS[ENTRY_STEPS.indexOf(step) + 1];
  const submit = (): void => {
    if (next !== undefined) {
      setStep(next);
      return;
    }
    const wrong = ENTRY_STEPS.find((each) => Object.keys(faults).some((name) => STEP_OF[name] === each));
    if (wrong !== undefined) setStep(wrong);
    form.submit();
  };
  return (
    <FormPage form={{ ...form, submit }} submit={t(next === undefined ? 'save' : 'next_step')} onReload={onReload} wide>
      <SegmentedControl
        aria-label={t('steps')}
        fullWidth
        data={ENTRY_STEPS.map((value) => ({ value, label: t(`step_${value}`) }))}
        value={step}
        onChange={(value) => setStep(ENTRY_STEPS.find((each) => each === value) ?? ENTRY_STEPS[0])}
      />
      <StepFields step={step} draft={form.draft} onChange={form.change} fault={form.fault} />
    </FormPage>
  );
}
