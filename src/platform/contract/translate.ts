/** A text by `namespace:key` in the reader's language, with what stands in its holes. */
export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;
