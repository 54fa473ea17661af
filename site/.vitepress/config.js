/** The site: pages that scripts/site.ts gathers, in the order in which somebody would read them. */

import { defineConfig } from 'vitepress';

const page = (text, link) => ({ text, link });

/** The anchor of a heading, as readers of the documents in a repository get it: `5,000 clients` is `5000-clients`. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Only the pages of the programming interface have HTML: the anchors of what stands in their tables. */
function withAnchorsOfTables(md) {
  const { render } = md;
  md.render = (text, env) => {
    md.set({ html: env?.relativePath?.startsWith('api/') ?? false });
    return render.call(md, text, env);
  };
}

export default defineConfig({
  title: 'Cahoots',
  description: 'A deterministic actor simulator for secure federated clustering',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.vitepress/.cache',
  // The documents are Markdown without HTML: `<` is a less-than sign.
  markdown: { html: false, lineNumbers: false, anchor: { slugify }, config: withAnchorsOfTables },
  // The index of the search is one piece.
  vite: { build: { chunkSizeWarningLimit: 8000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      // Not a page of this router's.
      { text: 'Try it', link: '/try/index.html', target: '_self' },
      page('Course', '/docs/course/1-first-run'),
      page('Reference', '/docs/reference'),
      page('API', '/api/'),
    ],
    sidebar: [
      page('Cahoots', '/'),
      {
        text: 'Course',
        items: [
          page('1. Your first run', '/docs/course/1-first-run'),
          page('2. Where does the time go', '/docs/course/2-time'),
          page('3. A bad day', '/docs/course/3-bad-day'),
          page('4. What t colluding parties learn', '/docs/course/4-coalitions'),
          page('5. Write a protocol', '/docs/course/5-your-protocol'),
          page('6. Sweep and publish', '/docs/course/6-sweep'),
          page('7. Unlearning and differential privacy', '/docs/course/7-forget'),
        ],
      },
      {
        text: 'Guides',
        items: [
          page('First runs', '/docs/first-run'),
          page('Reading a report', '/docs/reading-a-report'),
          page('Looking at runs', '/docs/looking'),
          page('In a browser', '/docs/browser'),
          page('Results', '/docs/results'),
          page('Sweeps', '/docs/sweeps'),
          page('Scale', '/docs/scale'),
          page('Networks and devices', '/docs/network'),
          page('Real runs', '/docs/truth'),
          page('Plugins', '/docs/plugins'),
          page('Parties in Python', '/docs/python'),
          page('Beside other tools', '/docs/beside'),
        ],
      },
      {
        text: 'What holds',
        items: [
          page('Privacy', '/docs/privacy'),
          page('Whom to trust', '/docs/trust'),
          page('Reliability', '/docs/reliability'),
          page('Faults', '/docs/faults'),
          page('Sums in secret', '/docs/sums'),
          page('Mathematics', '/docs/mathematics'),
          page('By hand', '/docs/by-hand'),
          page('Tables of the papers', '/docs/paper'),
          page('Claims of the papers', '/docs/claims'),
          page('Findings', '/docs/findings'),
          page('FedDP-KMeans and FastLloyd', '/docs/feddp'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('All pages', '/docs/reference'),
          page('Settings of scenarios', '/docs/reference/scenarios'),
          page('Sources of data', '/docs/reference/data'),
          page('Protocols', '/docs/reference/protocols'),
          page('Figures', '/docs/reference/figures'),
          page('Attacks', '/docs/reference/attacks'),
          page('Pictures', '/docs/reference/pictures'),
          page('Commands', '/docs/reference/commands'),
          page('Commands: runs', '/docs/reference/commands-runs'),
          page('Commands: results', '/docs/reference/commands-results'),
          page('Commands: traces', '/docs/reference/commands-traces'),
          page('Commands: privacy', '/docs/reference/commands-privacy'),
          page('Commands: scenarios, data', '/docs/reference/commands-scenarios-and-data'),
          page('Shipped scenarios', '/scenarios/README'),
          page('Glossary', '/docs/glossary'),
          page('From the papers to the code', '/docs/map'),
          page('Changes', '/CHANGELOG'),
        ],
      },
      {
        text: 'Working on Cahoots',
        items: [
          page('Architecture', '/ARCHITECTURE'),
          page('Guarantees', '/docs/internals/guarantees'),
          page('Parts of modules', '/docs/internals/parts'),
          page('SecFC beyond the paper', '/docs/internals/secfc'),
          page('Contributing', '/CONTRIBUTING'),
          page('Programming interface', '/api/'),
        ],
      },
    ],
  },
});
