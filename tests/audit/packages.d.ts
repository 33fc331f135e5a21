// Packages that only the audit installs: the type check does without them, and what is imported from them has no types.

declare module '@20minutes/s3rver';
declare module 'puppeteer-core';
declare module 'selenium-webdriver';
declare module 'selenium-webdriver/remote/index.js';

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
