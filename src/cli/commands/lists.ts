import { join, resolve } from 'node:path';
import type { Files } from '#platform/server/files/files.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { LIST_KINDS, type ListChange, type ListInfo, type ListKind } from '#traffic/lists/contract/lists.ts';
import { fetchList } from '#traffic/lists/server/list-routes.ts';
import { listLists } from '#traffic/lists/server/lists.ts';
import { loadList, removeList, rollBackList, saveList } from '#traffic/lists/server/operator-lists.ts';
import { command, type Printer } from '../command.ts';

interface Args {
  action: string;
  id: string;
  file: string;
  kind: string;
  title?: string;
  licence?: string;
  shrink?: boolean;
  cwd: string;
}

const isKind = (kind: string): kind is ListKind => kind in LIST_KINDS;

/** Which lists the detectors use and how old they are; `load` and `remove` change the operator's own. */
export const lists = command<Args>({
  name: 'lists',
  async run(context, args, print) {
    const { folder, files } = context;
    if (args.action === 'show') return show(await listLists({ folder: join(folder.path, 'lists'), files }), print);
    if (args.action === 'load') return load(files, args, print).finally(() => context.reopenLists());
    if (args.action === 'remove') {
      const removed = await removeList(files, args.id);
      await context.reopenLists();
      print.line(
        `Removed ${removed.id}: ${removed.entries.toLocaleString('en')} entries. Events judged before keep their facts.`,
      );
      return 0;
    }
    if (args.action === 'rollback') {
      const change = await rollBackList(files, args.id, Number(args.file));
      await context.reopenLists();
      report(change, print);
      return 0;
    }
    print.line(`Unknown action ${args.action}: use show, load, rollback or remove`);
    return 1;
  },
});

/** `file` is a path, or an https address, which goes through the one guarded way out. */
async function load(files: Files, { file, kind, cwd, action: _, ...named }: Args, print: Printer): Promise<number> {
  if (!isKind(kind)) {
    print.line('Say what the list is for with --kind:');
    for (const [name, purpose] of Object.entries(LIST_KINDS)) print.line(`  ${name.padEnd(15)} ${purpose}`);
    return 1;
  }
  const list = { ...named, kind };
  const change = /^https?:/i.test(file)
    ? await saveList(files, { ...list, text: await fetchList(createOutbound(), file), source: file })
    : await loadList(files, { ...list, file: resolve(cwd, file) });
  report(change, print);
  return 0;
}

function report(
  { list, version, added, removed, addedSample, removedSample, rejected, rejects }: ListChange,
  print: Printer,
): void {
  print.line(
    `${list.id}: ${list.entries.toLocaleString('en')} entries, ${added} added, ${removed} removed, ${rejected} lines not understood`,
  );
  for (const entry of addedSample) print.line(`  + ${entry}`);
  for (const entry of removedSample) print.line(`  - ${entry}`);
  print.line(`Version ${version} is in force for new imports; events judged before keep their facts.`);
  for (const { line, text, why } of rejects) print.line(`  line ${line}: ${why}: ${text}`);
}

function show(all: readonly ListInfo[], print: Printer): number {
  for (const list of all) {
    const state = list.blind ? 'blind: nothing loaded' : `${list.entries.toLocaleString('en')} entries, ${list.date}`;
    print.line(`${list.id.padEnd(26)} ${state.padEnd(34)} ${list.source}${list.licence && ` (${list.licence})`}`);
  }
  return 0;
}
