import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { answerOf } from '#analytics/contract/answers.ts';
import { embedBoard, embedded, embedWidgets } from '#analytics/contract/embedded.ts';
import type { BoardPage } from '#analytics/contract/pages.ts';
import { layoutOf } from '#analytics/contract/prepare/layout.ts';
import type { BoardAnswer } from '#analytics/contract/rows.ts';
import { page } from '#platform/contract/page.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import board from '../board/board.module.css';
import { BoardProvider } from '../board/board-state.tsx';
import { Figures } from '../board/figures.tsx';
import { WidgetCard } from '../cards/widget-card.tsx';
import { useVerdictColors } from '../use-colors.ts';
import styles from './embed.module.css';
import { heightMessage } from './frame-height.ts';

const SCREEN = page({ id: 'report', paths: ['/embedded-report'], title: 'Report', guard: 'public', historyMonths: 3 });

/** The built-in report: all it shows came with its ticket, and nothing on it leads anywhere or asks for more. */
export function Report({ ticket }: { ticket: string }) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useQuery({ ...query(embedded.report, { query: { ticket } }), retry: false });
  useTellHeight(place);
  return (
    <main ref={place} className={styles.report}>
      {asked.error && <ErrorState error={asked.error} />}
      {!asked.error && !asked.data && <div className={screen.waiting} role="status" aria-busy />}
      {asked.data && <Shown report={asked.data.data} />}
    </main>
  );
}

type Answered = z.output<typeof embedded.report.response>['data'];

function Shown({ report }: { report: Answered }) {
  const { package: pkg, dashboard, from, to } = report;
  const { t } = useTranslation('embed');
  const format = useFormat();
  useVerdictColors();
  const shown = embedBoard(dashboard, pkg.platform);
  const widgets = embedWidgets(shown);
  const given: Record<string, BoardAnswer> = {};
  for (const widget of widgets)
    given[widget.id] = answerOf(shown.dataset.measures, widget).parse(report.answers[widget.id]);
  const { figures, lead, open, folded } = layoutOf({ widgets });
  const boardPage: BoardPage = { ...SCREEN, boardId: shown.id, layout: 'cards', calls: 'data' };
  return (
    <SelectionProvider packages={[pkg]} historyMonths={shown.historyMonths} settled>
      <BoardProvider board={shown} page={boardPage} given={given}>
        <header className={styles.head}>
          <h1>{t(`topic_${dashboard}`)}</h1>
          <p>
            {pkg.package_title} · {format.day(from)} – {format.day(to)} · {pkg.time_zone}
          </p>
        </header>
        <div className={board.board}>
          {figures && <Figures widget={figures} lead={lead} />}
          {lead && <WidgetCard widget={lead} wide />}
          <div className={board.pairs}>
            {[...open, ...folded]
              .flatMap((section) => section.widgets)
              .map((widget) => (
                <WidgetCard key={widget.id} widget={widget} />
              ))}
          </div>
        </div>
      </BoardProvider>
    </SelectionProvider>
  );
}

/** Only the page around it is told, and only one of this origin. */
function useTellHeight(place: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = place;
    if (!current || window.parent === window) return;
    const watch = new ResizeObserver(() =>
      window.parent.postMessage(heightMessage(current.offsetHeight), location.origin),
    );
    watch.observe(current);
    return () => watch.disconnect();
  }, [place]);
}
