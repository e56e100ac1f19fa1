/** Namespaces the shell speaks with. */
export const SHELL_TEXTS = ['shell', 'pages', 'ui', 'errors'];
