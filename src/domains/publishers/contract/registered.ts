import type { PUBLISHER_STATES } from './register-endpoints.ts';

/** A publisher of the register, for other parts of the product that add something to it. */
export interface Registered {
  id: number;
  packageName: string;
  name: string;
  email: string;
  status: (typeof PUBLISHER_STATES)[number];
  updatedAt: Date;
}
