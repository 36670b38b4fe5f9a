// @ts-check
/** Colour themes by the name tests use, and the settings of a workbench that stays quiet. */

/** Each theme's setting, the class the workbench then carries, and whether webviews are told it is dark. */
export const THEMES = /** @type {const} */ ({
  light: { setting: 'Light Modern', class: 'vs' },
  dark: { setting: 'Dark Modern', class: 'vs-dark' },
  'hc-dark': { setting: 'Default High Contrast', class: 'hc-black' },
  'hc-light': { setting: 'Default High Contrast Light', class: 'hc-light' },
});
/** @typedef {keyof typeof THEMES} Theme */

/**
 * User settings without start page, chat, experiments, update checks, motion or blinking: what is left on screen is ours.
 * @param {Theme} theme
 * @returns {Record<string, unknown>}
 */
export function quietSettings(theme) {
  return {
    'workbench.colorTheme': THEMES[theme].setting,
    'workbench.startupEditor': 'none',
    // Both are needed, else the chat bar shows.
    'chat.disableAIFeatures': true,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.enableExperiments': false,
    'workbench.tips.enabled': false,
    'workbench.reduceMotion': 'on',
    'window.autoDetectColorScheme': false,
    'extensions.autoCheckUpdates': false,
    'extensions.autoUpdate': false,
    'extensions.ignoreRecommendations': true,
    'security.workspace.trust.enabled': false,
    'telemetry.telemetryLevel': 'off',
    'editor.cursorBlinking': 'solid',
    'git.enabled': false,
    // Each folder is a line of its own, and the settings tests write (the theme) are not in the picture.
    'explorer.compactFolders': false,
    'files.exclude': { '**/.vscode': true },
  };
}
