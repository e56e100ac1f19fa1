import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { MEASURES } from '#analytics/contract/measures.ts';
import { useWords } from '#analytics/web/words.ts';
import { docs, type ListDoc, type RuleDoc } from '#domains/docs/contract/endpoints.ts';
import { TERMS } from '#domains/docs/contract/glossary.ts';
import { boardDocPath } from '#domains/docs/contract/pages.ts';
import { stepsOf, TASKS } from '#domains/docs/contract/tasks.ts';
import { openApi } from '#platform/contract/openapi.ts';
import { query } from '#platform/web/api/call.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '#traffic/event/contract/dimensions.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { useFalsePositives } from '#traffic/rule-sets/web/false-positives.tsx';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import { type Operation, readApi } from './api/read-api.ts';
import { attackWords } from './attack-words.ts';
import { aliasesOf, MEASURE_NAMES, useBoardName, useDimensionMeaning } from './declared.ts';
import { type ListWords, useListWords } from './list-words.ts';
import type { DocEntry } from './search.ts';

/** Whatever the registries, the guides and (once something is asked) the server have to say. */
export function useEntries(asked: boolean): { entries: readonly DocEntry[]; loading: boolean } {
  const help = useHelpEntries(asked);
  const lists = useQuery({ ...query(docs.lists, {}), enabled: asked });
  const api = useQuery({ ...query(openApi.document, {}), enabled: asked });
  const listWords = useListWords();
  const entries = useMemo(
    () => [
      ...help.entries,
      ...(lists.data?.data ?? []).map((list) => listEntry(list, listWords)),
      ...(api.data ? readApi(api.data).operations.map(callEntry) : []),
    ],
    [help.entries, listWords, lists.data, api.data],
  );
  return { entries, loading: help.loading || (asked && [lists, api].some(({ isPending }) => isPending)) };
}

/** The same without lists and calls, which only who reads the documentation looks for. */
export function useHelpEntries(asked: boolean): { entries: readonly DocEntry[]; loading: boolean } {
  const { t } = useTranslation('docs');
  const declared = useDeclared();
  const rules = useQuery({ ...query(docs.rules, {}), enabled: asked });
  const ruleName = useRuleName();
  const texts = useRuleTexts();
  const mistaken = useFalsePositives(asked);
  const names = useNames();
  const entries = useMemo(
    () => [
      ...declared,
      ...(rules.data?.data ?? []).map((rule) =>
        ruleEntry(
          rule,
          ruleName(rule.id, rule.title),
          t('rule'),
          `${names.reason(rule.reason)} · ${texts.looksAt(rule.id, rule.looksAt)}`,
          mistaken?.[rule.id],
        ),
      ),
    ],
    [t, declared, names, ruleName, texts, mistaken, rules.data],
  );
  return { entries, loading: asked && rules.isPending };
}

const ruleEntry = (rule: RuleDoc, title: string, kind: string, detail: string, mistaken = ''): DocEntry => ({
  area: 'docs-rules',
  title,
  kind,
  detail,
  also: `${rule.id} ${rule.title} ${rule.looksAt} ${rule.reason} ${attackWords(rule.reason)} ${rule.needs.join(' ')} ${rule.confidential?.falsePositives ?? ''} ${mistaken}`,
  path: '/docs/rules',
  at: rule.id,
});

const listEntry = (list: ListDoc, words: ListWords): DocEntry => ({
  area: 'docs-lists',
  title: words.title(list),
  detail: words.purpose(list),
  also: `${list.id} ${list.title} ${list.purpose} ${list.kind} ${list.source} ${list.licence}`,
  path: '/docs/lists',
  at: list.id,
});

const callEntry = ({ id, summary }: Operation): DocEntry => ({
  area: 'docs-api',
  title: id,
  detail: summary,
  also: '',
  path: '/docs/api',
  q: id,
});

/** What the browser knows itself: tasks, boards and their cards, measures, filters, columns and facts, reasons. */
function useDeclared(): readonly DocEntry[] {
  const { t } = useTranslation(['docs', 'guides', 'pages', 'board', 'glossary']);
  const words = useWords();
  const names = useNames();
  const boardName = useBoardName();
  const dimensionMeaning = useDimensionMeaning();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others change with the language, as `t` does
  return useMemo(
    () => [
      ...TASKS.map((task): DocEntry => {
        const steps = stepsOf(task).map((key) => t(`guides:${key}`));
        const detail = t(`guides:${task.id}.lead`);
        const also = [task.title, ...steps, ...Object.values(task.commands ?? {})].join(' ');
        return { area: 'docs-tasks', title: t(`pages:${task.title}`), detail, also, path: task.path };
      }),
      ...BOARDS.flatMap((board): DocEntry[] => {
        const path = boardDocPath(board);
        const also = `${board.title} ${board.api} ${board.types.join(' ')} ${board.routes.map((r) => r.path).join(' ')}`;
        const title = boardName(board);
        const detail = t('docs:board_lead', { name: title, noun: t(`board:noun_${board.dataset.id}`) });
        return [
          { area: 'docs-boards', title, detail, also, path },
          ...board.widgets.map(
            (widget): DocEntry => ({
              area: 'docs-boards',
              title: `${title} › ${words.title(widget)}`,
              detail: words.meaning(widget),
              also: `${widget.title} ${widget.id}`,
              path,
              at: widget.id,
            }),
          ),
        ];
      }),
      ...MEASURE_NAMES.map((name): DocEntry => {
        const also = `${name} ${MEASURES[name].label} ${MEASURES[name].description}`;
        const detail = words.measureMeaning(name);
        return { area: 'docs-measures', title: words.measure(name), detail, also, path: '/docs/measures', at: name };
      }),
      ...DIMENSION_NAMES.map((name): DocEntry => {
        const also = `${name} ${DIMENSIONS[name].label} ${aliasesOf(name).join(' ')}`;
        const detail = dimensionMeaning(name);
        return { area: 'docs-filters', title: names.dimension(name), detail, also, path: '/docs/filters', at: name };
      }),
      ...Object.entries(TRAFFIC_FIELDS).map(([name, field]): DocEntry => {
        const also = `${name} ${field.label} ${field.description}`;
        const detail = names.about(name) || field.description;
        return { area: 'docs-facts', title: names.column(name), detail, also, path: '/docs/facts', at: name };
      }),
      ...TERMS.map((term): DocEntry => {
        const [title, detail] = [t(`glossary:${term}`), t(`glossary:${term}.means`)];
        return { area: 'docs-glossary', title, detail, also: '', path: '/docs/glossary', at: term };
      }),
      ...Object.entries(REASONS).map(([code, { label, definition, tier }]): DocEntry => {
        const also = `${code} ${label} ${definition} ${tier} ${attackWords(code)}`;
        return {
          area: 'docs-rules',
          title: names.reason(code),
          kind: t('docs:reason'),
          detail: names.why(code),
          also,
          path: '/docs/rules',
          at: code,
        };
      }),
    ],
    [t, words, names],
  );
}
