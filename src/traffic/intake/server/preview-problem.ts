import type { ImportPreview } from '#traffic/intake/contract/import-endpoints.ts';
import { type ImportMessage, importText } from '#traffic/intake/contract/import-messages.ts';
import { LEFT_OUT } from './mapping/request-class.ts';
import { faultCode } from './mapping/targets.ts';
import type { FileSample } from './sources/read-sample.ts';

type Problem = NonNullable<ImportPreview['problem']>;

/** What became of the first records: by the stored column at fault, `''` for sound ones, most first. */
export interface FoundFault {
  fault: string;
  value: string;
  records: number;
}

const problem = (step: Problem['step'], field: string, { code, values }: ImportMessage, records: number): Problem => ({
  step,
  field,
  told: { code, values, text: importText(code, values) },
  records,
});

const TIME = 'ts';

/**
 * The one thing that keeps every one of the first records from being stored, with what to do next; null as soon as one
 * of them is sound. What else is odd about such a file follows from it, so nothing else is told.
 */
export function problemOf(sample: FileSample, hasTime: boolean, faults: readonly FoundFault[]): Problem | null {
  const { reading, columns, records, rejected } = sample;
  const [form] = rejected.sort((a, b) => b.records - a.records);
  const all = records.length + rejected.reduce((sum, each) => sum + each.records, 0);
  if (records.length === 0 && form) return problem('form', '', form, all);
  if (hasTime) return faults.some(({ fault }) => fault === '') ? null : worst(faults, all);
  if (columns.length === 1 && reading.shape === 'csv')
    return problem('form', '', { code: 'warn_single_column', values: {} }, all);
  return problem('no_time', TIME, { code: 'warn_no_time', values: {} }, all);
}

function worst(faults: readonly FoundFault[], all: number): Problem | null {
  const [most] = faults.filter(({ fault }) => fault !== LEFT_OUT);
  if (!most) return faults.length === 0 ? null : problem('requests', '', { code: 'warn_no_request', values: {} }, all);
  const step = most.fault === TIME ? 'time' : most.fault === 'kind' ? 'kind' : 'column';
  return problem(step, most.fault, { code: faultCode(most.fault, most.value), values: {} }, all);
}
