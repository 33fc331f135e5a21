import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { valuesOf } from '../parsed-pages.ts';
import { describeEveryPage } from '../pipeline/every-page.ts';
import { baseUrl, demo, demoContent, pageAt } from './demo.ts';

const { providers } = parse(readFileSync(join(demoContent, 'embeds.yaml'), 'utf8'));

describeEveryPage(demo(), { baseUrl, providers: Object.values(providers) });

describe('frames', () => {
  test('of feed boards may open the headlines a reader clicks', () => {
    const boards = valuesOf(pageAt('/sports'), 'iframe[title^="Headlines from"]', 'sandbox');
    expect(boards).toHaveLength(5);
    for (const sandbox of boards)
      expect(sandbox?.split(' ')).toEqual(
        expect.arrayContaining(['allow-popups', 'allow-popups-to-escape-sandbox']),
      );
  });
});
