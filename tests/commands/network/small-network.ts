import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { write } from '../../helpers.ts';
import { smallPaper } from '../../small-paper.ts';

/** A folder with a network of papers that share all but site.yaml and blog/ of the small paper. */
export async function newNetwork(names: readonly string[]): Promise<string> {
  const folder = await smallPaper();
  const [network, content] = [join(folder, 'papers'), join(folder, 'content')];
  cpSync(content, join(network, 'shared'), { recursive: true });
  for (const own of ['site.yaml', 'blog']) rmSync(join(network, 'shared', own), { recursive: true });
  const site = readFileSync(join(content, 'site.yaml'), 'utf8');
  for (const name of names) {
    cpSync(join(content, 'blog'), join(network, name, 'blog'), { recursive: true });
    write(
      join(network, name, 'site.yaml'),
      site
        .replace(/^name: .*/m, `name: 'The "${name}": news'`)
        .replace('https://alderferry.example', `https://${name}.example`),
    );
  }
  rmSync(content, { recursive: true });
  return folder;
}
