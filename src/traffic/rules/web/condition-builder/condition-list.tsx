import type { Condition } from '#platform/contract/condition.ts';
import styles from './condition-builder.module.css';
import { isGroup, type Node, treeOf } from './condition-tree.ts';
import { type GroupWords, readLeaf } from './read-condition.ts';

interface Props {
  reader: GroupWords;
  condition: Condition;
}

/** A whole condition to be read: a line for each comparison, those of a group indented under how they count together. */
export const ConditionList = ({ reader, condition }: Props) => (
  <div className={styles.read}>
    <Part reader={reader} node={treeOf(condition)} />
  </div>
);

function Part({ reader, node }: { reader: GroupWords; node: Node }) {
  if (!isGroup(node)) return <span>{readLeaf(reader.words, node)}</span>;
  const { kind, parts } = node;
  const [first] = parts;
  if (!first) return <span>{reader.t('read_nothing')}</span>;
  // One alone needs no word about how it counts with others.
  if (parts.length === 1 && (kind === 'all' || kind === 'any')) return <Part reader={reader} node={first} />;
  return (
    <>
      <span>{reader.t(`group_${kind}`)}</span>
      <ul>
        {parts.map((part) => (
          <li key={JSON.stringify(part)}>
            <Part reader={reader} node={part} />
          </li>
        ))}
      </ul>
    </>
  );
}
