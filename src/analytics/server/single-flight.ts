/** Equal questions that are asked at the same time are asked once; nothing is kept after the answer. */
export function singleFlight<T>(): (
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T> {
  const flights = new Map<string, Flight<T>>();
  return (key, start, signal) => {
    const flight = flights.get(key) ?? launch(flights, key, start);
    flight.waiting++;
    signal?.addEventListener(
      'abort',
      () => {
        flight.waiting--;
        // Only the last one to lose interest ends the query of all.
        if (flight.waiting > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.stop.abort();
      },
      { once: true },
    );
    return flight.answer;
  };
}

interface Flight<T> {
  answer: Promise<T>;
  stop: AbortController;
  waiting: number;
}

function launch<T>(
  flights: Map<string, Flight<T>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
): Flight<T> {
  const stop = new AbortController();
  const flight: Flight<T> = { stop, waiting: 0, answer: start(stop.signal) };
  flights.set(key, flight);
  const land = () => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  flight.answer.then(land, land);
  return flight;
}
