import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditedKind, Side } from '#domains/reattribution/contract/changes.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { ConversionPanel } from './conversion-panel.tsx';
import { GeneratedReports } from './generated-reports.tsx';
import { SummaryTable } from './summary-table.tsx';

export const InstallReattributionPage = () => <ReattributionPage kind="install" />;
export const EventReattributionPage = () => <ReattributionPage kind="event" />;

/** Who should have been credited for installs, or for events, in the days chosen, and the reports that were generated. */
function ReattributionPage({ kind }: { kind: CreditedKind }) {
  const { t } = useTranslation('reattribution');
  const { pkg } = useSelection();
  const [opened, setOpened] = useState<{ publisher: string; side: Side }>();
  return (
    <div className={screen.page} key={pkg.package_name}>
      <PrintedLine />
      <SummaryTable kind={kind} onOpen={(publisher, side) => setOpened({ publisher, side })} />
      <GeneratedReports kind={kind} />
      <SidePanel
        opened={opened !== undefined}
        title={opened && t(`${kind}_of`, { name: opened.publisher })}
        onClose={() => setOpened(undefined)}
        wide
      >
        {opened && <ConversionPanel kind={kind} publisher={opened.publisher} first={opened.side} />}
      </SidePanel>
    </div>
  );
}
