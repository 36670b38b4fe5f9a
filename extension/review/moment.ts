/** How long lists wait after a change, in milliseconds: too short to notice, long enough for the panel to go first. */
const patience = 100;

export function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patience));
}
