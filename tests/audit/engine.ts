/** A browser as the audit drives it, by what all engines can do and no more. A window that is given up is closed with its engine. */
export interface Engine {
  /** The engine's name and version. */
  readonly name: string;
  readonly version: string;
  /** What this engine's driver has no command for, with what it means for what is looked at. */
  readonly lacks: readonly string[];
  /** A new window with a profile of its own. */
  readonly newWindow: (how: { readonly dark: boolean }) => Promise<EngineWindow>;
  readonly close: () => Promise<void>;
}

export interface EngineWindow {
  /** Opens an address and waits for its load event. */
  readonly open: (url: string) => Promise<void>;
  /** What an expression comes to in the page, once it has come; it is text. */
  readonly run: (expression: string) => Promise<string>;
  /** Moves the mouse to a point of the view. */
  readonly moveTo: (x: number, y: number) => Promise<void>;
  /** Presses and lets go the mouse where it is. */
  readonly click: () => Promise<void>;
  /** Presses and lets go one key after another. */
  readonly press: (...keys: readonly Key[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Gives the view a size, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The whole page as a PNG. */
  readonly picture: () => Promise<Buffer>;
  /** The page as a PDF; `undefined` where the driver cannot print. */
  readonly print: () => Promise<Buffer | undefined>;
  /** The last `mailto:` address that the page has sent the browser to. */
  readonly mailed: () => Promise<string | undefined>;
  /** The errors in the browser's console since the window was opened; empty where the driver does not tell. */
  readonly errors: () => readonly string[];
}

/** The keys that are pressed, by their W3C names, and the character WebDriver has for each. */
export const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const;
export type Key = keyof typeof keys;

/** How long anything may take that is waited for, in milliseconds. */
export const patience = 15_000;

/** Does something in the page, or looks something up there. The function is sent as text: it knows nothing but its arguments. */
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

/** Waits until a question about the page is answered by anything but nothing, and gives the answer; also of the next page, if one comes. */
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
      // The page that was asked may have gone.
      reason = ` (${error})`;
    }
    if (Date.now() > end) throw new Error(`never came: ${what}${reason}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The mouse's and the keyboard's part of W3C WebDriver, which BiDi shares: what the two drivers send. */
export const actions = {
  move: (x: number, y: number) => [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }],
    },
  ],
  click: () => [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
  strokes: (characters: readonly string[]) => [
    {
      type: 'key',
      id: 'keyboard',
      actions: characters.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ],
};
