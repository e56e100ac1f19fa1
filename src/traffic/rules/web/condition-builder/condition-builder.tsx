import { Button, Select } from '@mantine/core';
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Condition, MAX_CONDITION_DEPTH } from '#platform/contract/condition.ts';
import { type ConditionFault, checkCondition } from '#platform/contract/condition-check.ts';
import type { Message } from '#platform/contract/message.ts';
import { useMessageText } from '#platform/web/ui/message-text.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { RuleNames } from '../names-of-values.tsx';
import styles from './condition-builder.module.css';
import { ConditionRow } from './condition-row.tsx';
import {
  conditionOf,
  emptyLeaf,
  GROUP_KINDS,
  type Group,
  isGroup,
  type Node,
  type Place,
  pathOf,
  treeOf,
  withNode,
} from './condition-tree.ts';
import { readNode } from './read-condition.ts';
import { useReader } from './use-reader.ts';

interface Props {
  condition: Condition;
  packageName: string;
  timeZone: string;
  onChange: (condition: Condition) => void;
  /** Whether to say what is wrong already. */
  strict: boolean;
}

interface Editing {
  root: Group;
  packageName: string;
  change: (place: Place, node: Node | null) => void;
  faultAt: (place: Place) => string | undefined;
}

/** A condition as groups of comparisons, with the whole of it read out below. */
export function ConditionBuilder(props: Props) {
  return (
    <RuleNames>
      <Builder {...props} />
    </RuleNames>
  );
}

function Builder({ condition, packageName, timeZone, onChange, strict }: Props) {
  const { t } = useTranslation('conditions');
  const messageText = useMessageText();
  const reader = useReader(timeZone);
  const root = useMemo(() => treeOf(condition), [condition]);
  const problems = useMemo(() => faultsOf(condition), [condition]);
  const editing: Editing = {
    root,
    packageName,
    change: (place, node) => onChange(conditionOf(withNode(root, place, node))),
    faultAt: (place) => {
      const problem = problems.find(({ path }) => path === pathOf(root, place));
      if (!problem) return undefined;
      if (problem.code === 'not_filled') return strict ? t('not_filled') : undefined;
      return messageText(problem) ?? problem.code;
    },
  };
  return (
    <div className={styles.builder}>
      <GroupBox editing={editing} group={root} place={[]} />
      <p className={styles.reading} aria-live="polite">
        <span>{t('reads')}</span> {readNode(reader, root)}
      </p>
    </div>
  );
}

interface Fault extends Message {
  path: string;
  code: ConditionFault | 'not_filled';
}

/** The check of the server, and values that were not filled in yet, which it would take for texts. */
export function faultsOf(condition: Condition): Fault[] {
  const found: Fault[] = checkCondition(condition, TRAFFIC_FIELDS);
  const visit = (part: Condition, path: string[]): void => {
    if ('all' in part) for (const [index, child] of part.all.entries()) visit(child, [...path, `all.${index}`]);
    else if ('any' in part) for (const [index, child] of part.any.entries()) visit(child, [...path, `any.${index}`]);
    else if ('not' in part) visit(part.not, [...path, 'not']);
    else if (('values' in part && part.values.length === 0) || ('value' in part && part.value === ''))
      found.push({ path: path.join('.'), code: 'not_filled', values: {} });
  };
  visit(condition, []);
  return found;
}

interface GroupProps {
  editing: Editing;
  group: Group;
  place: Place;
}

function GroupBox({ editing, group, place }: GroupProps) {
  const { t } = useTranslation('conditions');
  const { change, faultAt } = editing;
  const add = (node: Node): void => change(place, { ...group, parts: [...group.parts, node] });
  const fault = faultAt(place);
  // A turned-round group is two levels of the condition.
  const deepest = place.length >= Math.floor(MAX_CONDITION_DEPTH / 2) - 1;
  return (
    <fieldset className={styles.group} data-kind={group.kind}>
      <legend className={styles.legend}>
        <Select
          size="xs"
          aria-label={t('group_kind')}
          data={GROUP_KINDS.map((kind) => ({ value: kind, label: t(`group_${kind}`) }))}
          value={group.kind}
          onChange={(kind) => {
            const chosen = GROUP_KINDS.find((one) => one === kind);
            if (chosen) change(place, { ...group, kind: chosen });
          }}
          allowDeselect={false}
        />
      </legend>
      <ul className={styles.parts}>
        {group.parts.map((part, index) => {
          const here = [...place, index];
          // Parts have no names of their own; their place is what tells them apart.
          const key = here.join('.');
          return isGroup(part) ? (
            <li key={key}>
              <GroupBox editing={editing} group={part} place={here} />
            </li>
          ) : (
            <ConditionRow
              key={key}
              leaf={part}
              packageName={editing.packageName}
              onChange={(leaf) => change(here, leaf)}
              onRemove={() => change(here, null)}
              error={faultAt(here)}
            />
          );
        })}
      </ul>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.actions}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add(emptyLeaf())}
        >
          {t('add_condition')}
        </Button>
        {!deepest && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconBraces size={14} aria-hidden />}
            onClick={() => add({ kind: group.kind === 'any' ? 'all' : 'any', parts: [emptyLeaf()] })}
          >
            {t('add_group')}
          </Button>
        )}
        {place.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => change(place, null)}
          >
            {t('remove_group')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
