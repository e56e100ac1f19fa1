/** A transparent dot, the 43 bytes that every tracker answers. */
export const DOT: Buffer = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
