import type { AnalysisResult, Finding } from '#domains/hygiene/contract/result.ts';
import { SECTIONS, type Section } from '#domains/hygiene/contract/terms.ts';

export const CHANGES = ['added', 'gone', 'changed', 'same'] as const;

/** What was found of one name in two results: how sure before and after, undefined where it was not. */
export interface Change {
  section: Section;
  name: string;
  before: number | undefined;
  after: number | undefined;
  change: (typeof CHANGES)[number];
}

/** As it is shown: what looks the same has not changed. */
const percent = (confidence: number): number => Math.round(confidence * 100);

const changeOf = (before: number | undefined, after: number | undefined): Change['change'] => {
  if (before === undefined) return 'added';
  if (after === undefined) return 'gone';
  return percent(before) === percent(after) ? 'same' : 'changed';
};

/** Findings and lines of text by section and name, the surest of each. */
function surestIn({ meta }: AnalysisResult): Map<string, Pick<Finding, 'section' | 'name' | 'confidence'>> {
  const lines = (meta.lines ?? []).map(({ text: name, confidence }) => ({
    section: 'text' as const,
    name,
    confidence,
  }));
  const known = new Map<string, Pick<Finding, 'section' | 'name' | 'confidence'>>();
  for (const one of [...meta.findings, ...lines]) {
    const key = `${one.section}\n${one.name}`;
    if ((known.get(key)?.confidence ?? -1) < one.confidence) known.set(key, one);
  }
  return known;
}

/** What came, went and changed from one result to another, and what stayed: in this order, section by section. */
export function changesBetween(before: AnalysisResult, after: AnalysisResult): Change[] {
  const [old, fresh] = [surestIn(before), surestIn(after)];
  const all = [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key): Change[] => {
    const [was, is] = [old.get(key), fresh.get(key)];
    const { section, name } = was ?? is ?? {};
    if (section === undefined || name === undefined) return [];
    const [least, most] = [was?.confidence, is?.confidence];
    return [{ section, name, before: least, after: most, change: changeOf(least, most) }];
  });
  return all.sort(
    (a, b) =>
      CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change) ||
      SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section),
  );
}
