import { useParams } from 'react-router';
import { BoardList } from './board-list.tsx';
import { BoardPage } from './board-page.tsx';

/** The list of boards, or the one that is in the address. */
export function BoardsPage() {
  const { id } = useParams();
  return id === undefined ? <BoardList /> : <BoardPage key={id} id={Number(id)} />;
}
