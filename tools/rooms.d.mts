export interface Room {
  floor: number;
  about: string;
  open: readonly string[];
}
export const ROOMS: Readonly<Record<string, Room>>;
