/** Documents as pdfmake takes them (https://pdfmake.github.io/docs/0.3/): the parts of them that we write. */
export type Style = Readonly<Record<string, unknown>>;

type Sides = readonly [left: number, top: number, right: number, bottom: number];

interface Placed {
  margin?: Sides;
  width?: number | 'auto' | '*';
  unbreakable?: boolean;
  headlineLevel?: number;
}

/** A text in runs of faces; how it looks stands beside. */
export interface ContentText extends Placed {
  text: string | readonly Style[];
  [look: string]: unknown;
}

type Measure = (at: number) => number;

interface ContentTable extends Placed {
  table: Readonly<Record<string, unknown>> & { body: readonly (readonly TableCell[])[] };
  layout?: 'noBorders' | Readonly<Record<string, Measure | (() => string)>>;
}

export type Content =
  | ContentText
  | ContentTable
  | (Placed & { stack: readonly Content[] })
  | (Placed & { columns: readonly Content[]; columnGap?: number })
  | (Placed & { svg: string })
  /** As a data address: nothing is fetched. */
  | (Placed & { image: string; fit: readonly [width: number, height: number]; alignment?: 'left' | 'right' });

export type TableCell = string | (Content & { colSpan?: number });

export interface PdfDocument {
  pageSize: 'A4';
  pageMargins: Sides;
  info: Readonly<Record<string, string>>;
  defaultStyle: Style;
  content: readonly Content[];
  footer: (page: number, pages: number) => Content;
  /** Across every page. */
  watermark?: { text: string; font: string; color: string; opacity: number; bold: boolean };
}
