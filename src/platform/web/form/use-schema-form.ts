import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../ui/error-text.ts';
import { asKey, plainFault, useFaultText } from './fault-text.ts';
import { useAfterPress } from './use-after-press.ts';

type Values = Readonly<Record<string, string | boolean>>;

export interface SchemaForm<V extends Values> {
  values: V;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** What is wrong with a field, in the person's language; only once it was left or the form was sent. */
  fault: (name: keyof V & string) => string | undefined;
  /** All that is wrong now, in the order of the schema. */
  faults: () => string[];
  blur: (name: keyof V & string) => void;
  /** Everything is shown from now on; true when nothing is wrong. */
  check: () => boolean;
  /** A refusal of the server goes to its field; false when it is about none of them. */
  refuse: (error: unknown) => boolean;
  clear: () => void;
}

type Faults = Readonly<Record<string, string>>;

/** The first fault of each field. */
export const faultsOf = (schema: z.ZodType, values: unknown): Faults =>
  firstFaults(schema, values, Number.POSITIVE_INFINITY);

/** The same; those of the lines of a list by their places, such as `events.0.payout`. */
export const faultsInLines = (schema: z.ZodType, values: unknown): Faults => firstFaults(schema, values, 3);

/** Faults whose path has so many parts or more are told by all of it. */
function firstFaults(schema: z.ZodType, values: unknown, whole: number): Faults {
  const parsed = schema.safeParse(values, { error: plainFault });
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? [])
    faults[path.length >= whole ? path.join('.') : String(path[0] ?? '')] ??= message;
  return faults;
}

/**
 * A form held against the schema the server uses, with its messages: on leaving a field and on sending (VAL-GAP-02).
 * `namespace` holds the translations; the English message is the key.
 */
export function useSchemaForm<V extends Values>(schema: z.ZodType, initial: V, namespace: string): SchemaForm<V> {
  const { t } = useTranslation(namespace);
  const errorText = useErrorText();
  const faultText = useFaultText();
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const afterPress = useAfterPress();
  const faults = faultsOf(schema, values);
  const words = (message: string): string => faultText(message) ?? t(message, asKey(message));

  return {
    values,
    set: (name, value) => {
      setValues({ ...values, [name]: value });
      // What the server said was about the old value.
      setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => field !== name)));
    },
    fault: (name) => {
      const message = left.has(name) ? faults[name] : undefined;
      return refused[name] ?? (message === undefined ? undefined : words(message));
    },
    faults: () => Object.values(faults).map(words),
    blur: (name) => afterPress(() => setLeft((before) => new Set([...before, name]))),
    check: () => {
      setLeft(new Set(Object.keys(initial)));
      return Object.keys(faults).length === 0;
    },
    refuse: (error) => {
      if (!(error instanceof ApiError) || error.field === undefined || !Object.hasOwn(initial, error.field))
        return false;
      // A fault the schema finds on the server has the words it has here.
      setRefused({ ...refused, [error.field]: error.told ? errorText(error) : words(error.message) });
      return true;
    },
    clear: () => {
      setValues(initial);
      setLeft(new Set());
      setRefused({});
    },
  };
}
