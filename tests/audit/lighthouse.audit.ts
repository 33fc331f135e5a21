import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { builtPages, type Route } from '../browser/built-pages.ts';
import { builtPaper } from '../browser/served-papers.ts';
import { bytesOf, pageAndStyles, scripts } from '../browser/transfer-sizes.ts';
import { baseUrl } from '../demo/demo.ts';
import { requireChromium } from '../machine.ts';
import { freePort } from '../relay/wire.ts';
import { startHost } from './host.ts';
import { listed, table, writeSection } from './page.ts';

/** Milliseconds, on the slow 4G that Lighthouse reckons with. */
const longestWait = 1300;

const host = await startHost(builtPaper(), new URL(baseUrl).host);
const port = await freePort();
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    `--remote-debugging-port=${port}`,
    `--host-resolver-rules=MAP * 127.0.0.1:${host.port}, EXCLUDE 127.0.0.1`,
    '--ignore-certificate-errors',
  ],
});

const isIndexed = ({ html }: Route) => !/<meta name="robots" content="[^"]*noindex/.test(html);

const routes = builtPages();
const rows: (string | number)[][] = [];
const missed: string[] = [];
let version = '';

afterAll(async () => {
  const chromiumVersion = browser.version();
  await browser.close();
  host.close();
  writeSection(
    'Lighthouse',
    rows.length === routes.length,
    `
Lighthouse ${version} in Chromium ${chromiumVersion}, mobile, simulated slow 4G; the site over HTTP/2 and TLS, text gzipped; third parties answer with a small page after a second.
Of up to three runs the best counts, because other work on the machine only makes a page slower.
Scores are performance, accessibility, best practices, SEO (– where search engines are kept out); LCP in milliseconds; bytes gzipped.

${table([['page', 'scores', 'LCP', 'CLS', 'HTML and CSS', 'scripts'], ...rows])}

${listed(missed)}`,
  );
});

/** Each audit of a category that took something off its score, with the first element it names. */
const reasons = (lhr: Result, category: string): string[] =>
  (lhr.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => lhr.audits[id])
    .filter((audit) => audit?.score != null && audit.score < 0.9)
    .map((audit) => {
      const element = /"snippet":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(audit?.details ?? {}))?.[1];
      return `${audit?.id}${audit?.displayValue ? ` ${audit.displayValue}` : ''}${element ? ` (${element})` : ''}`;
    });

/** Other work on the machine only makes a page slower: of up to three runs the best counts. */
async function measure(address: string): Promise<Result> {
  let best: Result | undefined;
  for (let run = 0; run < 3 && (best?.categories.performance?.score ?? 0) < 0.995; run++) {
    const result = await lighthouse(baseUrl + address, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    const scoreOf = (lhr?: Result) => lhr?.categories.performance?.score ?? 0;
    if (result && (!best || scoreOf(result.lhr) > scoreOf(best))) best = result.lhr;
  }
  if (!best) throw new Error('Lighthouse gave no result');
  return best;
}

describe.each(routes)('$address', (route) => {
  test('is quick and sound to Lighthouse', async () => {
    const lhr = await measure(route.address);
    version = lhr.lighthouseVersion;
    const categories = Object.keys(lhr.categories).filter((id) => id !== 'seo' || isIndexed(route));
    const scoreOf = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
    const lcp = lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN;
    const cls = lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
    const lcpElement = /"snippet":"((?:[^"\\]|\\.)*)"/.exec(
      JSON.stringify(lhr.audits['largest-contentful-paint-element']?.details ?? {}),
    )?.[1];

    const faults = [
      ...(lhr.runtimeError ? [lhr.runtimeError.message] : []),
      ...categories
        .filter((id) => scoreOf(id) < 100)
        .map((id) => `${id} ${scoreOf(id)}: ${reasons(lhr, id).join('; ')}`),
      ...(lcp <= longestWait ? [] : [`LCP ${Math.round(lcp)} ms of ${lcpElement}`]),
      ...(cls < 0.0005 ? [] : [`CLS ${cls.toFixed(3)}`]),
    ];
    missed.push(...faults.map((fault) => `${route.address}: ${fault}`));
    rows.push([
      route.address,
      ['performance', 'accessibility', 'best-practices', 'seo']
        .map((id) => (categories.includes(id) ? scoreOf(id) : '–'))
        .join(' '),
      Math.round(lcp),
      cls.toFixed(3),
      bytesOf(pageAndStyles(route)),
      bytesOf(scripts(route)),
    ]);
    expect(faults).toEqual([]);
  });
});
