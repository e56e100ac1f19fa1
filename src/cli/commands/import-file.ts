import { basename, resolve } from 'node:path';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import type { FieldMapping, ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { storeLocalFile } from '#traffic/intake/server/import-files.ts';
import { acceptedOf } from '#traffic/intake/server/import-store.ts';
import type { ImportRow } from '#traffic/intake/server/import-tables.ts';
import { createImport, mappingOfFile } from '#traffic/intake/server/imports.ts';
import { runImport } from '#traffic/intake/server/run-import.ts';
import { command, type Printer } from '../command.ts';
import { OPERATOR } from '../operator.ts';

interface Args {
  file: string;
  package: string;
  cwd: string;
  timeZone?: string;
  kind?: string;
  dayOrder?: string;
  decimal?: string;
  currency?: string;
}

export const importFile = command<Args>({
  name: 'import',
  async run({ imports, database, clock, jobs }, args, print) {
    const path = resolve(args.cwd, args.file);
    const name = basename(path);
    const info = await packageInfoOf(OPERATOR, database, args.package, clock.now());
    const { id: fileId } = await storeLocalFile(OPERATOR, database, imports.folder, {
      packageName: args.package,
      path,
      name,
    });
    const wanted = { packageName: args.package, fileId, timeZone: args.timeZone ?? info.time_zone };
    const chosen = await mappingOfFile(OPERATOR, imports, wanted);
    const mapping = withOptions(chosen.mapping, args);
    print.line(`${name}: ${mapping.format}, ${mapping.report}, times without a zone are ${mapping.timeZone}`);
    const id = await createImport(OPERATOR, imports, { ...wanted, mapping });
    const done = await runImport(OPERATOR, imports, id, ({ state, progress, rowsPerSecond, secondsLeft }) =>
      print.progress(
        `${state} ${Math.round(100 * progress)} %  ${rowsPerSecond.toLocaleString('en')} rows/s${secondsLeft === null ? '' : `  ${secondsLeft} s left`}`,
      ),
    );
    if (done.state === 'done') await jobs.figuresChanged();
    return report(done, print);
  },
});

/** What the command line says wins over what was guessed or saved. */
function withOptions(mapping: ImportMapping, { timeZone, kind, dayOrder, decimal, currency }: Args): ImportMapping {
  const isKind = (text: string): text is EventKind => EVENT_KINDS.some((known) => known === text);
  if (kind !== undefined && !isKind(kind)) throw new Error(`--kind is one of ${EVENT_KINDS.join(', ')}`);
  if (dayOrder !== undefined && dayOrder !== 'dmy' && dayOrder !== 'mdy') throw new Error('--day-order is dmy or mdy');
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') throw new Error('--decimal is . or ,');
  const order = dayOrder === 'dmy' ? 'day_first' : 'month_first';
  const fields = Object.entries(mapping.fields).map(([name, field]): [string, FieldMapping] => {
    const ordered = field.time === 'day_first' || field.time === 'month_first';
    return [name, dayOrder && ordered ? { ...field, time: order } : field];
  });
  return {
    ...mapping,
    fields: Object.fromEntries(fields),
    ...(kind ? { kind: { rules: [], otherwise: kind } } : {}),
    ...(timeZone ? { timeZone } : {}),
    ...(decimal ? { decimalMark: decimal } : {}),
    ...(currency ? { currency: currency.toUpperCase() } : {}),
  };
}

function report(done: ImportRow, print: Printer): number {
  if (done.state !== 'done') {
    print.line(`Nothing was imported: ${done.error ?? done.state}`);
    return 1;
  }
  const n = (count: number) => count.toLocaleString('en');
  const leftOut = done.leftOut.map(({ what, records }) => `${n(records)} ${what}`).join(', ');
  print.line(
    `${n(done.records)} records: ${n(acceptedOf(done))} accepted, ${n(done.rejected)} rejected${leftOut && `, left out as no visits: ${leftOut}`}`,
  );
  if (done.duplicates > 0)
    print.line(
      `${n(done.duplicates)} of the accepted were stored already by an earlier import and are not counted twice`,
    );
  if (done.rejected > 0) print.line(`Rejected records with line and reason: on the import page, import ${done.id}`);
  for (const { title, missing } of done.blind)
    print.line(`Blind: ${title} (needs ${[...new Set(missing.flatMap((m) => m.columns))].join(', ')})`);
  return 0;
}
