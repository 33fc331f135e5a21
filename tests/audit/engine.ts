import { until as untilTrue } from '../until.ts';

/** A browser, limited to what the drivers of all engines can do. Its windows are closed with it. */
export interface Engine {
  readonly version: string;
  /** A new window with a profile of its own. */
  readonly newWindow: (how: { readonly dark: boolean }) => Promise<EngineWindow>;
  readonly close: () => Promise<void>;
}

export interface EngineWindow {
  /** Opens a URL and waits for its load event. */
  readonly open: (url: string) => Promise<void>;
  /** Calls a function in the page. Its source is sent, so it can use nothing but its arguments. */
  readonly within: <Args extends readonly unknown[], T>(
    act: (...args: Args) => T | Promise<T>,
    ...args: Args
  ) => Promise<T>;
  /** Moves the mouse to a point of the viewport. */
  readonly moveTo: (x: number, y: number) => Promise<void>;
  /** Clicks where the mouse is. */
  readonly click: () => Promise<void>;
  readonly press: (key: Key) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Resizes the viewport, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of the whole page. */
  readonly picture: () => Promise<Uint8Array>;
  /** A PDF of the page, where the driver can print. */
  readonly print?: () => Promise<Uint8Array>;
  /** The errors in the console, where the driver reports them. */
  readonly errors?: () => readonly string[];
}

export type Key =
  | 'Tab'
  | 'Enter'
  | 'Escape'
  | 'End'
  | 'Home'
  | 'ArrowLeft'
  | 'ArrowUp'
  | 'ArrowRight'
  | 'ArrowDown';

/** How long anything is waited for, in milliseconds. */
export const patience = 15_000;

/** Waits until a function returns something truthy in the page, or in the page that replaces it, and gives that. */
export async function until<Args extends readonly unknown[], T>(
  { within }: EngineWindow,
  what: string,
  ask: (...args: Args) => T | Promise<T>,
  ...args: Args
): Promise<NonNullable<T>> {
  let answer: T | undefined;
  // The page may be about to be replaced.
  const isAnswered = async () => {
    answer = await within(ask, ...args).catch(() => undefined);
    return answer;
  };
  await untilTrue(isAnswered, what, patience);
  return answer as NonNullable<T>;
}
