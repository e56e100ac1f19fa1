import { join, resolve } from 'node:path';
import { LIST_KINDS, type ListChange, type ListInfo, type ListKind } from '#traffic/contract/lists.ts';
import { listLists } from '#traffic/server/lists/lists.ts';
import { loadList, removeList } from '#traffic/server/lists/operator-lists.ts';
import { command, type Printer } from '../command.ts';

interface Args {
  action: string;
  id: string;
  file: string;
  kind: string;
  title?: string;
  cwd: string;
}

const isKind = (kind: string): kind is ListKind => kind in LIST_KINDS;

/** Which lists the detectors use and how old they are; `load` and `remove` change the operator's own. */
export const lists = command<Args>({
  name: 'lists',
  async run(context, args, print) {
    const listFolder = join(context.folder.path, 'lists');
    if (args.action === 'show') return show(await listLists(listFolder), print);
    if (args.action === 'load') return load(listFolder, args, print).finally(() => context.reopenLists());
    if (args.action === 'remove') {
      const removed = await removeList(listFolder, args.id);
      await context.reopenLists();
      print.line(
        `Removed ${removed.id}: ${removed.entries.toLocaleString('en')} entries. Events judged before keep their facts.`,
      );
      return 0;
    }
    print.line(`Unknown action ${args.action}: use show, load or remove`);
    return 1;
  },
});

async function load(listFolder: string, { id, file, kind, title, cwd }: Args, print: Printer): Promise<number> {
  if (!isKind(kind)) {
    print.line('Say what the list is for with --kind:');
    for (const [name, purpose] of Object.entries(LIST_KINDS)) print.line(`  ${name.padEnd(14)} ${purpose}`);
    return 1;
  }
  report(await loadList(listFolder, { id, kind, file: resolve(cwd, file), ...(title ? { title } : {}) }), print);
  return 0;
}

function report({ list, added, removed, rejected, rejects }: ListChange, print: Printer): void {
  print.line(
    `${list.id}: ${list.entries.toLocaleString('en')} entries, ${added} added, ${removed} removed, ${rejected} lines not understood`,
  );
  for (const { line, text, why } of rejects) print.line(`  line ${line}: ${why}: ${text}`);
}

function show(all: readonly ListInfo[], print: Printer): number {
  for (const list of all) {
    const state = list.blind ? 'blind: nothing loaded' : `${list.entries.toLocaleString('en')} entries, ${list.date}`;
    print.line(`${list.id.padEnd(26)} ${state.padEnd(34)} ${list.source} (${list.licence})`);
  }
  return 0;
}
