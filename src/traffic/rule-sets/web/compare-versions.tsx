import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '#platform/contract/condition.ts';
import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { type RuleDifference, type RuleVersion, ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { readCondition } from '#traffic/rules/web/condition-builder/read-condition.ts';
import { useReader } from '#traffic/rules/web/condition-builder/use-reader.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import layout from './preview.module.css';
import { authorOf } from './version-author.ts';

/** What two versions treat differently, rule by rule; any two, not only those on the page of the list. */
export function CompareVersions({ listed }: { listed: readonly RuleVersion[] }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const format = useFormat();
  const every = { package_name: pkg.package_name, page: 1, limit: MAX_PAGE_SIZE };
  const all = useQuery(query(ruleEndpoints.versions, { query: every }));
  const versions = all.data?.data ?? listed;
  const newest = versions[0]?.version ?? 1;
  const [chosen, setChosen] = useState<{ before: number; after: number } | null>(null);
  const pair = chosen ?? { before: versions[1]?.version ?? newest, after: newest };
  const compare = useQuery(query(ruleEndpoints.compare, { query: { package_name: pkg.package_name, ...pair } }));
  const pick = (side: 'before' | 'after') => (
    <NativeSelect
      size="sm"
      label={t(side)}
      data={versions.map(({ version, created_at, author }) => ({
        value: String(version),
        label: `${version} · ${authorOf({ author })} · ${format.dateTime(created_at, pkg.time_zone)}`,
      }))}
      value={String(pair[side])}
      onChange={(event) => setChosen({ ...pair, [side]: Number(event.currentTarget.value) })}
    />
  );
  const rows = compare.data?.data;
  return (
    <section className={screen.card} aria-label={t('compare')}>
      <header className={screen.cardHead}>
        <h2>{t('compare')}</h2>
      </header>
      <div style={{ padding: '4px 14px 12px' }}>
        <Group gap="sm" align="flex-end">
          {pick('before')}
          {pick('after')}
        </Group>
        {compare.isError ? (
          <ErrorState error={compare.error} onRetry={() => void compare.refetch()} />
        ) : rows?.length === 0 ? (
          <p className={screen.note} style={{ marginTop: 12 }}>
            {t('same_rules')}
          </p>
        ) : (
          rows?.map((difference) => <Difference key={difference.rule} difference={difference} />)
        )}
      </div>
    </section>
  );
}

function Difference({ difference }: { difference: RuleDifference }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const ruleName = useRuleName();
  const words = useLimitWords();
  const reader = useReader(pkg.time_zone);
  const mode = (value: string | null): string => (value === null ? t('not_set') : t(`mode_${value}`));
  const limitLines = (limits: RuleDifference['limits']) =>
    limits.map(({ name, label, unit, before, after }) => (
      <li key={name}>
        {words.label({ label })}:{' '}
        <Change
          before={before === null ? t('as_before') : words.value(before, unit)}
          after={after === null ? t('as_before') : words.value(after, unit)}
        />
      </li>
    ));
  const condition = (value: Condition | null): string => (value ? readCondition(reader, value) : t('not_set'));
  return (
    <article className={layout.difference}>
      <h4>
        {difference.custom ? difference.title : ruleName(difference.rule, difference.title)}{' '}
        {difference.change !== 'changed' && <span className={screen.note}>{t(`change_${difference.change}`)}</span>}
      </h4>
      <ul>
        {difference.mode && (
          <li>
            {t('setting')}: <Change before={mode(difference.mode.before)} after={mode(difference.mode.after)} />
          </li>
        )}
        {limitLines(difference.limits)}
        {difference.publishers.map(({ publisher, mode: own, limits }) => (
          <li key={publisher}>
            {publisher}
            <ul>
              {own && (
                <li>
                  {t('setting')}: <Change before={mode(own.before)} after={mode(own.after)} />
                </li>
              )}
              {limitLines(limits)}
            </ul>
          </li>
        ))}
        {difference.condition && (
          <li>
            {t('condition')}:{' '}
            <Change before={condition(difference.condition.before)} after={condition(difference.condition.after)} />
          </li>
        )}
        {difference.other.map((name) => (
          <li key={name}>{t(`differs_${name}`)}</li>
        ))}
      </ul>
    </article>
  );
}

const Change = ({ before, after }: { before: string; after: string }) => (
  <>
    <del>{before}</del> → <ins>{after}</ins>
  </>
);
