/** What we use of pdfmake. Its published types bring those of browsers with them, which no file of the server may see. */
declare module 'pdfmake' {
  interface Pdfmake {
    setFonts(fonts: Readonly<Record<string, { normal: string; bold: string }>>): void;
    setUrlAccessPolicy(allowed: (url: string) => boolean): void;
    setLocalAccessPolicy(allowed: (path: string) => boolean): void;
    createPdf(document: object): { getBuffer(): Promise<Buffer> };
  }
  const pdfmake: Pdfmake;
  export = pdfmake;
}
