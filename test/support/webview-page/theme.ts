/** The theme variables the screens use, as VS Code 1.139 gives them to a webview; `themes/` holds what it was seen to set. */
import dark from './themes/dark.json';
import hcDark from './themes/hc-dark.json';
import hcLight from './themes/hc-light.json';
import light from './themes/light.json';

interface Theme {
  readonly variables: Readonly<Record<string, string>>;
  /** Classes of the body; the first is the kind. */
  readonly classes: readonly [string, ...string[]];
  readonly scheme: 'light' | 'dark';
}

export const themes = {
  dark: { variables: dark, classes: ['vscode-dark'], scheme: 'dark' },
  light: { variables: light, classes: ['vscode-light'], scheme: 'light' },
  'hc-dark': { variables: hcDark, classes: ['vscode-high-contrast'], scheme: 'dark' },
  'hc-light': { variables: hcLight, classes: ['vscode-high-contrast-light', 'vscode-high-contrast'], scheme: 'light' },
} as const satisfies Readonly<Record<string, Theme>>;
export type ThemeName = keyof typeof themes;

export function isThemeName(name: string | null | undefined): name is ThemeName {
  return name !== null && name !== undefined && Object.hasOwn(themes, name);
}

/** Sets the variables the way VS Code does, as properties of the root element, in place of those of the theme before. */
export function applyTheme(page: Document, name: ThemeName): void {
  const { variables, classes }: Theme = themes[name];
  const { style } = page.documentElement;
  for (const old of [...style].filter((property) => property.startsWith('--vscode-'))) style.removeProperty(old);
  for (const [key, value] of Object.entries(variables)) style.setProperty(`--vscode-${key}`, value);
  for (const other of Object.values(themes)) page.body.classList.remove(...other.classes);
  page.body.classList.add(...classes);
  page.body.dataset['vscodeThemeKind'] = classes[0];
}
