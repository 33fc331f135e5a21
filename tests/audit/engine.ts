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
  /** Evaluates an expression in the page, whose value is a promise of text. */
  readonly run: (expression: string) => Promise<string>;
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

/** Calls a function in the page. Its source is sent, so it can use nothing but its arguments. */
export async function within<Args extends readonly unknown[], T>(
  window: EngineWindow,
  act: (...args: Args) => T | Promise<T>,
  ...args: Args
): Promise<T> {
  const sent = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join();
  const answer = await window.run(
    `(async () => ({ value: await (${act})(${sent}) }))().catch((e) => ({ failed: String(e) })).then(JSON.stringify)`,
  );
  const { value, failed }: { value: T; failed?: string } = JSON.parse(answer);
  if (failed !== undefined) throw new Error(failed);
  return value;
}

/** Waits until a function returns something truthy in the page, or in the page that replaces it, and gives that. */
export async function until<Args extends readonly unknown[], T>(
  window: EngineWindow,
  what: string,
  ask: (...args: Args) => T | Promise<T>,
  ...args: Args
): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  for (;;) {
    let reason = '';
    try {
      const answer = await within(window, ask, ...args);
      if (answer) return answer;
    } catch (error) {
      // The page may be about to be replaced.
      reason = ` (${error})`;
    }
    if (Date.now() > end) throw new Error(`never came: ${what}${reason}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
