// What is used of the packages that only the audit installs: the type check does without them.

declare module 'puppeteer-core' {
  export interface Page {
    goto(url: string): Promise<unknown>;
    evaluate<T>(what: string | (() => T)): Promise<T>;
    emulateMediaFeatures(features: readonly { name: string; value: string }[]): Promise<void>;
    setViewport(size: { width: number; height: number }): Promise<void>;
    screenshot(how: { fullPage: boolean }): Promise<Uint8Array>;
    pdf(how: { width: string; height: string }): Promise<Uint8Array>;
    on(
      event: 'console',
      listen: (message: { type(): string; text(): string; location(): { url?: string } }) => void,
    ): void;
    on(event: 'pageerror', listen: (error: unknown) => void): void;
    readonly mouse: Record<'move' | 'click', (x: number, y: number) => Promise<void>>;
    readonly keyboard: Record<'press' | 'type', (keys: string) => Promise<void>>;
  }

  export interface Browser {
    version(): Promise<string>;
    wsEndpoint(): string;
    createBrowserContext(): Promise<{ newPage(): Promise<Page> }>;
    close(): Promise<void>;
  }

  const puppeteer: {
    launch(how: {
      readonly browser?: 'firefox';
      readonly executablePath: string;
      readonly acceptInsecureCerts?: boolean;
      readonly args?: readonly string[];
      readonly extraPrefsFirefox?: Readonly<Record<string, unknown>>;
    }): Promise<Browser>;
  };
  export default puppeteer;
}

declare module 'lighthouse' {
  export interface Result {
    readonly runtimeError?: { readonly message: string };
    readonly categories: Partial<
      Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
    >;
    readonly audits: Partial<
      Record<
        string,
        { id: string; score: number | null; displayValue?: string; numericValue?: number; details?: unknown }
      >
    >;
  }

  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: 'error'; onlyCategories: readonly string[] },
  ): Promise<{ readonly lhr: Result } | undefined>;
}

declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
