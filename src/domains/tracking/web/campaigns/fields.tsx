import { useTranslation } from 'react-i18next';
import { lacksClickId, unknownMacros } from '#domains/tracking/contract/macros.ts';
import type { campaignEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { MACROS } from '#domains/tracking/contract/terms.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import styles from '../tracking.module.css';
import type { CampaignDraft } from './campaign-draft.ts';

export type Choices = Answer<typeof campaignEndpoints.choices>['data'];

export interface FieldProps {
  draft: CampaignDraft;
  onChange: (part: Partial<CampaignDraft>) => void;
  fault: (field: string) => string | undefined;
  choices: Choices | undefined;
}

/** What an address with macros looks like. */
export const LANDING_EXAMPLE = 'https://shop.example/start?id={click_id}';

/** Macros there are, as addresses have them. */
export const ALL_MACROS = MACROS.map((name) => `{${name}}`).join(' ');

/** Names in braces that nobody knows go out as they stand. */
export function MacroWarning({ template }: { template: string }) {
  const { t } = useTranslation('tracking');
  const names = unknownMacros(template);
  if (names.length === 0) return null;
  return (
    <p className={styles.warning} role="status">
      {t('unknown_macros', { names: names.map((name) => `{${name}}`).join(', ') })}
    </p>
  );
}

/** A page that is never told which click it was: what is bought there cannot be told back. */
export function ClickIdWarning({ template }: { template: string }) {
  const { t } = useTranslation('tracking');
  if (!lacksClickId(template)) return null;
  return (
    <p className={styles.warning} role="status">
      {t('no_click_id', { macro: '{click_id}' })}
    </p>
  );
}
