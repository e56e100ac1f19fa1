import { useCallback, useMemo, useState } from 'react';
import type { RuleSetDraft } from '#traffic/contract/rule-set.ts';
import { changedRules } from './draft-edits.ts';

export interface DraftEdits {
  draft: RuleSetDraft;
  /** The version the draft was begun from. */
  base: number;
  /** Ids of rules that differ from the stored version. */
  changed: readonly string[];
  /** Somebody saved a newer version since. */
  outdated: boolean;
  edit: (change: (draft: RuleSetDraft) => RuleSetDraft) => void;
  /** Takes the last edit back; absent when there is none. */
  undo: (() => void) | undefined;
  discard: () => void;
  /** Puts another draft in its place (an older version), as one edit. */
  replace: (draft: RuleSetDraft) => void;
}

interface Stored {
  version: number;
  draft: RuleSetDraft;
}

/** Unsaved edits of the rules: a list of drafts, the last one counts. Begins anew when a version was saved from here. */
export function useDraft(packageName: string, stored: Stored): DraftEdits {
  const [state, setState] = useState({ packageName, from: stored, drafts: [stored.draft] });
  const fresh =
    state.packageName !== packageName || (state.drafts.length === 1 && state.from.version !== stored.version);
  const { from, drafts } = fresh ? { from: stored, drafts: [stored.draft] } : state;
  const draft = drafts.at(-1) ?? stored.draft;
  const push = useCallback(
    (next: RuleSetDraft) => setState({ packageName, from, drafts: [...drafts, next] }),
    [packageName, from, drafts],
  );
  const changed = useMemo(() => changedRules(from.draft, draft), [from, draft]);
  return {
    draft,
    base: from.version,
    changed,
    outdated: from.version !== stored.version,
    edit: (change) => push(change(draft)),
    replace: push,
    undo: drafts.length > 1 ? () => setState({ packageName, from, drafts: drafts.slice(0, -1) }) : undefined,
    discard: () => setState({ packageName, from: stored, drafts: [stored.draft] }),
  };
}
