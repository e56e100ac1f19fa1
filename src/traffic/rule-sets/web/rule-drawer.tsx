import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleMode } from '#traffic/rules/contract/rule.ts';
import { ruleHelp } from '#traffic/rules/contract/rule-help.ts';
import { ConditionList } from '#traffic/rules/web/condition-builder/condition-list.tsx';
import { useReader } from '#traffic/rules/web/condition-builder/use-reader.ts';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import { defaultsOf, settingIn, withLimit, withMode } from './draft-edits.ts';
import { FalsePositives } from './false-positives.tsx';
import { LimitFields } from './limit-fields.tsx';
import { PublisherSettings } from './publisher-settings.tsx';
import { RuleHits } from './rule-hits.tsx';
import { ModeSelect } from './rule-list.tsx';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  rule: RuleView | undefined;
  edits: DraftEdits;
  mayEdit: boolean;
  onClose: () => void;
}

/** One rule of the product: what it looks at, how it is set here and for whom else, and what it did. */
export function RuleDrawer({ rule, edits, mayEdit, onClose }: Props) {
  const ruleName = useRuleName();
  return (
    <FormDrawer
      live
      opened={rule !== undefined}
      onClose={onClose}
      position="right"
      size="min(640px, 100vw)"
      title={rule ? ruleName(rule.id, rule.title) : ''}
    >
      {rule && <RuleDetail rule={rule} edits={edits} mayEdit={mayEdit} />}
    </FormDrawer>
  );
}

/** What a hit means under this setting; where the rule decides, by what it declares. */
function hintOf({ cases }: RuleView, mode: RuleMode) {
  if (mode !== 'on') return `mode_${mode}_hint` as const;
  const [grade, ...more] = [...new Set(cases.map(({ verdict }) => verdict))];
  return grade === undefined || more.length > 0 ? ('mode_on_hint' as const) : (`mode_on_hint_${grade}` as const);
}

function RuleDetail({ rule, edits, mayEdit }: Omit<Props, 'onClose' | 'rule'> & { rule: RuleView }) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const ruleName = useRuleName();
  const texts = useRuleTexts();
  const setting = settingIn(edits.draft, rule);
  const defaults = defaultsOf(rule);
  const moved = rule.limits.some(({ name }) => (setting.limits[name] ?? defaults[name]) !== defaults[name]);
  return (
    <div className={styles.stack}>
      <section className={styles.section}>
        <p>{texts.looksAt(rule.id, rule.looks_at)}</p>
        <p className={screen.note}>
          {names.reason(rule.reason)} · {rule.tier === 'quality' ? t('quality') : rule.tier} ·{' '}
          {t(`stage_${rule.stage}_hint`)}
        </p>
        <Link to={ruleHelp(rule.id)}>{t('help')}</Link>
      </section>
      <Measures rule={rule} />
      <section className={styles.section} data-tour="setting">
        <h3>{t('setting')}</h3>
        <ModeSelect
          label={t('setting_of', { name: ruleName(rule.id, rule.title) })}
          mode={setting.mode}
          custom={false}
          disabled={!mayEdit}
          onMode={(mode) => edits.edit((draft) => withMode(draft, rule, mode))}
        />
        <p className={screen.note}>{t(hintOf(rule, setting.mode))}</p>
        <LimitFields
          rule={rule}
          values={setting.limits}
          disabled={!mayEdit}
          onLimit={(name, value) => edits.edit((draft) => withLimit(draft, rule, name, value))}
        />
        {moved && mayEdit && (
          <Button
            size="compact-sm"
            variant="subtle"
            style={{ alignSelf: 'flex-start' }}
            onClick={() =>
              edits.edit((draft) =>
                rule.limits.reduce((next, one) => withLimit(next, rule, one.name, one.default), draft),
              )
            }
          >
            {t('defaults_back')}
          </Button>
        )}
      </section>
      <PublisherSettings rule={rule} edits={edits} mayEdit={mayEdit} />
      <Definition rule={rule} stale={edits.changed.includes(rule.id)} />
      <RuleHits rule={rule.id} />
    </div>
  );
}

/** What it did in the period, with its share on traffic that should have no hits. */
export function Measures({ rule }: { rule: RuleView }) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const names = useNames();
  const { measured } = rule;
  return (
    <section className={styles.section}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('hits')}</dt>
          <dd>
            {format.number(measured.hits)}
            <small>{t('of_events', { events: format.number(measured.events) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('decided')}</dt>
          <dd>
            {format.number(measured.decided)}
            <small>{t('unique_of', { events: format.number(measured.unique) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('trusted')}</dt>
          <dd>
            <Percent rate={measured.trusted.rate} />
            <small>
              {t('trusted_of', {
                hits: format.number(measured.trusted.hits),
                events: format.number(measured.trusted.events),
              })}
            </small>
          </dd>
        </div>
      </dl>
      {measured.blind.length > 0 && (
        <p className={screen.note}>{t('blind_without', { names: format.list(measured.blind.map(names.column)) })}</p>
      )}
    </section>
  );
}

/** Its conditions at the limits in force, not at those of the draft. */
function Definition({ rule, stale }: { rule: RuleView; stale: boolean }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const names = useNames();
  const format = useFormat();
  const reader = useReader(pkg.time_zone);
  return (
    <section className={styles.section}>
      <h3>{t('definition')}</h3>
      {stale && <p className={screen.note}>{t('definition_in_force')}</p>}
      <ul className={styles.grades}>
        {rule.cases.map(({ verdict, when }) => (
          <li key={JSON.stringify(when)}>
            <VerdictBadge verdict={verdict} />
            <ConditionList reader={reader} condition={when} />
          </li>
        ))}
      </ul>
      <p className={screen.note}>{t('applies_to', { kinds: format.list(rule.kinds.map(names.kind)) })}</p>
      {rule.false_positives && (
        <p>
          {t('false_positives')} <FalsePositives rule={rule.id} english={rule.false_positives} />
        </p>
      )}
      {rule.source && (
        <p className={screen.note}>
          {t('source')} <span lang="en">{rule.source}</span>
        </p>
      )}
    </section>
  );
}
