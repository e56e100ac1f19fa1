import { useCallback, useMemo, useState } from 'react';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { changedRules } from './draft-edits.ts';
import { changedByBoth, rebaseDraft } from './rebase-draft.ts';

export interface DraftEdits {
  draft: RuleSetDraft;
  /** The version the draft was begun from. */
  base: number;
  /** Ids of rules that differ from the stored version. */
  changed: readonly string[];
  /** The version somebody saved since; null: the draft is made from the newest one. */
  newer: Newer | null;
  edit: (change: (draft: RuleSetDraft) => RuleSetDraft) => void;
  /** Takes the last edit back; absent when there is none. */
  undo: (() => void) | undefined;
  discard: () => void;
  /** Puts another draft in its place (an older version), as one edit. */
  replace: (draft: RuleSetDraft) => void;
}

interface Newer {
  version: number;
  /** Ids of rules that both have changed. */
  both: readonly string[];
  /** Puts the edits, each of them, on that version. */
  takeOver: () => void;
}

interface Stored {
  version: number;
  draft: RuleSetDraft;
}

/**
 * Unsaved edits of the rules: a list of drafts, the last one counts. Begins anew when a version was saved from here.
 */
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
  const newer = useMemo(
    (): Newer | null =>
      from.version === stored.version
        ? null
        : {
            version: stored.version,
            both: changedByBoth(from.draft, draft, stored.draft),
            takeOver: () =>
              setState({
                packageName,
                from: stored,
                drafts: drafts.map((each) => rebaseDraft(from.draft, each, stored.draft)),
              }),
          },
    [packageName, from, drafts, draft, stored],
  );
  return {
    draft,
    base: from.version,
    changed,
    newer,
    edit: (change) => push(change(draft)),
    replace: push,
    undo: drafts.length > 1 ? () => setState({ packageName, from, drafts: drafts.slice(0, -1) }) : undefined,
    discard: () => setState({ packageName, from: stored, drafts: [stored.draft] }),
  };
}
