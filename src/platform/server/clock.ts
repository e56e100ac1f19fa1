/** Time as an argument, so that a test can say what day it is. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is set or moved. */
export class TestClock implements Clock {
  #now: Date;
  constructor(start: string | Date) {
    this.#now = new Date(start);
  }
  now(): Date {
    return new Date(this.#now);
  }
  set(moment: string | Date): void {
    this.#now = new Date(moment);
  }
  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}
