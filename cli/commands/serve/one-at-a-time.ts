/** Runs `task`, which never rejects, one at a time: calls during a run resolve at once and lead to one more; others resolve after all. */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = running;
    if (running) return;
    running = true;
    do {
      again = false;
      await task();
    } while (again);
    running = false;
  };
}
