import { describe, expect, it } from 'vitest';
import { Shares } from './shares.ts';
import { Turns } from './turns.ts';
import { Visits } from './visits.ts';

/** Takes pieces for each sender in turn until nobody gets any more; answers what each has. */
function fill(senders: readonly number[], piece = 1): number[] {
  const shares = new Shares(1000);
  for (let taken = true; taken; ) {
    taken = false;
    for (const sender of senders) {
      if (shares.mayTake(sender, piece) !== 'yes') continue;
      shares.take(sender, piece);
      taken = true;
    }
  }
  return senders.map((sender) => shares.of(sender));
}

describe('a share', () => {
  it('is no more than is left for all others: a half for one, a third for each of two, so that there is always some', () => {
    expect(fill([1])).toEqual([500]);
    for (const each of fill([1, 2])) expect(Math.abs(each - 333)).toBeLessThan(2);
    for (const each of fill([1, 2, 3, 4])) expect(Math.abs(each - 200)).toBeLessThan(2);
  });

  it('is a twentieth whatever others hold, as long as there is any', () => {
    const shares = new Shares(1000);
    shares.take(1, 500);
    for (const other of [2, 3, 4, 5, 6, 7, 8]) shares.take(other, 60);
    shares.take(9, 30);
    expect([shares.mayTake(9, 20), shares.mayTake(9, 21), shares.mayTake(1, 1)]).toEqual(['yes', 'over', 'over']);
    shares.take(9, 20);
    expect([shares.mayTake(9, 1), shares.mayTake(10, 31), shares.mayTake(10, 30)]).toEqual(['over', 'full', 'yes']);
  });

  it('comes back with what is given back, and who holds nothing is forgotten', () => {
    const shares = new Shares(100);
    for (let sender = 1; sender <= 100_000; sender++) {
      shares.take(sender, 40);
      shares.give(sender, 40);
    }
    expect([shares.used, shares.of(7), shares.mayTake(7, 50)]).toEqual([0, 0, 'yes']);
  });
});

describe('turns', () => {
  it('are of one sender after the other, each in its own order, however many one has waiting', () => {
    const turns = new Turns<string>();
    for (const n of [1, 2, 3, 4]) turns.add(1, `flood ${n}`);
    turns.add(2, 'neighbour 1');
    turns.add(3, 'third 1');
    turns.add(2, 'neighbour 2');
    const order: (string | undefined)[] = [];
    while (!turns.isEmpty) order.push(turns.next(() => 'go'));
    expect(order).toEqual(['flood 1', 'neighbour 1', 'third 1', 'flood 2', 'neighbour 2', 'flood 3', 'flood 4']);
  });

  it('pass who may not go now, and end where nobody may overtake', () => {
    const turns = new Turns<string>();
    turns.add(1, 'a');
    turns.add(2, 'b');
    expect(turns.next((_, sender) => (sender === 1 ? 'skip' : 'go'))).toBe('b');
    turns.add(2, 'c');
    expect(turns.next((_, sender) => (sender === 1 ? 'stop' : 'go'))).toBeUndefined();
    expect(turns.next(() => 'go')).toBe('a');
  });
});

const settled = () => new Promise((go) => setImmediate(go));

/** Requests that are at work until they are ended, and in which order they began. */
function working() {
  let now = 0;
  const visits = new Visits(undefined, () => now);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const all: Promise<void>[] = [];
  const end = async (n: number): Promise<void> => {
    for (const done of ends.splice(0, n)) done();
    await settled();
  };
  return {
    began,
    end,
    come(sender: number, bytes: number): void {
      const request = visits.receive(async (visit) => {
        visit.of(sender);
        visit.take(bytes);
        await visit.turn();
        began.push(sender);
        await new Promise<void>((done) => ends.push(done));
      });
      all.push(request);
    },
    pass(ms: number): void {
      now += ms;
    },
    /** Ends all of them; answers what is held then. */
    async over(): Promise<number> {
      while (ends.length > 0) await end(ends.length);
      await Promise.all(all);
      return visits.held.used;
    },
  };
}

describe('requests at work', () => {
  it('are as many as there is room for of a key alone, and one after the other beside those of another', async () => {
    const { began, come, end, pass, over } = working();
    for (let n = 0; n < 40; n++) come(1, 20_000);
    await settled();
    const alone = began.length;
    expect([alone > 20, alone < 30]).toEqual([true, true]);
    come(2, 500);
    await settled();
    expect(began.slice(alone)).toEqual([2]);
    await end(alone);
    // Those of before are over: of the others there is one.
    expect(began.slice(alone)).toEqual([2, 1]);
    come(2, 500);
    await end(0);
    expect(began.slice(alone)).toEqual([2, 1, 2]);
    // Nobody else has sent for a while.
    pass(2000);
    await end(3);
    expect(began.length).toBe(42);
    expect(await over()).toBe(0);
  });

  it('begin however large one is, and a large one is not overtaken for ever by small ones', async () => {
    const { began, come, end, over } = working();
    for (let sender = 1; sender <= 30; sender++) come(sender, 20_000);
    come(99, 1_000_000);
    for (let sender = 101; sender <= 130; sender++) come(sender, 20_000);
    await settled();
    while (!began.includes(99)) await end(1);
    expect(began.slice(0, began.indexOf(99)).some((sender) => sender > 100)).toBe(false);
    expect(await over()).toBe(0);
    expect(began.length).toBe(61);
  });

  it('that nobody is known to send yet become those of the sender, whose share is asked', async () => {
    const visits = new Visits(100_000);
    const come = (sender: number, bytes: number) =>
      visits.receive(async (visit) => {
        visit.take(bytes);
        await visit.turn();
        visit.of(sender);
        return visits.held.of(sender);
      });
    expect(await come(5, 30_000)).toBe(38_000);
    await visits.receive(async (visit) => {
      visit.of(5);
      visit.take(35_000);
      await expect(come(5, 10_000)).rejects.toMatchObject({ status: 503, told: { code: 'held_at_work' } });
      expect(await come(6, 10_000)).toBe(18_000);
    });
    expect(visits.held.used).toBe(0);
  });
});
