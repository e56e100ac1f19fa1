/** A pattern for LIKE and ILIKE that finds the text anywhere. What LIKE would read as a sign stands for itself. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
