// Bundles the product's programs into dist/. `--dev` keeps names and adds source maps; `--watch` rebuilds on change.
import { build, context } from 'esbuild';
import { createRequire } from 'node:module';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';

const dev = process.argv.includes('--dev') || process.argv.includes('--watch');
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

const common = {
  bundle: true,
  minify: !dev,
  keepNames: dev,
  sourcemap: dev ? 'linked' : false,
  logLevel: 'warning',
  legalComments: 'none',
  define: { 'process.env.LOOP_VERSION': JSON.stringify(version) },
};
// Its WebAssembly is a megabyte of text: one file beside the two programs that open stores, instead of a copy in each.
const sqlite = {
  name: 'sqlite',
  setup(bundle) {
    bundle.onResolve({ filter: /^sql\.js\/dist\/sql-wasm-inline\.js$/ }, () => ({ path: './sqlite.js', external: true }));
  },
};
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs', mainFields: ['module', 'main'] };

const programs = [
  { ...node, entryPoints: ['extension/main.ts'], outfile: 'dist/extension.js', external: ['vscode'] },
  { ...node, entryPoints: ['server/main.ts'], outfile: 'dist/server.js' },
  { ...node, entryPoints: ['server/engine/worker.ts'], outfile: 'dist/engine.js', plugins: [sqlite] },
  { ...node, entryPoints: ['server/import/converter.ts'], outfile: 'dist/converter.js' },
  { ...node, entryPoints: ['server/cli/main.ts'], outfile: 'dist/cli.js', plugins: [sqlite] },
  { ...node, entryPoints: ['server/cli/start.ts'], outfile: 'dist/loop.js', banner: { js: '#!/usr/bin/env node' } },
  {
    ...common,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: ['webview/main.ts'],
    outfile: 'dist/webview.js',
    loader: { '.ttf': 'file', '.woff2': 'file' },
    assetNames: '[name]',
  },
];

await mkdir('dist', { recursive: true });
if (process.argv.includes('--watch')) {
  const contexts = await Promise.all(programs.map((p) => context(p)));
  await Promise.all(contexts.map((c) => c.watch()));
} else {
  await Promise.all(programs.map((p) => build(p)));
}
await copyFile('node_modules/sql.js/dist/sql-wasm-inline.js', 'dist/sqlite.js');
await copyFile('node_modules/@vscode/codicons/dist/codicon.css', 'dist/codicon.css');
await copyFile('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/codicon.ttf');

// The schemas of rubric files, for editors of YAML.
const { outputFiles } = await build({
  ...node,
  define: {},
  entryPoints: ['core/lint/schemas.ts'],
  write: false,
  sourcemap: false,
});
const made = { exports: {} };
new Function('module', 'exports', 'require', outputFiles[0].text)(made, made.exports, createRequire(import.meta.url));
for (const [name, schema] of Object.entries(made.exports.schemaFiles())) await writeFile(`dist/${name}`, JSON.stringify(schema));

// The pages about rules in one file: two hundred small ones would be packed four times as large.
const pages = (await readdir('docs/rules')).filter((name) => name.endsWith('.md')).sort();
const texts = await Promise.all(pages.map(async (name) => [name.slice(0, -3), await readFile(`docs/rules/${name}`, 'utf8')]));
await writeFile('dist/rules.json', JSON.stringify(Object.fromEntries(texts)));

// What `bin` points at has to be runnable, also where nobody installs the package.
await chmod('dist/loop.js', 0o755);
