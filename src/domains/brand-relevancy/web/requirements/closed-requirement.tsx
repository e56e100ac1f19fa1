import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RequirementView } from '#domains/brand-relevancy/contract/requirement.ts';
import { NOTHING } from '#platform/contract/format.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import outputs from '../outputs/outputs.module.css';
import { usePlaces } from '../use-places.ts';

/** A requirement that is closed: everything it said, and nothing to change. */
export function ClosedRequirement({ view }: { view: RequirementView }) {
  const { t } = useTranslation('requirements');
  const format = useFormat();
  const places = usePlaces();
  const list = (words: readonly string[]): string => words.join(', ') || NOTHING;
  const facts: readonly [string, string][] = [
    ['campaign_name', view.campaign_name],
    ['brand', view.brand],
    ['category', view.category || NOTHING],
    ['status', t('state_closed')],
    ['start', format.day(view.start)],
    ['end', format.day(view.end)],
    ['keywords', list(view.keywords)],
    ['excluded_keywords', list(view.excluded_keywords)],
    ['locations', list(view.locations.map(format.country))],
    ['languages', list(view.languages)],
    ['min_views', format.number(view.min_views)],
    ['max_age_days', format.number(view.max_age_days)],
    ['target_count', format.number(view.target_count)],
    ['allowed_channels', list(view.allowed_channels)],
    ['blocked_channels', list(view.blocked_channels)],
  ];
  return (
    <section className={outputs.closed}>
      <p role="note">{t('closed_note')}</p>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={t(name)}>
            {value}
          </Fact>
        ))}
      </Facts>
      <div className={screen.tools}>
        <Button component={Link} to={places.requirements} variant="default">
          {t('requirements')}
        </Button>
      </div>
    </section>
  );
}
