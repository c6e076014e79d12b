/**
 * Returns a function that yields the rows of a list each time it is called. Each row is asked for only once: the
 * next call begins with those that are known.
 *
 * @param open begins the list. It is called again if the list has failed.
 */
export function shareRows<Row>(open: () => AsyncGenerator<Row, void>): () => AsyncGenerator<Row, void> {
  let list: AsyncGenerator<Row, void> | undefined;
  let isDone = false;
  let known: Row[] = [];
  const fetchNext = async (): Promise<void> => {
    list ??= open();
    try {
      const { value, done } = await list.next();
      if (done === true) isDone = true;
      else known.push(value);
    } catch (error) {
      [list, known] = [undefined, []];
      throw error;
    }
  };
  return async function* yieldRows() {
    for (let index = 0; ; index++) {
      if (index >= known.length && !isDone) await fetchNext();
      const row = known[index];
      if (row === undefined) return;
      yield row;
    }
  };
}
