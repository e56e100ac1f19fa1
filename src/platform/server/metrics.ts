/** What the process counts of itself, in the words of Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A value that is looked up when somebody asks, with its labels. None of them names a package or a person. */
export interface Reading {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** Seconds: what a person notices, and how long a statement may take. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 5, 30];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'adsieve_http_request_duration_seconds',
    help: 'Answered requests by declared route; others are "none"',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #intake = new Counter({
    name: 'adsieve_intake_events_total',
    help: 'Live events by what became of them; refused: by the log, while requests refused before count by their status',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #refused = new Counter({
    name: 'adsieve_intake_refused_total',
    help: 'Requests with live events that were told to come again; full: of everybody, the others: of a key that took more than its share',
    labelNames: ['reason'],
    registers: [this.#registry],
  });
  #hasDefaults = false;

  /** Looked up at each question; one that cannot be is left out of the answer. */
  gauge(name: string, help: string, labelNames: readonly string[], read: () => Promise<readonly Reading[]>): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const { labels = {}, value } of await read().catch(() => [])) this.set(labels, value);
      },
    });
  }

  answered(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  taken(outcome: 'accepted' | 'duplicate' | 'dead' | 'refused', events: number): void {
    if (events > 0) this.#intake.inc({ outcome }, events);
  }

  /** One request with live events. */
  refused(reason: 'full' | 'at_work' | 'loading' | 'behind'): void {
    this.#refused.inc({ reason });
  }

  /** Memory, processor and the delay of the event loop are watched from the first question on. */
  text(): Promise<string> {
    if (!this.#hasDefaults) collectDefaultMetrics({ register: this.#registry });
    this.#hasDefaults = true;
    return this.#registry.metrics();
  }

  readonly mediaType = this.#registry.contentType;
}
