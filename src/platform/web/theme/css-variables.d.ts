import 'react';

// Inline styles may set custom properties: the number comes from data, the rule that uses it stays in the style sheet.
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
