import { TagsInput } from '@mantine/core';

interface Props {
  label: string;
  description?: string;
  value: string[];
  error?: string | undefined;
  max: number;
  required?: boolean;
  onChange: (words: string[]) => void;
}

/** Words typed or pasted, one by one or with commas between them. */
export const WordsField = ({ max, onChange, ...field }: Props) => (
  <TagsInput
    {...field}
    maxTags={max}
    splitChars={[',', '\n', '\t']}
    acceptValueOnBlur
    clearable
    onChange={(given) => onChange(wordsOf(given))}
  />
);

/** What comes all at once, by dictation or filled in by a program, has its commas in it. */
const wordsOf = (given: readonly string[]): string[] => [
  ...new Set(
    given
      .flatMap((text) => text.split(/[,\n\t]/))
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];
