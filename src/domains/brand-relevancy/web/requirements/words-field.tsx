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
export const WordsField = ({ max, ...field }: Props) => (
  <TagsInput {...field} maxTags={max} splitChars={[',', '\n', '\t']} acceptValueOnBlur clearable />
);
