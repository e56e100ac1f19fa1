import { safeText } from './safe-text.ts';

/** Why a person changes what is judged; whoever reads it next year was not there. */
export const reasonText = safeText(500).min(3, 'Please say why');
