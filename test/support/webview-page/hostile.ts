import type { Message } from '../../../core/trace/model';

const nested = `${'> '.repeat(400)}deep\n\n${'- '.repeat(300)}list\n\n${'['.repeat(4000)}\n\n${'*_'.repeat(3000)}x`;

/** Texts that try to run, to fetch, to cover the screen, to mislead, or to bring the page to its knees. */
export const attacks: Readonly<Record<string, string>> = {
  script: 'Hello <script>window.pwned = 1</script><img src=x onerror="window.pwned = 2"> <svg onload="window.pwned=3"></svg>',
  handlers:
    '<details open ontoggle="window.pwned=11"><summary onclick="window.pwned=12">more</summary></details><input autofocus onfocus="window.pwned=13"><body onload="window.pwned=14"><a href="#" onmouseover="window.pwned=15">over</a><video onerror="window.pwned=16" src="https://evil.example/v"></video>',
  fetches:
    '<link rel="prefetch" href="https://evil.example/pre"><base href="https://evil.example/"><style>@import url(https://evil.example/s.css); .bar { background: url(https://evil.example/bg.png) }</style><img srcset="https://evil.example/1x 1x"><audio src="https://evil.example/a"></audio><embed src="https://evil.example/e">',
  frames:
    '<iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/o"></object><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  refresh:
    '<meta http-equiv="refresh" content="0;url=https://evil.example/now"><script src="https://evil.example/s.js"></script>',
  form: '<form action="https://evil.example/post"><input name=q><button>Save</button></form>',
  images:
    '![pixel](https://evil.example/pixel.png) ![data](data:image/png;base64,iVBORw0KGgo=) ![svg](<https://evil.example/a.svg> "t")',
  links:
    '[run](command:workbench.action.terminal.new) [js](javascript:window.pwned=4) [data](data:text/html,<script>window.pwned=5</script>) [file](file:///etc/passwd) [vs](vscode://evil/x) [vsi](vscode-insiders://evil/x) [web](https://evil.example/?q=1) <javascript:window.pwned=6>',
  reference:
    '[click]: javascript:window.pwned=7\n\n[click] and [redacted:email]\n\n[redacted:email]: https://evil.example/marker',
  cover:
    '<style>body{display:none}.bar{display:none!important}</style><div style="position:fixed;inset:0;z-index:99999;background:red">covered</div><dialog open style="position:fixed;inset:0">asked</dialog><p style="margin-top:-9999px;height:99999px">pushed</p>',
  classes: '```json bar under-review\n{"a":1}\n```\n\n```bar"><img src=x onerror=window.pwned=8>\nx\n```',
  bidi: 'Access level \u202e\u2066// admin only\u2069 \u2066user\u202c; zero\u200bwidth; tag \u{e0068}\u{e0069}',
  ansi: '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001b[2J\u001b[H cleared \u0007 bell \u0000 nul',
  markdown_bomb: nested,
  table_bomb: `|${'a|'.repeat(400)}\n|${'-|'.repeat(400)}\n${`|${'b|'.repeat(400)}\n`.repeat(60)}`,
  one_line: 'x'.repeat(1_000_000),
  braces: '['.repeat(100_000),
};

function texts(...names: readonly string[]): string {
  return names.map((name) => attacks[name] ?? '').join('\n\n');
}

export const hostileMessages: Message[] = [
  { role: 'system', content: attacks['script'] ?? '' },
  {
    role: 'user',
    content: texts('script', 'handlers', 'fetches', 'frames', 'refresh', 'form', 'images'),
    name: '<img src=x onerror=window.pwned=9>',
  },
  {
    role: 'assistant',
    content: attacks['bidi'] ?? '',
    reasoning: attacks['script'] ?? '',
    tool_calls: [
      {
        id: 'h1',
        name: '<b onclick=window.pwned=10>x</b>',
        arguments: JSON.stringify({ '<i>': attacks['script'], html: attacks['cover'] }),
      },
      { id: 'h2', name: 'braces', arguments: attacks['braces'] ?? '' },
    ],
  },
  { role: 'tool', tool_call_id: 'h1', content: attacks['ansi'] ?? '' },
  { role: 'tool', tool_call_id: 'h2', content: attacks['one_line'] ?? '', error: attacks['script'] ?? '' },
  {
    role: 'user',
    content: [
      { type: 'image', url: 'https://evil.example/p.png', name: 'p.png', bytes: 120_000 },
      { type: 'text', text: attacks['images'] ?? '' },
    ],
  },
  { role: 'assistant', content: attacks['markdown_bomb'] ?? '' },
  { role: 'user', content: attacks['table_bomb'] ?? '' },
  { role: 'assistant', content: texts('links', 'reference', 'cover', 'classes') },
];

/** What must be read on the screen as it was written, for each kind of attack: proof that it is in the conversation and did nothing. */
export const readAsText: Readonly<Record<string, string>> = {
  script: '<script>window.pwned = 1</script>',
  'event handlers': 'ontoggle="window.pwned=11"',
  'javascript: links': '[js](javascript:window.pwned=4)',
  'command: links': '[run](command:workbench.action.terminal.new)',
  'vscode: links': '[vs](vscode://evil/x)',
  'data URLs': '[data](data:text/html,<script>window.pwned=5</script>)',
  forms: '<form action="https://evil.example/post">',
  'meta refresh': 'content="0;url=https://evil.example/now"',
  'things that are fetched': '@import url(https://evil.example/s.css)',
  'CSS that covers the verdict bar': '.bar{display:none!important}',
  'bidi overrides': '// admin only',
  'ANSI escapes': '[2J',
  'a megabyte without a space': 'x'.repeat(2000),
  'Markdown bombs': 'deep',
  'a table too large': 'b|b|b|b',
};
