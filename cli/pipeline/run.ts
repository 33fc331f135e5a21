import { append, type Outcome, type Problem } from '../problems/problem.ts';

/** Milliseconds that each stage took, in the order in which they ran. */
export type Timings = Readonly<Record<string, number>>;

export type Run = ReturnType<typeof createRun>;

/** Runs stages: adds up how long each takes, and collects what they report. */
export function createRun() {
  const problems: Problem[] = [];
  const timings: Record<string, number> = {};

  function time<T>(name: string, run: () => T): T {
    const start = performance.now();
    const add = () => {
      timings[name] = (timings[name] ?? 0) + performance.now() - start;
    };
    const result = run();
    if (result instanceof Promise) return result.finally(add) as T;
    add();
    return result;
  }

  function stage<T>(name: string, run: () => Promise<Outcome<T>>): Promise<T>;
  function stage<T>(name: string, run: () => Outcome<T>): T;
  function stage<T>(name: string, run: () => Outcome<T> | Promise<Outcome<T>>): T | Promise<T> {
    const collect = ({ value, problems: found }: Outcome<T>): T => {
      append(problems, found);
      return value;
    };
    const result = time(name, run);
    return result instanceof Promise ? result.then(collect) : collect(result);
  }

  /** Runs a check, which only finds problems. */
  const report = (name: string, run: () => readonly Problem[]) => append(problems, time(name, run));

  const hasErrors = (isPardoned: (problem: Problem) => boolean) =>
    problems.some((problem) => problem.severity === 'error' && !isPardoned(problem));
  return { stage, report, time, problems, timings, hasErrors };
}
