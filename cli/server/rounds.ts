/**
 * One round of work at a time; however often it is asked for meanwhile, one more follows.
 *
 * @param round never rejects
 * @returns a function that asks for a round, and ends when nothing is left to do; at once where one is under way
 */
export function createRounds(round: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = running;
    if (running) return;
    running = true;
    do {
      again = false;
      await round();
    } while (again);
    running = false;
  };
}
