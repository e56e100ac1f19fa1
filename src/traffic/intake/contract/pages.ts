import { page } from '#platform/contract/page.ts';

export const INTAKE_PAGES = [
  page({
    id: 'import',
    paths: ['/traffic/import'],
    title: 'Import',
    guard: 'menu',
    times: 'package',
    permission: 'import.read',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Sources', icon: 'file-import' },
  }),
] as const;

export type IntakePageId = (typeof INTAKE_PAGES)[number]['id'];
