/** A draft as the form the server reads: lists of texts repeat their field, other structures are JSON. */
export function formOf(draft: Readonly<Record<string, unknown>>, files: Readonly<Record<string, Blob | string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(draft)) {
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      for (const each of value) form.append(name, each);
    else form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}
