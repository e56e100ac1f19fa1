/** `traceparent` of the W3C: version, trace, parent, flags. All zeros mean none. */
const SHAPE = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** What a line of the log says of the trace a request belongs to; nothing when it names none. */
export function traceOf(header: string | string[] | undefined): { trace_id?: string; parent_id?: string } {
  const [, trace, parent] = SHAPE.exec(typeof header === 'string' ? header : '') ?? [];
  return trace && parent ? { trace_id: trace, parent_id: parent } : {};
}
