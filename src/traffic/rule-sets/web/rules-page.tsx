import { Button, Progress } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Answer } from '#platform/contract/endpoint.ts';
import { SAVED, UnsavedGuard } from '#platform/web/form/unsaved-guard.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import type { RewriteState, RuleView, ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { RuleNames } from '#traffic/rules/web/names-of-values.tsx';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { CustomRuleDrawer } from './custom-rule-drawer.tsx';
import { DraftBar, type DraftStep } from './draft-bar.tsx';
import { untaken, withMode } from './draft-edits.ts';
import { withDrafted } from './drafted-rules.ts';
import { FoundRules } from './found-rules.tsx';
import { contradictoryRules } from './limit-order.ts';
import { NewRules } from './new-rules.tsx';
import { NotPossible } from './not-possible.tsx';
import { PacksMenu } from './packs/packs-menu.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import styles from './rules.module.css';
import { useDraft } from './use-draft.ts';
import { useFocusAfter } from './use-focus-after.ts';
import { useCatalogue } from './use-rules.ts';

type Catalogue = Answer<typeof ruleEndpoints.catalogue>['data'];

/** The rules of a package: what each looks at, how it is set, what it did; changes are tried before they are saved. */
export function RulesPage() {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const catalogue = useCatalogue(pkg.package_name);
  if (catalogue.isError) return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data || catalogue.isPlaceholderData)
    return <div className={screen.waiting} role="status" aria-label={t('loading')} />;
  return (
    <RuleNames>
      <Rules key={pkg.package_name} catalogue={catalogue.data.data} />
    </RuleNames>
  );
}

/** The open drawer's part of the address: a rule's id, or `new`. */
const OPENED = 'rule';

function Rules({ catalogue }: { catalogue: Catalogue }) {
  const { pkg } = useSelection();
  const ruleName = useRuleName();
  const [params, setParams] = useSearchParams();
  const edits = useDraft(pkg.package_name, catalogue);
  const mayEdit = userMay('rules.write') && catalogue.rewriting === null;
  const opened = params.get(OPENED);
  // Half a rule of one's own is in no draft yet: closing its drawer, or Back, would lose it.
  const [half, setHalf] = useState(false);
  const [asking, setAsking] = useState(false);
  const open = (id: string | null, options?: typeof SAVED): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (id === null) next.delete(OPENED);
      else next.set(OPENED, id);
      return next;
    }, options);
  const [step, setStep] = useState<DraftStep | null>(null);
  const all = withDrafted(catalogue.rules, edits.draft.custom);
  const news = untaken(all, edits.draft).filter(({ kinds }) => fits(kinds, pkg.platform));
  const rule = all.find(({ id }) => id === opened);
  const custom = opened === 'new' || rule?.custom === true;
  const drafting = userMay('rules.write') && (edits.changed.length > 0 || edits.undo !== undefined);
  const isLost = (next: URLSearchParams): boolean =>
    (next.get('package') ?? pkg.package_name) !== pkg.package_name || (half && next.get(OPENED) !== opened);
  const lead = useRef<HTMLParagraphElement>(null);
  useFocusAfter(drafting, lead);
  return (
    <div className={screen.page}>
      <Head catalogue={catalogue} mayEdit={mayEdit} lead={lead} onNew={() => open('new')}>
        <PacksMenu rules={all} edits={edits} mayEdit={mayEdit} onLoaded={() => setStep('preview')} />
      </Head>
      {catalogue.rewriting && <Rewriting state={catalogue.rewriting} />}
      {news.length > 0 && (
        <NewRules
          rules={news}
          version={catalogue.version}
          edits={edits}
          mayEdit={mayEdit}
          onPreview={() => setStep('preview')}
        />
      )}
      <FoundRules
        rules={all}
        events={catalogue.events}
        edits={edits}
        mayEdit={mayEdit}
        opened={opened}
        onOpen={open}
        onMode={(one, mode) => edits.edit((draft) => withMode(draft, one, mode))}
      />
      <NotPossible />
      <UnsavedGuard
        changed={edits.changed.length > 0 || half}
        onAsk={setAsking}
        lostAt={({ search }) => isLost(new URLSearchParams(search))}
      />
      {drafting && (
        <DraftBar
          edits={edits}
          blocked={catalogue.rewriting !== null}
          contradictory={contradictoryRules(all, edits.draft).map(({ id, title }) => ruleName(id, title))}
          shown={step}
          onShow={setStep}
        />
      )}
      <RuleDrawer rule={custom ? undefined : rule} edits={edits} mayEdit={mayEdit} onClose={() => open(null)} />
      <CustomRuleDrawer
        opened={custom}
        rule={rule?.custom ? rule : undefined}
        edits={edits}
        mayEdit={mayEdit}
        onHalf={setHalf}
        onClose={() => !asking && open(null)}
        onDone={() => open(null, SAVED)}
      />
    </div>
  );
}

/** Whether a package of that platform can have such events. */
const fits = (kinds: RuleView['kinds'], platform: 'web' | 'app'): boolean =>
  kinds.some((kind) => kindsFor(platform).includes(kind));

interface HeadProps {
  catalogue: Catalogue;
  mayEdit: boolean;
  /** Takes the focus after saving: it tells the version in force. */
  lead: RefObject<HTMLParagraphElement | null>;
  onNew: () => void;
  children: ReactNode;
}

function Head({ catalogue, mayEdit, lead, onNew, children }: HeadProps) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const format = useFormat();
  const sticky = useStickySearch();
  const { range, effective_from } = catalogue;
  return (
    <header className={screen.head}>
      <p ref={lead} tabIndex={-1}>
        {t('lead', { package: pkg.package_title, version: catalogue.version })}{' '}
        {effective_from && t('in_force_since', { time: format.dateTime(effective_from, pkg.time_zone) })}{' '}
        {range
          ? t('measured_over', {
              from: format.day(range.from),
              to: format.day(range.to),
              events: format.number(catalogue.events),
            })
          : t('no_events')}
      </p>
      <div className={screen.tools}>
        <Button
          component={Link}
          to={`/rules/history${sticky}`}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          {t('history')}
        </Button>
        {children}
        {mayEdit && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
            {t('new_rule')}
          </Button>
        )}
      </div>
    </header>
  );
}

function Rewriting({ state }: { state: RewriteState }): ReactNode {
  const { t } = useTranslation('rules');
  return (
    <div className={styles.banner} role="status">
      <p>{t(`rewrite_${state.state}`)}</p>
      <Progress value={state.progress * 100} aria-label={t('rewrite_progress')} animated={state.progress === 0} />
      {state.error && <p className={screen.fault}>{t('rewrite_error', { message: state.error })}</p>}
    </div>
  );
}
